import { afterEach, describe, expect, test, vi } from 'vitest';
import { bitmapAsPng } from '#app/documents/bitmap-as-png.ts';
import { expectOk, ok } from '#model/kernel/result.ts';
import { createDocumentClient, type DocumentClient } from '#services/document/document-client.ts';
import { handleOf } from '#services/worker-handle.ts';
import { createPng } from '../print/create-image-files.ts';
import { createThreadWorker } from '../support/thread-worker.ts';
import { BOMBS } from './support/bombs.ts';
import { createDocuments, createPageLabel, labelDots, opened } from './support/documents.ts';
import { writePdf } from './support/written-pdf.ts';

const THREAD = new URL('../../headless/documents/document-thread.ts', import.meta.url);
const MEGABYTE = 1024 ** 2;
const SOUND = writePdf([{ widthPt: 100, heightPt: 100, content: '0 0 50 50 re f' }]);
/** Painting it would take hours. */
const ENDLESS = BOMBS['a pattern of tiny tiles']?.make() ?? new Uint8Array();

const clients: DocumentClient[] = [];
afterEach(() => clients.splice(0).forEach((client) => client.dispose()));

/** A client with the product's own limits, and the number of workers that it has started. */
function createClient(): { readonly client: DocumentClient; readonly workers: () => number } {
  let workers = 0;
  const client = createDocumentClient({
    createWorker: () => {
      workers++;
      return handleOf(createThreadWorker(THREAD));
    },
    store: { put: () => Promise.resolve(ok(null)), get: () => Promise.resolve(ok(null)) },
  });
  clients.push(client);
  return { client, workers: () => workers };
}

const fileOf = (bytes: Uint8Array<ArrayBuffer>, name: string): File => new File([bytes], name);

/** Growth of this process in megabytes. */
async function megabytesFor(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  await work();
  clearInterval(watch);
  return (most - before) / MEGABYTE;
}

describe('a label that is canceled while it is painted', () => {
  test('neither delays the next document until its limit, nor aborts it', async () => {
    const { client, workers } = createClient();
    const { document } = expectOk(await client.open(fileOf(ENDLESS, 'endless.pdf'), null));
    const cancel = new AbortController();
    const painted = client.label(createPageLabel(document, 0), labelDots(100, 150, 203), cancel.signal);
    // The request is with the worker before the next one comes.
    await new Promise((resolve) => setTimeout(resolve, 200));
    cancel.abort();
    expect(await painted).toMatchObject({ ok: false, error: { code: 'aborted' } });
    expect((await client.open(fileOf(SOUND, 'sound.pdf'), null)).ok).toBe(true);
    expect(workers()).toBe(2);
  });

  test('costs no worker when it is painted soon', async () => {
    const { client, workers } = createClient();
    const { document } = expectOk(await client.open(fileOf(SOUND, 'sound.pdf'), null));
    for (let i = 0; i < 5; i++) {
      const cancel = new AbortController();
      const painted = client.label(createPageLabel(document, 0), labelDots(20, 20, 203), cancel.signal);
      await Promise.resolve();
      cancel.abort();
      expect(await painted).toMatchObject({ ok: false, error: { code: 'aborted' } });
    }
    expect((await client.label(createPageLabel(document, 0), labelDots(20, 20, 203))).ok).toBe(true);
    expect(workers()).toBe(1);
  });
});

describe('a file that asks for more memory than it has bytes', () => {
  test('counts sixteen million pages of text without keeping them', async () => {
    const text = new Uint8Array(Buffer.alloc(32 * MEGABYTE, 'a\f'));
    const { client } = createClient();
    await client.open(fileOf(SOUND, 'sound.pdf'), null);
    const megabytes = await megabytesFor(async () => {
      const refused = await client.open(fileOf(text, 'pages.txt'), null);
      expect(refused).toMatchObject({ error: { code: 'document.tooManyPages', params: { most: 5000 } } });
    });
    // Kept, they take 1,950.
    expect(megabytes).toBeLessThan(800);
  });

  test('does not list eight million empty chunks of a picture', async () => {
    const png = Buffer.from(createPng(20, 20, () => [0, 0, 0, 255]));
    const pixels = png.indexOf('IDAT') - 4;
    const empty = Buffer.from('000000004944415435af061e', 'hex');
    const chunks = Buffer.alloc(8_000_000 * empty.length, empty);
    const bytes = new Uint8Array(Buffer.concat([png.subarray(0, pixels), chunks, png.subarray(pixels)]));
    const { client } = createClient();
    await client.open(fileOf(SOUND, 'sound.pdf'), null);
    const megabytes = await megabytesFor(async () => {
      expect((await client.open(fileOf(bytes, 'chunks.png'), null)).ok).toBe(true);
    });
    // Six copies of the file on its way to pdfium; listed, the chunks take a gigabyte more.
    expect(megabytes).toBeLessThan(700);
  });

  test('the metadata of a document does not get into the page', async () => {
    const long = `/Info << /Title (${'A'.repeat(20_000_000)}) /Producer (${'P'.repeat(20_000_000)}) >>`;
    const text = Buffer.from(SOUND).toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R ${long}`);
    const info = expectOk(
      await createClient().client.open(fileOf(new Uint8Array(Buffer.from(text, 'latin1')), 'title.pdf'), null),
    );
    expect(JSON.stringify(info).length).toBeLessThan(1000);
  });

  test('rejects a bitmap with a declared size of a hundred thousand pixels squared before the browser decodes it', async () => {
    const head = Buffer.alloc(54);
    head.write('BM');
    head.writeUInt32LE(40, 14);
    head.writeInt32LE(100_000, 18);
    head.writeInt32LE(-100_000, 22);
    const refused = await bitmapAsPng(fileOf(new Uint8Array(head), 'large.bp'));
    expect(refused).toMatchObject({ ok: false, error: { code: 'document.pictureTooLarge' } });
    const cut = await bitmapAsPng(fileOf(new Uint8Array(head.subarray(0, 20)), 'cut.bp'));
    expect(cut).toMatchObject({ ok: false, error: { code: 'image.corrupt' } });
  });
});

describe('a page that is split into elements', () => {
  async function objectsOf(content: string): Promise<number> {
    const documents = await createDocuments();
    const { document } = await opened(documents, writePdf([{ widthPt: 400, heightPt: 400, content }]));
    const label = createPageLabel(document, 0);
    return expectOk(await documents.takeApart(label, labelDots(140, 140, 203), [])).objects.length;
  }

  test('stays a picture when it has a hundred thousand objects, and these are not compared', async () => {
    const lines = Array.from({ length: 50_000 }, (_, i) => {
      const [x, y] = [i % 390, Math.floor(i / 390)];
      return `0 g ${x} ${y} 1 1 re f 1 1 0 rg ${x} ${200 + y} 1 1 re f`;
    });
    const before = process.threadCpuUsage().user;
    expect(await objectsOf(lines.join('\n'))).toBe(0);
    // Microseconds of CPU time; comparing each with each takes more than a minute.
    expect(process.threadCpuUsage().user - before).toBeLessThan(15_000_000);
    expect(await objectsOf(lines.slice(0, 10).join('\n'))).toBe(10);
  });

  test('gives no element a text of a hundred thousand letters', async () => {
    const text = (letters: number): string =>
      `BT /F1 1 Tf 0.01 0 0 200 20 200 Tm (${'Label'.repeat(letters / 5)}) Tj ET`;
    expect(await objectsOf(text(100))).toBe(1);
    expect(await objectsOf(text(100_000))).toBe(0);
  });
});

test('a document fetches nothing, runs nothing and opens nothing', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', (...given: unknown[]) => {
    asked.push(given);
    return Promise.reject(new Error('no network'));
  });
  try {
    const documents = await createDocuments();
    const uri = '<< /S /URI /URI (http://127.0.0.1:9/uri) >>';
    const run = '<< /S /JavaScript /JS (app.launchURL\\("http://127.0.0.1:9/js"\\); while \\(true\\) {}) >>';
    const launch = '<< /S /Launch /F (/bin/true) /Win << /F (cmd.exe) >> >>';
    const away = '<< /S /GoToR /F << /FS /URL /F (http://127.0.0.1:9/other.pdf) >> /D [0 /Fit] >>';
    const submit = '<< /S /SubmitForm /F << /FS /URL /F (http://127.0.0.1:9/form) >> >>';
    const file = writePdf(
      [
        {
          widthPt: 100,
          heightPt: 100,
          content: '/X Do 0 0 50 50 re f',
          resources: '/XObject << /X @1 >>',
          entries: `/AA << /O ${run} /C ${launch} >> /Annots [@2 @3 @4] /Contents @5`,
        },
      ],
      [
        '<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 8 /ColorSpace /DeviceGray ' +
          '/F << /FS /URL /F (http://127.0.0.1:9/picture) >> /FFilter /DCTDecode /Length 0 >>\nstream\n\nendstream',
        `<< /Type /Annot /Subtype /Link /Rect [0 0 100 100] /A ${uri} /AA << /PO ${away} >> >>`,
        `<< /Type /Annot /Subtype /Widget /FT /Tx /Rect [0 0 100 100] /A ${submit} /AA << /F ${run} /K ${run} /C ${run} >> >>`,
        '<< /Type /Annot /Subtype /Movie /Rect [0 0 9 9] /Movie << /F (http://127.0.0.1:9/movie) >> >>',
        '<< /F << /FS /URL /F (http://127.0.0.1:9/content) >> /Length 0 >>\nstream\n\nendstream',
      ],
    );
    const xfa = '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><script>while(true);</script></xdp:xdp>';
    const text = Buffer.from(file)
      .toString('latin1')
      .replace(
        '/Type /Catalog',
        `/Type /Catalog /OpenAction ${run} /AA << /WC ${launch} >> /NeedsRendering true ` +
          `/Names << /JavaScript << /Names [(a) ${run}] >> >> /AcroForm << /XFA (${xfa}) /Fields [] >>`,
      );
    const { document } = await opened(documents, new Uint8Array(Buffer.from(text, 'latin1')));
    expect((await documents.label(createPageLabel(document, 0), labelDots(30, 30, 203))).ok).toBe(true);
    expect(asked).toEqual([]);
  } finally {
    vi.unstubAllGlobals();
  }
});
