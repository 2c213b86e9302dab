/** Nodes of a group. */
export const GROUP_SIZE = 20;

export const nodeId = (group, member) => `g${group}-${String(member).padStart(2, '0')}`;
export const groupName = (group, version) => `g${group}v${version} fever`;

/** What takes a group from one version to the next; from version −1 it is new. */
export function groupChanges(group, from, to) {
  const sizeOf = (version) => (version % 3 === 2 ? GROUP_SIZE - 1 : GROUP_SIZE);
  const edgeOf = (version) => ({
    relation: 'like',
    from: nodeId(group, 0),
    to: nodeId(group, 1 + (version % (sizeOf(version) - 1))),
  });
  const nodes = Array.from({ length: sizeOf(to) }, (_, member) => ({
    kind: 'node',
    type: 'disease',
    id: nodeId(group, member),
    name: groupName(group, to),
    fields: { cases: to, summary: `member ${member} of its group in version ${to}` },
  }));
  const edge = { kind: 'relation', ...edgeOf(to) };
  if (from < 0) return [...nodes, edge];
  const last = nodeId(group, GROUP_SIZE - 1);
  const leaves = sizeOf(from) === GROUP_SIZE && sizeOf(to) < GROUP_SIZE;
  return [
    { kind: 'delete-relation', ...edgeOf(from) },
    ...(leaves ? [{ kind: 'delete-node', id: last }] : []),
    ...nodes,
    edge,
  ];
}
