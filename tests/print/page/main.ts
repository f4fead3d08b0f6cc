import type { AssetKey } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import { Sha256 } from '#model/kernel/sha256.ts';
import type { Template } from '#model/template/template.ts';
import type { ExportFormat } from '#protocol/export.ts';
import { createRenderWorker } from '#services/render/create-render-worker.ts';
import { createPrintRenderer } from '#services/render/print-renderer.ts';
import { printHere } from './print-here.ts';

/** A print as plain JSON. */
export interface PrintRequest {
  readonly label: Template['label'];
  readonly elements: Template['elements'];
  readonly assets: readonly (readonly [key: string, bytes: readonly number[]])[];
  readonly records: readonly DataRecord[];
  readonly dpi: number;
}

/** The product's own print worker in this browser: the hashes of its pages. */
async function printHashes(request: PrintRequest): Promise<string[]> {
  const renderer = createPrintRenderer({ createWorker: createRenderWorker });
  const { signal } = new AbortController();
  const run = expectOk(await renderer.openRun({ template: templateOf(request), dpi: request.dpi }, signal));
  const step = expectOk(await run.printRecords(request.records, true, signal));
  renderer.dispose();
  return step.pages.map((page) => page.pngHash);
}

/** The product's own export in this browser: the hashes of the file's chunks. */
async function exportHashes(request: PrintRequest, format: ExportFormat): Promise<string[]> {
  const renderer = createPrintRenderer({ createWorker: createRenderWorker });
  const { signal } = new AbortController();
  const setup = { template: templateOf(request), dpi: request.dpi, format };
  const run = expectOk(await renderer.openExport(setup, signal));
  const step = expectOk(await run.exportRecords(request.records, true, signal));
  renderer.dispose();
  return step.pieces.map((piece) => {
    const hash = new Sha256();
    hash.update(piece);
    return Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('');
  });
}

function templateOf({ label, elements, assets }: PrintRequest): Template {
  const images = assets.map(
    ([key, bytes]) => [key as AssetKey, { mime: 'image/png' as const, bytes: Uint8Array.from(bytes) }] as const,
  );
  return { label, elements, assets: new Map(images) };
}

Object.assign(globalThis, {
  printHashes,
  exportHashes,
  printHere: (request: PrintRequest) => printHere(templateOf(request), request.dpi),
});
