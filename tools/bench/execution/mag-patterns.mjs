const WRITES = 'author___writes___paper';
const CITES = 'paper___cites___paper';
const TOPIC = 'paper___has_topic___field_of_study';
const AFFILIATED = 'author___affiliated_with___institution';

/** A chain of hops from one anchor to the target: a label, then relation and label in turn. */
function chain(label, ...steps) {
  const count = steps.length / 2;
  const hops = Array.from({ length: count }, (_, position) => ({
    from: position === 0 ? 'A' : `V${position}`,
    rel: steps[2 * position],
    to_var: position === count - 1 ? 'T' : `V${position + 1}`,
    to_label: steps[2 * position + 1],
  }));
  return {
    anchors: [{ var: 'A', text: 'the anchor', label, match_mode: 'name' }],
    hops,
    target: { var: 'T', labels: [steps.at(-1)], relevance_text: '' },
    risk_level: 'normal',
  };
}

/** The nine patterns by which published plans for STaRK's MAG reach a paper, all hops undirected. */
export const MAG_PATTERNS = {
  'author – paper': chain('author', WRITES, 'paper'),
  'author – paper – cites – paper': chain('author', WRITES, 'paper', CITES, 'paper'),
  'institution – author – paper': chain('institution', AFFILIATED, 'author', WRITES, 'paper'),
  'paper – cites – paper': chain('paper', CITES, 'paper'),
  'paper – cites – paper – cites – paper': chain('paper', CITES, 'paper', CITES, 'paper'),
  'paper – author – paper': chain('paper', WRITES, 'author', WRITES, 'paper'),
  'field – paper': chain('field_of_study', TOPIC, 'paper'),
  'field – paper – cites – paper': chain('field_of_study', TOPIC, 'paper', CITES, 'paper'),
  'paper – field – paper': chain('paper', TOPIC, 'field_of_study', TOPIC, 'paper'),
};
