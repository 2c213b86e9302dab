// A sentence encoder of BERT's form as ONNX, for measurements with a better encoder than the static one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { WordPieceTokenizer } from '../../packages/encoders/dist/word-piece-tokenizer.js';
import { openOnnxSession } from '../../packages/rerank/dist/index.js';

const MOST_PIECES = 256;

/**
 * Opens `model.onnx` (inputs `input_ids`, `attention_mask`, `token_type_ids`; first output [1, pieces, numbers]) with `tokenizer.json` of
 * uncased word pieces beside it. `encode(text)` resolves to the mean over the first 256 pieces, of unit length.
 */
export async function openOnnxEncoder(folder) {
  const { vocab } = JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8')).model;
  const pieces = Object.keys(vocab).sort((a, b) => vocab[a] - vocab[b]);
  const tokenizer = new WordPieceTokenizer(pieces.join('\n'), pieces.length, folder);
  const session = await openOnnxSession(join(folder, 'model.onnx'));
  const target = new Int32Array(MOST_PIECES - 2);
  return {
    async encode(text) {
      const count = tokenizer.tokenizeInto(text, target);
      const ids = BigInt64Array.from([vocab['[CLS]'], ...target.subarray(0, count), vocab['[SEP]']], BigInt);
      const tensor = (data) => ({ type: 'int64', data, dims: [1, ids.length] });
      const output = await session.run({
        input_ids: tensor(ids),
        attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
        token_type_ids: tensor(new BigInt64Array(ids.length)),
      });
      const { data, dims } = Object.values(output)[0];
      const sum = new Float32Array(dims[2]);
      data.forEach((value, place) => (sum[place % sum.length] += value));
      const length = Math.hypot(...sum);
      return sum.map((value) => value / length);
    },
  };
}
