import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectOk, type Result } from '#model/kernel/result.ts';
import type { DocumentInfo } from '#model/document/document-file.ts';
import type { DocumentWorkerApi } from '#protocol/document.ts';
import { createBadPng, createJpeg, createPng, createPngBomb } from '../print/create-image-files.ts';
import { createDocuments, createPageLabel, labelDots, openBytes } from './support/documents.ts';
import { writePdf } from './support/written-pdf.ts';

const SOUND = writePdf([
  { widthPt: 200, heightPt: 100, content: 'BT /F1 24 Tf 20 40 Td (Secret 42) Tj ET 0 0 50 10 re f' },
  { widthPt: 100, heightPt: 200, content: '0 0 50 50 re f' },
]);

let documents: DocumentWorkerApi<Blob>;
beforeAll(async () => {
  documents = await createDocuments();
});

const codeOf = (result: Result<DocumentInfo>): string | null => (result.ok ? null : result.error.code);

/** The file encrypted by an independent program. */
function encrypted(bits: '40' | '128' | '256', ...more: readonly string[]): Uint8Array<ArrayBuffer> {
  const folder = mkdtempSync(join(tmpdir(), 'labelwright-encrypted-'));
  try {
    const [from, to] = [join(folder, 'plain.pdf'), join(folder, 'encrypted.pdf')];
    writeFileSync(from, SOUND);
    execFileSync('qpdf', ['--allow-weak-crypto', '--encrypt', 'häslein', 'owner', bits, ...more, '--', from, to]);
    return new Uint8Array(readFileSync(to));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('a document with a password', () => {
  test.each([
    ['RC4 of 40 bits', '40', []],
    ['RC4 of 128 bits', '128', ['--use-aes=n']],
    ['AES of 128 bits', '128', ['--use-aes=y']],
    ['AES of 256 bits', '256', []],
  ] as const)('%s asks for it, tells a wrong one, and opens by either right one', async (_, bits, more) => {
    const file = encrypted(bits, ...more);
    expect(codeOf(await openBytes(documents, file))).toBe('document.passwordNeeded');
    expect(codeOf(await openBytes(documents, file, 'wrong'))).toBe('document.passwordWrong');
    const info = expectOk(await openBytes(documents, file, bits === '256' ? 'häslein' : 'owner'));
    expect(info.pages).toHaveLength(2);
    const label = createPageLabel(info.document, 0);
    const plain = expectOk(await openBytes(documents, SOUND));
    const dots = labelDots(40, 20, 203);
    const [ours, theirs] = [
      await documents.label(label, dots),
      await documents.label({ ...label, document: plain.document }, dots),
    ];
    expect(expectOk(ours).grey).toEqual(expectOk(theirs).grey);
  });
});

describe('a file that is no document', () => {
  const zip = new Uint8Array([...Buffer.from('PK\u0003\u0004'), ...new Uint8Array(200)]);
  test.each([
    ['nothing', new Uint8Array(0), 'document.empty'],
    ['only white space', new Uint8Array([0x20, 0x0a, 0x20]), 'document.empty'],
    ['a zip file', zip, 'document.unknownKind'],
    ['a program', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0]), 'document.unknownKind'],
    ['a PDF header alone', Buffer.from('%PDF-1.7\n'), 'document.damaged'],
    [
      'half a PDF without pages',
      Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF'),
      'document.damaged',
    ],
    ['a picture without its end', createPng(20, 20, () => [0, 0, 0, 255]).subarray(0, 60), 'image.corrupt'],
    ['a picture whose pixels are none', createBadPng(), 'image.corrupt'],
    ['half a JPEG', createJpeg(1).subarray(0, -20), 'image.corrupt'],
    ['a JPEG whose size is nought', jpegOfNothing(), 'image.corrupt'],
    ['a picture of a hundred thousand pixels squared', createPngBomb(100_000, 100_000), 'document.pictureTooLarge'],
    ['fifty megabytes of text in one line', Buffer.alloc(50 * 1024 * 1024, 'label '), 'document.tooLarge'],
    ['a picture of a million pixels squared', createPngBomb(1_000_000, 1_000_000), 'document.pictureTooLarge'],
  ])('%s is refused by name', async (_, bytes, code) => {
    expect(codeOf(await openBytes(documents, new Uint8Array(bytes)))).toBe(code);
  });

  test('reports missing pages by number', async () => {
    const { document } = expectOk(await openBytes(documents, SOUND));
    const label = await documents.label(createPageLabel(document, 2), labelDots(20, 20, 203));
    expect(label).toMatchObject({ ok: false, error: { code: 'document.noPage', params: { page: 3 } } });
    const closed = await documents.label(createPageLabel('sha256:00' as typeof document, 0), labelDots(20, 20, 203));
    expect(closed).toMatchObject({ ok: false, error: { code: 'document.notOpen' } });
  });

  test('rejects a label of too many dots before it is painted', async () => {
    const { document } = expectOk(await openBytes(documents, SOUND));
    const label = await documents.label(createPageLabel(document, 0), labelDots(2_000, 2_000, 600));
    expect(label).toMatchObject({ ok: false, error: { code: 'document.labelTooLarge' } });
  });
});

/** A JPEG whose header has no rows. */
function jpegOfNothing(): Uint8Array {
  const jpeg = Buffer.from(createJpeg(1));
  const frame = jpeg.findIndex((byte, i) => byte === 0xff && [0xc0, 0xc1, 0xc2].includes(jpeg[i + 1] ?? 0));
  jpeg.writeUInt16BE(0, frame + 5);
  return jpeg;
}

describe('a text in an odd encoding', () => {
  const TEXT = '发货单 第七号 上海市 中国\n北京路 一百号 邮政编码\n'.repeat(4);
  const utf16 = (isBig: boolean): Buffer => {
    const bytes = Buffer.from(`\ufeff${TEXT}`, 'utf16le');
    return isBig ? bytes.swap16() : bytes;
  };
  test.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16, little end first', utf16(false)],
    ['UTF-16, big end first', utf16(true)],
    ['GB18030', execFileSync('iconv', ['-f', 'UTF-8', '-t', 'GB18030'], { input: TEXT })],
  ])('%s looks as it does in UTF-8', async (_, bytes) => {
    expect(await pageOf(bytes)).toEqual(await pageOf(Buffer.from(TEXT)));
  });

  test('Latin-1 looks the same as in UTF-8', async () => {
    const text = 'Müller & Söhne, Straße 12, Köln; für Größe und Maß\n'.repeat(4);
    expect(await pageOf(Buffer.from(text, 'latin1'))).toEqual(await pageOf(Buffer.from(text)));
  });

  async function pageOf(bytes: Uint8Array): Promise<Uint8Array> {
    const { document, kind } = expectOk(await openBytes(documents, new Uint8Array(bytes)));
    expect(kind).toBe('text');
    const { grey } = expectOk(await documents.plane(document, 0, 4));
    expect(grey.some((dot) => dot < 128)).toBe(true);
    return grey;
  }
});

describe('a damaged document', () => {
  test('opens or is rejected when cut off anywhere, and nothing else happens', async () => {
    const ends = new Set<string>();
    for (let length = 20; length < SOUND.length; length += 23) {
      const opened = await openBytes(documents, SOUND.slice(0, length));
      ends.add(codeOf(opened) ?? 'opened');
      if (opened.ok) await documents.close(opened.value.document);
    }
    expect([...ends].filter((end) => !['opened', 'document.damaged'].includes(end))).toEqual([]);
    expect(ends).toContain('document.damaged');
  });

  test('is painted or rejected when its bytes were changed, and the next one opens', async () => {
    const changes = fc.array(fc.tuple(fc.nat(SOUND.length - 1), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(changes, async (changed) => {
        const file = SOUND.slice();
        for (const [at, byte] of changed) file[at] = byte;
        const opened = await openBytes(documents, file);
        if (!opened.ok) return void expect(opened.error.code).toMatch(/^(document|image)\./);
        const label = await documents.label(createPageLabel(opened.value.document, 0), labelDots(20, 20, 203));
        if (!label.ok) expect(label.error.code).toMatch(/^document\./);
        await documents.close(opened.value.document);
      }),
      { numRuns: 300 },
    );
    expect((await openBytes(documents, SOUND)).ok).toBe(true);
  });
});
