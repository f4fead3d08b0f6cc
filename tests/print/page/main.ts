import type { AssetKey } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { Template } from '#model/template/template.ts';
import { createRenderWorker } from '#services/render/create-render-worker.ts';
import { createPrintRenderer } from '#services/render/print-renderer.ts';

/** A print as plain JSON. */
export interface PrintRequest {
  readonly label: Template['label'];
  readonly elements: Template['elements'];
  readonly assets: readonly (readonly [key: string, bytes: readonly number[]])[];
  readonly records: readonly DataRecord[];
  readonly dpi: number;
}

/** The product's own print worker in this browser: the hashes of its pages. */
async function printHashes({ label, elements, assets, records, dpi }: PrintRequest): Promise<string[]> {
  const renderer = createPrintRenderer({ createWorker: createRenderWorker });
  const { signal } = new AbortController();
  const images = new Map(
    assets.map(([key, bytes]) => [key as AssetKey, { mime: 'image/png' as const, bytes: Uint8Array.from(bytes) }]),
  );
  const run = expectOk(await renderer.openRun({ template: { label, elements, assets: images }, dpi }, signal));
  const step = expectOk(await run.printRecords(records, true, signal));
  renderer.dispose();
  return step.pages.map((page) => page.bitsHash);
}

Object.assign(globalThis, { printHashes });
