import { TestEnvironment } from 'jest-environment-node';

/**
 * Node's environment with Node's own typed arrays. Jest gives each test file its own, and onnxruntime-node's native part makes
 * tensors of Node's, which its other part then does not take for typed arrays.
 */
export default class OnnxEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    Object.assign(this.global, { Float32Array, Int32Array, BigInt64Array });
  }
}
