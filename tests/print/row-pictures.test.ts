import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImageElement } from '#model/elements/image/image-element.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { toBase64 } from '#model/kernel/base64.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, expectOk, ok } from '#model/kernel/result.ts';
import type { FetchPicture } from '#model/data/pictures/address-pictures.ts';
import type { PictureFile, PictureSet } from '#model/data/pictures/picture-set.ts';
import { readPictureZip } from '#model/data/pictures/picture-zip.ts';
import type { Template } from '#model/template/template.ts';
import type { ExportSetup, RunSetup } from '#protocol/render.ts';
import { createPrintCore, type PrintCore } from '#render-worker/core/create-print-core.ts';
import { createImageLibrary, type ImageLibrary } from '#render-worker/images/image-library.ts';

import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { createSkiaFixture } from '#tests/render/skia-fixture.ts';
import { createTestElement, createTestTemplate, TEST_TIME } from '#tests/support/create-elements.ts';
import { buildZip } from '#tests/support/zip-builder.ts';
import { createPng, createPngBomb } from './create-image-files.ts';
import { columnSource, createRecord } from './create-print-core-fixture.ts';

let core: PrintCore;
let library: ImageLibrary;
beforeAll(async () => {
  const fixture = await createSkiaFixture();
  library = createImageLibrary(fixture.skia);
  core = createPrintCore({ ...fixture, library, zxing: loadZxingInNode });
});
afterAll(() => core.dispose());

const DPI = 203;
/** A picture that is black up to this column of ten. */
const picture = (black: number): Uint8Array => createPng(10, 10, (x) => (x < black ? INK : PAPER));
const INK = [0, 0, 0, 255] as const;
const PAPER = [255, 255, 255, 255] as const;

function createTemplate(fields: Partial<ImageElement> = {}): Template {
  const box = { xMm: 0, yMm: 0, widthMm: 10, heightMm: 10 };
  const image = createTestElement('image', { ...box, sources: [columnSource('file')], oneBit: 'threshold', ...fields });
  return createTestTemplate([image], { widthMm: 10, heightMm: 10 });
}

function setOf(
  files: Readonly<Record<string, Uint8Array>>,
  onRead: (path: string) => void = () => undefined,
): PictureSet {
  const entries = Object.entries(files).map(([path, bytes]) => {
    const file: PictureFile = {
      size: bytes.length,
      slice: () => file,
      arrayBuffer: () => {
        onRead(path);
        return Promise.resolve(new Uint8Array(bytes).buffer);
      },
    };
    return { path, file };
  });
  return { name: 'pictures', entries };
}

const rows = (...files: readonly string[]): ReturnType<typeof createRecord>[] =>
  files.map((file, i) => createRecord(i + 2, { file }));

interface Printed {
  readonly hashes: readonly string[];
  /** The row of each rejected label with the codes of its problems. */
  readonly refused: readonly (readonly [row: number, ...codes: string[]])[];
}

async function print(files: readonly string[], setup: Partial<RunSetup> = {}): Promise<Printed> {
  const { runId } = expectOk(await core.openRun({ template: createTemplate(), dpi: DPI, now: TEST_TIME, ...setup }));
  const { labels, pages } = expectOk(await core.printRecords(runId, rows(...files), 'print'));
  await core.closeRun(runId);
  const refused = labels.flatMap(({ row, problems, verified }) =>
    verified ? [] : [[row, ...problems.map(({ problem }) => problem.code)] as const],
  );
  return { hashes: pages.map(({ pngHash }) => pngHash), refused };
}

/** The dots of an image that has this picture for all rows. */
async function plain(bytes: Uint8Array, fields: Partial<ImageElement> = {}): Promise<string> {
  const asset = hash('sha256', bytes, 'hex') as AssetKey;
  const { sources: _, ...image } = createTemplate(fields).elements[0] as ImageElement;
  const bare = createTestTemplate([{ ...image, asset }], { widthMm: 10, heightMm: 10 });
  const template: Template = { ...bare, assets: new Map([[asset, { mime: 'image/png', bytes }]]) };
  const { hashes } = await print([''], { template });
  return hashes[0] ?? '';
}

async function exported(setup: Omit<ExportSetup, 'dpi' | 'now'>, files: readonly string[]): Promise<readonly string[]> {
  const { runId } = expectOk(await core.openExport({ dpi: DPI, now: TEST_TIME, ...setup }));
  const { pieces } = expectOk(await core.exportRecords(runId, rows(...files), true));
  await core.closeRun(runId);
  return pieces.map((piece) => Buffer.from(piece).toString('latin1'));
}

const FILES = { 'a.png': picture(2), 'b.png': picture(5), 'c.png': picture(8) };

describe('rows with pictures of their own', () => {
  test('three rows print three pictures, each as an image that has it for all rows', async () => {
    const { hashes, refused } = await print(['a.png', 'B', 'folder\\c.PNG'], { pictures: setOf(FILES) });
    expect(refused).toEqual([]);
    expect(hashes).toEqual([await plain(picture(2)), await plain(picture(5)), await plain(picture(8))]);
    expect(new Set(hashes).size).toBe(3);
  });

  test('a picture in base64 needs no folder', async () => {
    const { hashes } = await print([toBase64(picture(5)), `data:image/png;base64,${toBase64(picture(8))}`]);
    expect(hashes).toEqual([await plain(picture(5)), await plain(picture(8))]);
  });

  test.each<Partial<ImageElement>>([
    { displayMode: 'contain', widthMm: 6 },
    { displayMode: 'cover', widthMm: 6 },
    { cropLeft: 0.3, inverted: true, rotation: 90 },
    { mask: 'ellipse', oneBit: 'floydSteinberg', brightness: 30 },
  ])('the edits of the image apply to each picture: %j', async (fields) => {
    const { hashes } = await print(['a.png', 'c.png'], { template: createTemplate(fields), pictures: setOf(FILES) });
    expect(hashes).toEqual([await plain(picture(2), fields), await plain(picture(8), fields)]);
  });

  test('a row without a usable picture is rejected by its number, and never prints another one', async () => {
    const files = {
      ...FILES,
      'x/twice.png': picture(1),
      'y/twice.png': picture(1),
      'text.png': new TextEncoder().encode('no picture'),
      'cut.png': picture(3).subarray(0, 60),
      'bomb.png': createPngBomb(60_000, 60_000),
    };
    const values = ['a.png', 'missing', 'twice', '', 'text', 'cut', 'bomb', 'https://a.example/a.png', 'b.png'];
    const { hashes, refused } = await print(values, { pictures: setOf(files) });
    expect(hashes).toEqual([await plain(picture(2)), await plain(picture(5))]);
    expect(refused).toEqual([
      [3, 'pictures.missing'],
      [4, 'pictures.ambiguous'],
      [5, 'pictures.empty'],
      [6, 'image.wrongType'],
      [7, 'image.corrupt'],
      [8, 'image.tooManyPixels'],
      [9, 'pictures.address'],
    ]);
  });

  test('without a folder every name is a problem, and an allowed empty value prints nothing', async () => {
    const empty = createTestTemplate([], { widthMm: 10, heightMm: 10 });
    const { hashes, refused } = await print(['a.png', ''], { template: createTemplate({ emptyAllowed: true }) });
    expect(refused).toEqual([[2, 'pictures.notChosen']]);
    expect(hashes).toEqual((await print([''], { template: empty })).hashes);
  });

  test('a check and a preflight name the same rows as the run', async () => {
    const pictures = setOf(FILES);
    const template = createTemplate();
    const { runId } = expectOk(await core.openRun({ template, dpi: DPI, pictures }));
    const records = rows('a.png', 'd.png', 'b.png', '');
    for (const found of [await core.checkRecords(runId, records), await core.preflightRecords(runId, records)]) {
      const codes = expectOk(found).map(({ row, problems }) => [row, ...problems.map(({ problem }) => problem.code)]);
      expect(codes).toEqual([
        [3, 'pictures.missing'],
        [5, 'pictures.empty'],
      ]);
    }
    await core.closeRun(runId);
  });

  test('a preflight decodes the picture of each row, and names those that are cut off', async () => {
    const pictures = setOf({ ...FILES, 'cut.png': picture(3).subarray(0, 60) });
    const { runId } = expectOk(await core.openRun({ template: createTemplate(), dpi: DPI, pictures }));
    const found = expectOk(await core.preflightRecords(runId, rows('a.png', 'cut.png', 'b.png')));
    expect(found.map(({ row, problems }) => [row, ...problems.map(({ problem }) => problem.code)])).toEqual([
      [3, 'image.corrupt'],
    ]);
    await core.closeRun(runId);
  });

  test('a sheet has the pictures of its rows in print, PDF and SVG', async () => {
    const sheet = createTemplate();
    const template = { ...sheet, label: { ...sheet.label, columns: 3 } };
    const pictures = setOf(FILES);
    const { hashes } = await print(['a', 'b', 'c', 'a'], { template, pictures });
    expect(hashes).toHaveLength(2);
    const [first = '', second = ''] = await exported({ template, pictures, format: 'svg' }, ['a', 'b', 'c', 'a']);
    expect(first.match(/<image/g)).toHaveLength(3);
    expect(second.match(/<image/g)).toHaveLength(1);
    const [pdf = ''] = await exported({ template, pictures, format: 'pdf-vector' }, ['a', 'b', 'c', 'a']);
    // A picture that is on several pages is in the file once.
    expect(pdf.match(/\/Subtype \/Image/g)).toHaveLength(3);
  });

  test('a fixed name gives every row the same picture of the folder', async () => {
    const template = createTemplate({ sources: [fixedText('b.png')] });
    const { hashes } = await print(['', ''], { template, pictures: setOf(FILES) });
    expect(hashes).toEqual([await plain(picture(5)), await plain(picture(5))]);
  });
});

describe('pictures at addresses', () => {
  const at = (i: number): string => `https://a.example/${i}.png`;

  test('print like the same files, and a failed fetch rejects its row with the reason', async () => {
    const fault = err(problem('pictures.addressStatus', { address: at(2), status: 404 }));
    const fetchPicture: FetchPicture = (address) => Promise.resolve(address === at(1) ? ok(picture(5)) : fault);
    const { runId } = expectOk(await core.openRun({ template: createTemplate(), dpi: DPI }, fetchPicture));
    const records = rows(at(1), at(2), 'ftp://a.example/1.png', ` ${at(1)}`);
    const { labels, pages } = expectOk(await core.printRecords(runId, records, 'print'));
    await core.closeRun(runId);
    expect(pages.map(({ pngHash }) => pngHash)).toEqual([await plain(picture(5)), await plain(picture(5))]);
    expect(labels.map(({ problems }) => problems[0]?.problem.code)).toEqual([
      undefined,
      'pictures.addressStatus',
      'pictures.address',
      undefined,
    ]);
  });

  test('are fetched for the next four rows while a label is made, each once', async () => {
    const asked: string[] = [];
    const open = new Map<string, () => void>();
    const fetchPicture: FetchPicture = (address) => {
      asked.push(address);
      return new Promise((resolve) => open.set(address, () => resolve(ok(picture(5)))));
    };
    const { runId } = expectOk(await core.openRun({ template: createTemplate(), dpi: DPI }, fetchPicture));
    const addresses = [0, 1, 2, 1, 3, 4, 5, 6, 7].map(at);
    const printed = core.printRecords(runId, rows(...addresses), 'print');
    await expect.poll(() => asked.toSorted()).toEqual([0, 1, 2, 3].map(at));
    open.get(at(0))?.();
    await expect.poll(() => asked.toSorted()).toEqual([0, 1, 2, 3, 4].map(at));
    const timer = setInterval(() => open.forEach((answer) => answer()), 1);
    expect(expectOk(await printed).pages).toHaveLength(9);
    clearInterval(timer);
    expect(asked.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map(at));
    await core.closeRun(runId);
  });
});

describe('2,000 rows with pictures', () => {
  test('read each picture once, and leave none in the library', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [`p${i}.png`, createPng(20, 20, (x, y) => (y * 20 + x < i ? INK : PAPER))]),
    );
    const reads: string[] = [];
    const pictures = setOf(files, (path) => reads.push(path));
    const { runId } = expectOk(await core.openRun({ template: createTemplate(), dpi: DPI, pictures }));
    for (let first = 0; first < 2_000; first += 100) {
      const names = Array.from({ length: 100 }, (_, i) => `p${((first + i) * 7) % 200}`);
      const { labels } = expectOk(await core.printRecords(runId, rows(...names), 'print'));
      expect(labels.every(({ verified }) => verified)).toBe(true);
    }
    await core.closeRun(runId);
    expect(reads).toHaveLength(200);
    const keys = Object.values(files).map((bytes) => `row:${hash('sha256', bytes, 'hex')}` as AssetKey);
    expect(keys.filter((key) => library.size(key) !== null)).toEqual([]);
  });

  test('leave none in the library when a run or an export is closed in the middle', async () => {
    const left = new Set<AssetKey>();
    let loans = 0;
    const spied: ImageLibrary = {
      ...library,
      lendFile(key, bytes) {
        left.add(key);
        loans++;
        const takeBack = library.lendFile(key, bytes);
        return () => {
          takeBack();
          if (library.size(key) === null) left.delete(key);
        };
      },
    };
    const fixture = await createSkiaFixture();
    const own = createPrintCore({ ...fixture, library: spied, zxing: loadZxingInNode });
    const names = Array.from({ length: 2_000 }, (_, i) => `${'abc'[i % 3]}.png`);
    for (const kind of ['run', 'export'] as const) {
      const setup = { template: createTemplate({ turnDegrees: 15 }), dpi: DPI, now: TEST_TIME, pictures: setOf(FILES) };
      const opened =
        kind === 'run' ? await own.openRun(setup) : await own.openExport({ ...setup, format: 'pdf-vector' });
      const { runId } = expectOk(opened);
      const work =
        kind === 'run'
          ? own.printRecords(runId, rows(...names), 'print')
          : own.exportRecords(runId, rows(...names), true);
      const before = loans;
      await expect.poll(() => loans - before, { interval: 1 }).toBeGreaterThan(1);
      await own.closeRun(runId);
      const done = await work;
      expect([done.ok, left.size]).toEqual([false, 0]);
      expect(loans - before).toBeLessThan(names.length);
    }
    own.dispose();
  });

  test('that are larger than the memory for them are read again', async () => {
    const noise = createPng(1200, 1200, (x, y) => [
      (x * y * 7919) % 256,
      (x * 31 + y * y) % 256,
      (x ^ (y * 3)) % 256,
      255,
    ]);
    const padded = (i: number): Uint8Array => new Uint8Array(Buffer.concat([noise, Buffer.alloc(12 << 20, i)]));
    const reads: string[] = [];
    const files = Object.fromEntries([0, 1, 2, 3].map((i) => [`p${i}.png`, padded(i)]));
    await print(['p0', 'p1', 'p1', 'p2', 'p3', 'p0'], { pictures: setOf(files, (path) => reads.push(path)) });
    expect(reads).toEqual(['p0.png', 'p1.png', 'p2.png', 'p3.png', 'p0.png']);
  });
});

describe('a zip file', () => {
  const opened = async (bytes: Uint8Array<ArrayBuffer>): Promise<PictureSet> =>
    expectOk(await readPictureZip('a.zip', new Blob([bytes])));
  const PARTS = [
    { name: 'shop/', data: new Uint8Array(0), stored: true },
    { name: 'shop/a.png', data: picture(2) },
    { name: 'b.png', data: picture(5), stored: true },
    { name: '__MACOSX/shop/._a.png', data: picture(1) },
    { name: '.DS_Store', data: picture(1) },
  ];

  test.each([false, true])('gives the pictures and nothing of the system; zip64: %s', async (zip64) => {
    const pictures = await opened(buildZip(PARTS, { zip64 }));
    expect(pictures.entries.map(({ path }) => path)).toEqual(['shop/a.png', 'b.png']);
    const { hashes, refused } = await print(['a', 'b'], { pictures });
    expect(refused).toEqual([]);
    expect(hashes).toEqual([await plain(picture(2)), await plain(picture(5))]);
  });

  test('may have names in code page 437 and in UTF-8 without the flag', async () => {
    const cp437 = Uint8Array.of(0x4d, 0x81, 0x6c, 0x6c, 0x2e, 0x70, 0x6e, 0x67);
    const pictures = await opened(
      buildZip([
        { name: '', rawName: cp437, data: picture(2) },
        { name: '标签.png', data: picture(5) },
      ]),
    );
    expect(pictures.entries.map(({ path }) => path)).toEqual(['Müll.png', '标签.png']);
  });

  test('with encrypted, damaged or lying parts is a problem of their rows only', async () => {
    const zeros = new Uint8Array(30 << 20);
    const pictures = await opened(
      buildZip([
        { name: 'locked.png', data: picture(1), forged: { flags: 1 } },
        { name: 'crc.png', data: picture(1), forged: { crc: 1 } },
        { name: 'method.png', data: picture(1), forged: { method: 14 } },
        { name: 'offset.png', data: picture(1), forged: { offset: 1e9 } },
        { name: 'stated.png', data: picture(1), forged: { bytes: 1e9 } },
        { name: 'bomb.png', data: zeros, forged: { bytes: 100 } },
        { name: 'a.png', data: picture(2) },
      ]),
    );
    const { hashes, refused } = await print(['locked', 'crc', 'method', 'offset', 'stated', 'bomb', 'a'], { pictures });
    expect(hashes).toEqual([await plain(picture(2))]);
    expect(refused.map(([, code = '']) => code.slice('pictures.'.length))).toEqual([
      'encrypted',
      'unreadable',
      'unreadable',
      'unreadable',
      'tooLarge',
      'tooLarge',
    ]);
  });

  test('of 20,000 pictures is opened without reading any', async () => {
    const png = picture(4);
    const parts = Array.from({ length: 20_000 }, (_, i) => ({ name: `p${i}.png`, data: png, stored: true }));
    const pictures = await opened(buildZip(parts));
    const { hashes } = await print(['p0', 'p19999'], { pictures });
    expect(hashes).toEqual([await plain(png), await plain(png)]);
  });

  test('that is none, is cut off or has a wrong directory is a problem, whatever its bytes', async () => {
    const zip = buildZip(PARTS);
    const faulty = [new Uint8Array(0), new TextEncoder().encode('no zip'), zip.slice(0, 100), zip.slice(50)];
    for (const bytes of faulty) {
      expect(await readPictureZip('a.zip', new Blob([bytes]))).toMatchObject({ error: { code: 'pictures.badZip' } });
    }
    for (let at = 0; at < zip.length; at += 3) {
      const changed = zip.with(at, (zip[at] ?? 0) ^ 0xff);
      const read = await readPictureZip('a.zip', new Blob([new Uint8Array(changed)]));
      if (!read.ok) expect(read.error.code).toMatch(/^pictures\.(badZip|tooMany)$/);
    }
  });

  test('that was deleted in the meantime is a problem of the rows', async () => {
    const file: PictureFile = { size: 5, slice: () => file, arrayBuffer: () => Promise.reject(new Error('gone')) };
    const { refused } = await print(['a'], { pictures: { name: 'x', entries: [{ path: 'a.png', file }] } });
    expect(refused).toEqual([[2, 'pictures.unreadable']]);
  });
});
