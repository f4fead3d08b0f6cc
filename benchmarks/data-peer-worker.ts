/** SheetJS in a worker, as its documentation advises for large files: dense sheets, one message with all rows. */
import { read, utils } from 'xlsx';

globalThis.addEventListener('message', async (event: MessageEvent<Blob | null>) => {
  if (event.data === null) {
    globalThis.postMessage(null, { transfer: [] });
    return;
  }
  const workbook = read(await event.data.arrayBuffer(), { type: 'array', dense: true });
  const sheet = workbook.Sheets[workbook.SheetNames[0] ?? ''] ?? {};
  globalThis.postMessage(utils.sheet_to_json(sheet, { header: 1 }), { transfer: [] });
});
