import { filterConditions } from './filter-condition.js';
import { groupOf, scoreAfter, widthOf } from './fold.js';
import type { Fold, FoldedScope, Group, Part } from './fold.js';
import { existsPattern, matchPattern, negationCondition } from './match-pattern.js';
import type { PatternRequest } from './match-pattern.js';
import { indent, unitsOf, withConditions } from './query-context.js';
import type { QueryContext } from './query-context.js';
import type { ScopeTree, TreeBranch, TreePlace } from './scope-tree.js';

/**
 * Writes the stepwise form: from the anchors toward the target, hop by hop, with one row for each node between hops.
 * That is (max, +) message passing: sums add along the way, and only the best one goes on. Where several branches meet,
 * each is folded alone and the rest is a sum, so the cost is that of the branches together and not their product.
 *
 * Where the next hop could take the edge that a row came by, the row keeps several edges, best first. As many as there
 * are hops of the relation at that node are enough: the others can take all but one.
 */
export class TreeFolder {
  /** Names of conditioned anchors, which are the same in all rows. */
  private readonly outer = new Map<string, string>();

  constructor(
    private readonly context: QueryContext,
    private readonly tree: ScopeTree,
  ) {}

  fold(): FoldedScope {
    const { context, tree } = this;
    const head: string[] = [];
    const bindings: string[] = [];
    for (const variable of tree.conditioned) {
      const name = context.fresh('c');
      const binding = context.fresh('b');
      this.outer.set(variable, name);
      bindings.push(`${binding}.score`);
      head.push(
        `UNWIND ${context.anchorParameter(variable, 'bindings', true)} AS ${binding}`,
        ...withConditions(`MATCH ${context.node(name, variable)}`, [`${context.id(name)} = ${binding}.id`]),
      );
    }
    const root = this.place(tree.root, undefined);
    if (tree.conditioned.length === 0) return { lines: root.lines, node: root.node, score: root.score! };
    const [inner, score] = [context.fresh('s'), context.fresh('s')];
    const sum = [inner, ...bindings.map(unitsOf)].join(' + ');
    return {
      lines: [
        ...head,
        ...this.call([...root.lines, `RETURN ${root.node}, ${root.score!} AS ${inner}`]),
        `WITH ${root.node}, max(${sum}) AS ${score}`,
      ],
      node: root.node,
      score,
    };
  }

  private call(lines: readonly string[]): string[] {
    return [`CALL (${[...this.outer.values()].join(', ')}) {`, ...indent(lines), '}'];
  }

  private place(place: TreePlace, entry: number | undefined): Fold {
    const { context } = this;
    const current = place.source === 'current' ? this.outer.get(place.variable)! : undefined;
    const isBare = place.branches.length === 0 && place.negations.length === 0;
    if (current !== undefined && isBare) return { lines: [], node: current, score: '0' };

    const groups = this.groupsAt(place, entry);
    const node = context.fresh('n');
    const anchored = place.branches.filter((branch) => branch.child.isAnchored);
    const isAlone = anchored.length === 1 && place.source !== 'bindings' && groups.length === 1;
    const parts = anchored.map((branch) => {
      const group = groupOf(groups, branch);
      return this.branchPart(place, branch, group, node, current, isAlone && group?.branches.length === 1);
    });
    if (place.source === 'bindings') parts.push(this.bindingsPart(place, node));

    const joined = this.join(place, parts, node, current);
    const conditions = this.conditionsAt(place, node, groups);
    const columns = parts.flatMap(({ column, pair }) => pair ?? [column]);
    const lines = [...joined];
    if (conditions.length > 0) lines.push(...withConditions(`WITH ${[node, ...columns].join(', ')}`, conditions));
    const pair = parts[0]?.pair;
    if (pair !== undefined) return { lines, node, pair };
    return this.combine(place, parts, groups, node, lines);
  }

  /**
   * Hops at a place that can take the same edge, by their relation; not those that only branches without an anchor
   * take, which are one condition together.
   */
  private groupsAt(place: TreePlace, entry: number | undefined): Group[] {
    const { hops } = this.context.plan;
    const relations = new Set(place.branches.map(({ hop }) => hops[hop]!.rel));
    return [...relations]
      .map((relation) => ({
        branches: place.branches.filter(({ hop }) => hops[hop]!.rel === relation),
        hasEntry: entry !== undefined && hops[entry]!.rel === relation,
      }))
      .filter(
        (group) => widthOf(group) > 1 && (group.hasEntry || group.branches.some((branch) => branch.child.isAnchored)),
      );
  }

  private bindingsPart({ variable }: TreePlace, node: string): Part {
    const { context } = this;
    const [binding, column] = [context.fresh('b'), context.fresh('s')];
    const lines = [
      `UNWIND ${context.anchorParameter(variable, 'bindings', true)} AS ${binding}`,
      ...withConditions(`MATCH ${context.node(node, variable)}`, [`${context.id(node)} = ${binding}.id`]),
      `WITH ${node}, ${unitsOf(`${binding}.score`)} AS ${column}`,
    ];
    return { lines, branch: undefined, node, column, isList: false };
  }

  private branchPart(
    place: TreePlace,
    branch: TreeBranch,
    group: Group | undefined,
    node: string,
    current: string | undefined,
    isAlone: boolean,
  ): Part {
    const { context } = this;
    const child = this.place(branch.child, branch.hop);
    const edge = context.fresh('r');
    const here = current === undefined ? context.node(node, place.variable) : `(${current})`;
    const isFrom = context.plan.hops[branch.hop]!.from === place.variable;
    const ends = isFrom ? [here, `(${child.node})`] : [`(${child.node})`, here];
    const match = `MATCH ${context.edge(branch.hop, ends[0]!, edge, ends[1]!)}`;
    const own = current === undefined ? node : `${current} AS ${node}`;
    const column = context.fresh(group === undefined ? 's' : 'l');
    const score = scoreAfter(child, edge);
    const mayBeNull = child.score === undefined;
    if (group === undefined) {
      const conditions = mayBeNull ? [`${column} IS NOT NULL`] : [];
      const lines = [...child.lines, match, ...withConditions(`WITH ${own}, max(${score}) AS ${column}`, conditions)];
      return { lines, branch, node, column, isList: false };
    }
    const each = context.fresh('s');
    const conditions = mayBeNull ? [`${each} IS NOT NULL`] : [];
    const rows = [
      ...child.lines,
      match,
      ...withConditions(`WITH ${own}, ${edge}, ${score} AS ${each} ORDER BY ${each} DESC`, conditions),
    ];
    if (isAlone) {
      const pair = [context.fresh('e'), context.fresh('s'), context.fresh('s')] as const;
      const [first, best, second] = pair;
      const values = `collect(${edge})[0] AS ${first}, collect(${each})[0] AS ${best}, collect(${each})[1] AS ${second}`;
      return { lines: [...rows, `WITH ${node}, ${values}`], branch, node, column, isList: true, pair };
    }
    const list = `collect({edges: [${edge}], score: ${each}})[..${widthOf(group)}] AS ${column}`;
    return { lines: [...rows, `WITH ${node}, ${list}`], branch, node, column, isList: true };
  }

  /** Rows for the nodes that all parts reach. */
  private join(place: TreePlace, parts: readonly Part[], node: string, current: string | undefined): string[] {
    const { context } = this;
    if (parts.length === 0) {
      return current === undefined ? [`MATCH ${context.node(node, place.variable)}`] : [`WITH ${current} AS ${node}`];
    }
    if (parts.length === 1) return [...parts[0]!.lines];
    const unions = parts.flatMap((part, index) => {
      const columns = parts.map((other) => (other === part ? part.column : `null AS ${other.column}`));
      const lines = [...part.lines, `RETURN ${[node, ...columns].join(', ')}`];
      return index === 0 ? lines : ['UNION ALL', ...lines];
    });
    const columns = parts.map(({ column, isList }) =>
      isList ? `head(collect(${column})) AS ${column}` : `max(${column}) AS ${column}`,
    );
    const conditions = parts.map(({ column }) => `${column} IS NOT NULL`);
    return [...this.call(unions), ...withConditions(`WITH ${[node, ...columns].join(', ')}`, conditions)];
  }

  private request(branches: readonly TreeBranch[], place: TreePlace, node: string): PatternRequest {
    const { context } = this;
    const names = new Map([...this.outer, [place.variable, node]]);
    const subtree = branches.flatMap((branch) => [branch, ...below(branch.child)]);
    const negations = subtree.flatMap(({ child }) => child.negations);
    return {
      hops: subtree.map(({ hop }) => hop),
      names,
      root: place.variable,
      conditionsOn: () => [],
      conditions: () => negations.map((negation) => negationCondition(context, negation, names)),
    };
  }

  private conditionsAt(place: TreePlace, node: string, groups: readonly Group[]): string[] {
    const { context } = this;
    const names = new Map([...this.outer, [place.variable, node]]);
    const free = new Map<string, TreeBranch[]>();
    for (const branch of place.branches) {
      if (branch.child.isAnchored || groupOf(groups, branch) !== undefined) continue;
      const { rel } = context.plan.hops[branch.hop]!;
      free.set(rel, [...(free.get(rel) ?? []), branch]);
    }
    return [
      ...(place.variable === 'T' ? filterConditions(context, node) : []),
      ...[...free.values()].map((branches) => existsPattern(context, this.request(branches, place, node))),
      ...place.negations.map((negation) => negationCondition(context, negation, names)),
    ];
  }

  /** Adds up the parts, with another edge for each hop of a group. */
  private combine(
    place: TreePlace,
    parts: readonly Part[],
    groups: readonly Group[],
    node: string,
    joined: readonly string[],
  ): Fold {
    const { context } = this;
    const lines = [...joined];
    const plain = parts.filter(({ isList }) => !isList).map(({ column }) => column);
    const listOf = new Map(parts.filter(({ isList }) => isList).map(({ branch, column }) => [branch, column]));
    if (groups.length === 0) return { lines, node, score: plain.join(' + ') || '0' };

    for (const group of groups) {
      for (const branch of group.branches) {
        if (listOf.has(branch)) continue;
        const list = context.fresh('l');
        const { lines: match, edges } = matchPattern(context, this.request([branch], place, node));
        const edge = edges.get(branch.hop)!;
        const collect = [
          'COLLECT {',
          ...indent([...match, `WITH DISTINCT ${edge} LIMIT ${widthOf(group)}`, `RETURN {edges: [${edge}], score: 0}`]),
          '}',
        ].join('\n');
        lines.push(`WITH ${[node, ...plain, ...listOf.values()].join(', ')}, ${collect} AS ${list}`);
        listOf.set(branch, list);
      }
    }
    const lists = [...listOf.values()];
    const entry = groups.find(({ hasEntry }) => hasEntry);
    if (lists.length === 1 && plain.length === 0) return { lines, node, choices: lists[0]! };

    const chosen = new Map<TreeBranch, string>();
    for (const group of groups) {
      group.branches.forEach((branch, index) => {
        const choice = context.fresh('e');
        lines.push(`UNWIND ${listOf.get(branch)!} AS ${choice}`);
        chosen.set(branch, choice);
        listOf.delete(branch);
        if (index === 0) return;
        const others = group.branches.slice(0, index).map((other) => chosen.get(other)!);
        // At once, since the rows to choose from multiply with each further branch.
        const columns = [node, ...plain, ...listOf.values(), ...chosen.values()].join(', ');
        const distinct = others.map((other) => `${choice}.edges <> ${other}.edges`);
        lines.push(...withConditions(`WITH ${columns}`, distinct));
      });
    }
    const total = context.fresh('s');
    const sum = [...plain, ...[...chosen.values()].map((choice) => `${choice}.score`)].join(' + ');
    if (entry === undefined) {
      lines.push(`WITH ${node}, max(${sum}) AS ${total}`);
      return { lines, node, score: total };
    }
    const choices = context.fresh('l');
    const edges = entry.branches.map((branch) => `${chosen.get(branch)!}.edges`).join(' + ');
    lines.push(
      `WITH ${node}, ${edges} AS edges, ${sum} AS ${total} ORDER BY ${total} DESC`,
      `WITH ${node}, collect({edges: edges, score: ${total}}) AS ${choices}`,
    );
    return { lines, node, choices };
  }
}

const below = (place: TreePlace): TreeBranch[] => place.branches.flatMap((branch) => [branch, ...below(branch.child)]);
