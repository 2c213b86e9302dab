export { staticMinilm } from './static-minilm.js';
