import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DocumentInfo } from '#model/document/document-file.ts';
import type { DocumentWorkerApi } from '#protocol/document.ts';
import { createDocumentCore } from '#document-worker/document-core.ts';
import { loadPdfiumInNode } from '#document-worker/pdfium/load-pdfium-node.ts';
import { createNodeFontReader } from '#document-worker/read-fonts-node.ts';
import type { DocumentArguments } from './document-options.ts';

/** A document that is open in this thread. */
export interface OpenDocument {
  readonly documents: DocumentWorkerApi<Blob>;
  readonly info: DocumentInfo;
}

/** Problems: `file.unreadable` and those of `DocumentWorkerApi.open`, with the file's path. */
export async function openDocument({ path, password }: DocumentArguments): Promise<Result<OpenDocument>> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return err(problem('file.unreadable', { file: path }, path));
  const documents = createDocumentCore(await loadPdfiumInNode(), createNodeFontReader());
  const info = await documents.open(new Blob([new Uint8Array(bytes)]), basename(path), password);
  return info.ok ? ok({ documents, info: info.value }) : err({ ...info.error, path });
}
