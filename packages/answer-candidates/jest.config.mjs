import preset from '../../tools/jest/preset.mjs';

export default { ...preset, displayName: '@grasp/answer-candidates' };
