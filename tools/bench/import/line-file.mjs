import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

const BUFFERED_BYTES = 1 << 20;

/** Writes lines to a file, and waits when the disk is slower. */
export class LineFile {
  constructor(path) {
    this.stream = createWriteStream(path);
    this.lines = [];
    this.length = 0;
  }

  /** Whether {@link flush} is due. */
  write(line) {
    this.lines.push(line);
    this.length += line.length + 1;
    return this.length >= BUFFERED_BYTES;
  }

  async flush() {
    if (this.lines.length === 0) return;
    const text = `${this.lines.join('\n')}\n`;
    [this.lines, this.length] = [[], 0];
    if (!this.stream.write(text)) await once(this.stream, 'drain');
  }

  async close() {
    await this.flush();
    this.stream.end();
    await once(this.stream, 'finish');
  }
}
