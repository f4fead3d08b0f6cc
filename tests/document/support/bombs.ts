import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import type { ProblemCode } from '#model/kernel/problem.ts';
import { writePdf } from './written-pdf.ts';

const A4 = { widthPt: 595, heightPt: 842 };

/** Hexadecimal digits of bytes, for a stream that is written as text. */
export function streamOf(bytes: Uint8Array, entries: string): string {
  const hex = Buffer.from(bytes).toString('hex');
  return `<< ${entries} /Length ${hex.length} >>\nstream\n${hex}\nendstream`;
}

/** A stream that inflates to this many megabytes of spaces. */
export function inflating(megabytes: number, rounds: number): Uint8Array {
  const part = deflateRawSync(Buffer.alloc(1 << 20, 0x20), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const end = deflateRawSync(Buffer.alloc(0));
  let bytes: Uint8Array = Buffer.concat([ZLIB, ...Array.from({ length: megabytes }, () => part), end]);
  for (let i = 1; i < rounds; i++) bytes = deflateSync(bytes, { level: 9 });
  return bytes;
}

const ZLIB = Buffer.from([0x78, 0xda]);

/** A document that is expensive to read, with its allowed results: a problem's code, or a picture. */
export interface Bomb {
  readonly ends: readonly ('painted' | ProblemCode)[];
  readonly make: () => Uint8Array<ArrayBuffer>;
}

const painted = (make: Bomb['make']): Bomb => ({ ends: ['painted'], make });
const refused = (ends: ProblemCode, make: Bomb['make']): Bomb => ({ ends: [ends], make });

export const BOMBS: Readonly<Record<string, Bomb>> = {
  'ten thousand pages': refused('document.tooManyPages', () =>
    writePdf(Array.from({ length: 10_000 }, () => ({ ...A4, content: '' }))),
  ),
  'a page tree that holds itself': refused('document.damagedPage', () =>
    replaced(writePdf([{ ...A4, content: '' }]), '/Kids [3 0 R]', '/Kids [2 0 R]'),
  ),
  'a content stream of a gigabyte': painted(() =>
    writePdf(
      [{ ...A4, content: '', entries: '/Contents @1' }],
      [streamOf(inflating(1024, 1), '/Filter [/ASCIIHexDecode /FlateDecode]')],
    ),
  ),
  'a gigabyte, packed twice': painted(() =>
    writePdf(
      [{ ...A4, content: '', entries: '/Contents @1' }],
      [streamOf(inflating(1024, 2), '/Filter [/ASCIIHexDecode /FlateDecode /FlateDecode]')],
    ),
  ),
  'arrays a hundred thousand deep': painted(() =>
    writePdf([{ ...A4, content: '', entries: `/Deep ${'['.repeat(100_000)}${']'.repeat(100_000)}` }]),
  ),
  'a content stream of nested arrays': painted(() =>
    writePdf([{ ...A4, content: `${'['.repeat(500_000)}${']'.repeat(500_000)} TJ` }]),
  ),
  'graphics states a million deep': painted(() => writePdf([{ ...A4, content: 'q '.repeat(1_000_000) }])),
  'a form that draws itself': painted(() =>
    writePdf(
      [{ ...A4, content: '/X Do', resources: '/XObject << /X @1 >>' }],
      [
        '<< /Type /XObject /Subtype /Form /BBox [0 0 500 500] /Resources << /XObject << /X @1 >> >> /Length 5 >>\nstream\n/X Do\nendstream',
      ],
    ),
  ),
  'a form drawn ten thousand million times': refused('document.crashed', () =>
    writePdf([{ ...A4, content: '/X Do', resources: '/XObject << /X @1 >>' }], laughs(10)),
  ),
  'an image of ten thousand pixels squared': {
    // Depends on the speed of the machine.
    ends: ['painted', 'document.timeout'],
    make: () =>
      writePdf(
        [{ ...A4, content: '500 0 0 500 0 0 cm /I Do', resources: '/XObject << /I @1 >>' }],
        [
          streamOf(
            inflating(12, 1),
            '/Type /XObject /Subtype /Image /Width 10000 /Height 10000 /BitsPerComponent 1 /ColorSpace /DeviceGray ' +
              '/Filter [/ASCIIHexDecode /FlateDecode]',
          ),
        ],
      ),
  },
  'an image of four thousand million pixels': painted(() =>
    writePdf(
      [{ ...A4, content: '500 0 0 500 0 0 cm /I Do', resources: '/XObject << /I @1 >>' }],
      [
        streamOf(
          new Uint8Array(1000),
          '/Type /XObject /Subtype /Image /Width 65500 /Height 65500 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /ASCIIHexDecode',
        ),
      ],
    ),
  ),
  'a pattern of tiny tiles': refused('document.timeout', () =>
    writePdf(
      [{ ...A4, content: '/Pattern cs /P scn 0 0 595 842 re f', resources: '/Pattern << /P @1 >>' }],
      [
        '<< /Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.001 /YStep 0.001 /Resources << >> ' +
          '/Length 15 >>\nstream\n0 0 .5 .5 re f \nendstream',
      ],
    ),
  ),
  'a dash pattern without end': painted(() =>
    writePdf([{ ...A4, content: '[0.00001 0.00001] 0 d 0.1 w 0 0 m 595 842 l S '.repeat(200) }]),
  ),
  'object streams in one another': painted(() => objectStreams(300)),
  'cross references that lead in a circle': painted(() => {
    const file = writePdf([{ ...A4, content: '0 0 50 50 re f' }]);
    const start = /startxref\n(\d+)/.exec(Buffer.from(file).toString('latin1'))?.[1] ?? '';
    return replaced(file, '/Root 1 0 R', `/Root 1 0 R /Prev ${start}`);
  }),
  'page trees ten thousand deep': refused('document.damagedPage', () => {
    const deep = Array.from({ length: 10_000 }, (_, i) => `<< /Type /Pages /Count 1 /Kids [@${i + 2}] >>`);
    const file = writePdf([{ ...A4, content: '' }], [...deep, '<< /Type /Page /MediaBox [0 0 100 100] >>']);
    return replaced(file, '/Kids [3 0 R]', '/Kids [5 0 R]');
  }),
  'a font of random bytes': painted(() => withFont(randomBytes(60_000))),
  'a font that begins well': painted(() =>
    withFont(Buffer.concat([Buffer.from('000100000010010000040000', 'hex'), randomBytes(60_000)])),
  ),
  'a font that is cut off': painted(() => withFont(readFileSync(FONT).subarray(0, 9_000))),
  'a font whose glyphs are random': painted(() => {
    const font = Buffer.from(readFileSync(FONT));
    randomBytes(font.length - 4_000).copy(font, 4_000);
    return withFont(font);
  }),
  'a page of a million points squared': refused('document.pageTooLarge', () =>
    writePdf([{ widthPt: 1_000_000, heightPt: 1_000_000, content: '0 0 1000000 1000000 re f' }]),
  ),
};

const FONT = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
);

/** The same bytes in every run. */
function randomBytes(count: number): Buffer {
  const parts: Buffer[] = [];
  for (let i = 0; i * 64 < count; i++) parts.push(createHash('sha512').update(`bytes ${i}`).digest());
  return Buffer.concat(parts).subarray(0, count);
}

/** A page with letters of a font that is embedded as TrueType. */
function withFont(font: Uint8Array): Uint8Array<ArrayBuffer> {
  return writePdf(
    [{ ...A4, content: 'BT /F2 40 Tf 50 500 Td (ABC xyz 123) Tj ET', entries: '/Resources << /Font << /F2 @1 >> >>' }],
    [
      '<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Odd /FirstChar 32 /LastChar 126 /FontDescriptor @2 ' +
        `/Widths [${'600 '.repeat(95)}] >>`,
      '<< /Type /FontDescriptor /FontName /ABCDEF+Odd /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 900 /Descent 0 ' +
        '/CapHeight 700 /StemV 80 /FontFile2 @3 >>',
      streamOf(font, '/Filter /ASCIIHexDecode'),
    ],
  );
}

/** Each of `levels` forms draws the next one ten times. */
function laughs(levels: number): readonly string[] {
  return Array.from({ length: levels }, (_, i) => {
    const content = i === levels - 1 ? '0 0 m 500 500 l S' : '/X Do '.repeat(10);
    const next = i === levels - 1 ? '' : `/Resources << /XObject << /X @${i + 2} >> >>`;
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 500 500] ${next} /Length ${content.length} >>\nstream\n${content}\nendstream`;
  });
}

/** Streams of objects each of which names the next as its continuation, and the last the first. */
function objectStreams(count: number): Uint8Array<ArrayBuffer> {
  const further = Array.from(
    { length: count },
    (_, i) =>
      `<< /Type /ObjStm /N 1 /First 4 /Extends @${((i + 1) % count) + 1} /Length @${((i + 1) % count) + 1} >>\nstream\n9 0 << /A @${i + 1} >>\nendstream`,
  );
  return writePdf([{ ...A4, content: '', entries: '/Contents @1 /Annots @2' }], further);
}

function replaced(file: Uint8Array<ArrayBuffer>, what: string, by: string): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(file).toString('latin1').replace(what, by);
  return new Uint8Array(Buffer.from(text, 'latin1'));
}
