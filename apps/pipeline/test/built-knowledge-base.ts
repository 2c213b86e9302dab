import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { loadStaticEncoder } from '@grasp/encoders';
import { openSource } from '@grasp/skb';
import type { ImportReport } from '@grasp/skb';

import { buildKnowledgeBase } from '../src/index.js';

/** A folder under the data sets of the repository. */
export const datasetFolder = (name: string): string => join(__dirname, '../../../datasets', name);

/** A temporary folder that `remove` takes away again. */
export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'grasp-pipeline-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Builds a data set into a file. */
export async function buildDataset(name: string, file: string): Promise<ImportReport> {
  return buildKnowledgeBase(await openSource(datasetFolder(name)), file, { encoder: await loadStaticEncoder() });
}
