import { loadStaticEncoder } from '@grasp/encoders';
import type { KnowledgeBaseChange } from '@grasp/skb';

import type { Terminal } from '../terminal.js';
import { updateKnowledgeBaseFile } from '../update-knowledge-base-file.js';
import { formatUpdate } from './update-report.js';

/** Options of the commands that change a knowledge base file. */
export interface ChangeOptions {
  readonly kb: string;
  readonly strict: boolean;
  /** Seconds to wait while another program changes the file. */
  readonly wait: number;
  readonly json: boolean;
}

/**
 * Makes all of a command's changes, or none, and prints what they were.
 *
 * @param changesOf - Called once; may open the file that is to be changed.
 * @param name - What to call the changes in an error.
 */
export async function makeChanges(
  changesOf: () => AsyncIterable<KnowledgeBaseChange> | Promise<AsyncIterable<KnowledgeBaseChange>>,
  name: string,
  { kb, strict, wait, json }: ChangeOptions,
  { out, signal }: Terminal,
): Promise<void> {
  const start = performance.now();
  const report = await updateKnowledgeBaseFile(kb, await changesOf(), {
    encoder: await loadStaticEncoder({ signal }),
    name,
    strict,
    lockTimeoutMs: 1000 * wait,
    signal,
  });
  const seconds = (performance.now() - start) / 1000;
  if (json) out(JSON.stringify({ file: kb, seconds, report }, undefined, 2));
  else for (const line of formatUpdate(kb, report, seconds)) out(line);
}
