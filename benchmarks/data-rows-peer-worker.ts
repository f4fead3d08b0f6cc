/** Other readers in a worker of their own; one message with all rows. `drain` only inflates. */
import type { Reader } from './data-rows-page.ts';

async function rowsOf(reader: Exclude<Reader, 'ours'>, blobs: readonly Blob[]): Promise<readonly unknown[]> {
  const [blob] = blobs;
  if (reader === 'drain') {
    for (const packed of blobs) {
      const inflated = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
      while (!(await inflated.read()).done);
    }
    return [];
  }
  if (reader === 'sheetjs') {
    const { read, utils } = await import('xlsx');
    if (blob === undefined) return [];
    const workbook = read(await blob.arrayBuffer(), { type: 'array', dense: true });
    return utils.sheet_to_json(workbook.Sheets[workbook.SheetNames[0] ?? ''] ?? {}, { header: 1 });
  }
  const { readSheet } = await import('read-excel-file/web-worker');
  return blob === undefined ? [] : await readSheet(blob);
}

globalThis.addEventListener(
  'message',
  async (event: MessageEvent<{ readonly reader: Exclude<Reader, 'ours'>; readonly blobs: readonly Blob[] }>) => {
    globalThis.postMessage(await rowsOf(event.data.reader, event.data.blobs), { transfer: [] });
  },
);
