import { inflating, streamOf, type Bomb } from './bombs.ts';
import { bareFont, fontMadeOfItself, jbig2, jpeg, jpeg2000 } from './hostile-parts.ts';
import { writePdf } from './written-pdf.ts';

const A4 = { widthPt: 595, heightPt: 842 };
const painted = (make: Bomb['make']): Bomb => ({ ends: ['painted'], make });

/** A4 with these entries of `/Resources`. */
function page(content: string, resources = '', further: readonly string[] = []): Uint8Array<ArrayBuffer> {
  return writePdf([{ ...A4, content, resources }], further);
}

function withEntries(entries: string, further: readonly string[] = []): Uint8Array<ArrayBuffer> {
  return writePdf([{ ...A4, content: '0 0 50 50 re f', entries }], further);
}

function sized(box: string): Uint8Array<ArrayBuffer> {
  const plain = Buffer.from(writePdf([{ ...A4, content: '0 0 50 50 re f' }])).toString('latin1');
  return latin1(plain.replace('/MediaBox [0 0 595 842]', box));
}

/** A4 with an image of these entries and bytes. */
function imaged(entries: string, bytes: Uint8Array = new Uint8Array(100)): Uint8Array<ArrayBuffer> {
  const image = streamOf(bytes, `/Type /XObject /Subtype /Image ${entries}`);
  return page('500 0 0 500 0 0 cm /I Do', '/XObject << /I @1 >>', [image]);
}

function shaded(entries: string, further: readonly string[] = []): Uint8Array<ArrayBuffer> {
  return page('/S sh', `/Shading << /S << ${entries} >> >>`, further);
}

function stream(content: string, entries = ''): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

function calculator(program: string, inputs = 1): string {
  return stream(program, `/FunctionType 4 /Domain [${'0 1 '.repeat(inputs)}] /Range [0 1 0 1 0 1]`);
}

function latin1(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

/** A file whose cross references are a stream with these entries. */
function streamedReferences(entries: string): Uint8Array<ArrayBuffer> {
  const head =
    '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n' +
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>\nendobj\n';
  const references = stream('', `/Type /XRef /Root 1 0 R ${entries}`);
  return latin1(`${head}4 0 obj\n${references}\nendobj\nstartxref\n${head.length}\n%%EOF\n`);
}

/** Page trees each of which holds the next ten times. */
function treesOfTrees(levels: number, count: number): Uint8Array<ArrayBuffer> {
  const trees = Array.from(
    { length: levels },
    (_, i) => `<< /Type /Pages /Count ${count} /Kids [${`@${(i + 1) % levels === 0 ? levels : i + 2} `.repeat(10)}] >>`,
  );
  const text = Buffer.from(writePdf([{ ...A4, content: '' }], trees)).toString('latin1');
  return latin1(text.replace('/Count 1 /Kids [3 0 R]', `/Count ${count} /Kids [5 0 R]`));
}

const GROUP = '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency /CS /DeviceGray >>';

/** Pages inside a file that are expensive to read. */
export const HOSTILE_PAGES: Readonly<Record<string, Bomb>> = {
  'half a million objects': painted(() => {
    const text = Buffer.from(withEntries('')).toString('latin1');
    const objects = Array.from({ length: 500_000 }, (_, i) => `${i + 9} 0 obj\n<< /A [${i}] >>\nendobj\n`).join('');
    return latin1(text.replace('xref\n', `${objects}\nxref\n`));
  }),
  'cross references for two thousand million objects': {
    ends: ['painted', 'document.damaged', 'document.crashed'],
    make: () => streamedReferences('/Size 2147483647 /Index [0 2147483647] /W [1 4 2]'),
  },
  'cross references with fields of two thousand million bytes': {
    ends: ['painted', 'document.damaged'],
    make: () => streamedReferences('/Size 5 /W [2147483647 2147483647 2147483647]'),
  },
  'two page trees that hold each other': {
    ends: ['document.damagedPage', 'document.damaged'],
    make: () => {
      const trees = [
        '<< /Type /Pages /Count 5000 /Parent @2 /Kids [@2 @2] >>',
        '<< /Type /Pages /Count 5000 /Parent @1 /Kids [@1 @1] >>',
      ];
      const text = Buffer.from(writePdf([{ ...A4, content: '' }], trees)).toString('latin1');
      return latin1(text.replace('/Count 1 /Kids [3 0 R]', '/Count 5000 /Kids [5 0 R]'));
    },
  },
  'page trees that hold one another ten times': {
    ends: ['document.timeout'],
    make: () => treesOfTrees(12, 5000),
  },
  'a tree that says it has two thousand million pages': {
    ends: ['document.tooManyPages', 'painted', 'document.damaged'],
    make: () => {
      const text = Buffer.from(withEntries('')).toString('latin1');
      return latin1(text.replace('/Count 1 ', '/Count 2147483647 '));
    },
  },
  'a tree that says it has five thousand pages': painted(() => {
    const text = Buffer.from(withEntries('')).toString('latin1');
    return latin1(text.replace('/Count 1 ', '/Count 5000 '));
  }),
  'a page of 200 inches': painted(() => sized('/MediaBox [0 0 14400 14400]')),
  'a page of 200 inches in units of a thousand': {
    ends: ['painted', 'document.pageTooLarge'],
    make: () => sized('/MediaBox [0 0 14400 14400] /UserUnit 75000'),
  },
  'a page of a thousand million points': {
    ends: ['document.pageTooLarge'],
    make: () => sized('/MediaBox [0 0 1000000000 1000000000]'),
  },
  'a page whose box is turned round': painted(() => sized('/MediaBox [595 842 0 0]')),
  'a page whose box is empty': { ends: ['painted', 'document.damagedPage'], make: () => sized('/MediaBox [5 5 5 5]') },
  'a page whose box is no numbers': {
    ends: ['painted', 'document.damagedPage'],
    make: () => sized('/MediaBox [nan inf /A (b)]'),
  },
  'a page whose box is beyond all numbers': {
    ends: ['painted', 'document.damagedPage', 'document.pageTooLarge'],
    make: () => sized(`/MediaBox [-1${'0'.repeat(60)} 0 1${'0'.repeat(60)} 842]`),
  },
  'a page whose crop box lies outside of it': {
    ends: ['painted', 'document.damagedPage', 'document.pageTooLarge'],
    make: () => sized('/MediaBox [0 0 595 842] /CropBox [-1000000000 -1000000000 -999999000 -999999000]'),
  },
  'ten gigabytes, packed five times': {
    ends: ['painted', 'document.crashed'],
    make: () =>
      writePdf(
        [{ ...A4, content: '', entries: '/Contents @1' }],
        [streamOf(inflating(10_240, 5), `/Filter [/ASCIIHexDecode ${'/FlateDecode '.repeat(5)}]`)],
      ),
  },
  'a thousand filters one after another': {
    ends: ['painted', 'document.crashed'],
    make: () =>
      withEntries('/Contents @1', [stream('61626364>'.repeat(1000), `/Filter [${'/ASCIIHexDecode '.repeat(1000)}]`)]),
  },
  'a JPEG 2000 image of a hundred thousand pixels squared': painted(() =>
    imaged('/Width 100000 /Height 100000 /Filter [/ASCIIHexDecode /JPXDecode]', jpeg2000(100_000, 100_000)),
  ),
  'a JBIG2 image of a hundred thousand pixels squared': painted(() =>
    imaged(
      '/Width 100000 /Height 100000 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter [/ASCIIHexDecode /JBIG2Decode]',
      jbig2(100_000, 100_000),
    ),
  ),
  'a JBIG2 image of sixty thousand pixels squared': {
    ends: ['painted', 'document.crashed', 'document.timeout'],
    make: () =>
      imaged(
        '/Width 60000 /Height 60000 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter [/ASCIIHexDecode /JBIG2Decode]',
        jbig2(60_000, 60_000),
      ),
  },
  'a fax of sixty thousand dots squared': {
    ends: ['painted', 'document.crashed', 'document.timeout'],
    make: () =>
      imaged(
        '/Width 60000 /Height 60000 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter [/ASCIIHexDecode /CCITTFaxDecode] ' +
          '/DecodeParms [null << /K -1 /Columns 60000 /Rows 60000 >>]',
        new Uint8Array(8_000).fill(0xff),
      ),
  },
  'a JPEG that says it has 65,500 pixels squared': {
    ends: ['painted', 'document.timeout'],
    make: () =>
      imaged(
        '/Width 65500 /Height 65500 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter [/ASCIIHexDecode /DCTDecode]',
        jpeg(65_500, 65_500),
      ),
  },
  'an image whose mask has a mask': painted(() =>
    imaged('/Width 8 /Height 8 /BitsPerComponent 8 /ColorSpace /DeviceGray /SMask @1 /Mask @1 /Filter /ASCIIHexDecode'),
  ),
  'colours that are defined by themselves': painted(() =>
    page('/C cs 1 scn 0 0 500 500 re f', '/ColorSpace << /C @1 >>', ['[/Separation /Spot @1 @2]', calculator('{ }')]),
  ),
  'colours indexed in one another': {
    ends: ['painted', 'document.crashed'],
    make: () =>
      page('/C cs 1 sc 0 0 500 500 re f', '/ColorSpace << /C @1 >>', [
        ...Array.from({ length: 3000 }, (_, i) => `[/Indexed @${i + 2} 2147483647 <00>]`),
        '/DeviceGray',
      ]),
  },
  'a tiling pattern that paints with itself': painted(() =>
    page('/Pattern cs /P scn 0 0 595 842 re f', '/Pattern << /P @1 >>', [
      stream(
        '/Pattern cs /P scn 0 0 20 20 re f',
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 20 20] /XStep 20 /YStep 20 /Resources << /Pattern << /P @1 >> >>',
      ),
    ]),
  ),
  'tiling patterns in one another': {
    ends: ['painted', 'document.timeout', 'document.crashed'],
    make: () =>
      page(
        '/Pattern cs /P scn 0 0 595 842 re f',
        '/Pattern << /P @1 >>',
        Array.from({ length: 12 }, (_, i) =>
          stream(
            '/Pattern cs /P scn 0 0 200 200 re f',
            `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 200 200] /XStep 7 /YStep 7 /Resources << /Pattern << /P @${i + 2} >> >>`,
          ),
        ),
      ),
  },
  'a glyph that is text of its own font': painted(() =>
    withEntries('/Resources << /Font << /F @1 >> >> /Contents @3', [
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0] /CharProcs << /a @2 >> ' +
        '/Encoding << /Type /Encoding /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1000] /Resources << /Font << /F @1 >> >> >>',
      stream(`1000 0 d0 BT /F 900 Tf (${'a'.repeat(50)}) Tj ET 0 0 500 500 re f`),
      stream('BT /F 40 Tf 50 500 Td (aaaa) Tj ET'),
    ]),
  ),
  'a soft mask made of itself': painted(() =>
    page('/G gs 0 0 500 500 re f', '/ExtGState << /G @1 >>', [
      '<< /Type /ExtGState /SMask << /S /Luminosity /G @2 >> >>',
      stream('/G gs 0 0 500 500 re f', `${GROUP} /Resources << /ExtGState << /G @1 >> >>`),
    ]),
  ),
  'soft masks five hundred deep': {
    ends: ['painted', 'document.crashed', 'document.timeout'],
    make: () =>
      page(
        '/G gs 0 0 500 500 re f',
        '/ExtGState << /G @1 >>',
        Array.from({ length: 500 }, (_, i) => [
          `<< /Type /ExtGState /SMask << /S /Luminosity /G @${2 * i + 2} >> >>`,
          stream('/G gs 0 0 500 500 re f', `${GROUP} /Resources << /ExtGState << /G @${2 * i + 3} >> >>`),
        ]).flat(),
      ),
  },
  'transparent groups five hundred deep': {
    ends: ['painted', 'document.crashed', 'document.timeout'],
    make: () =>
      page(
        '/G gs /X Do',
        '/ExtGState << /G << /ca .5 /BM /Difference >> >> /XObject << /X @1 >>',
        Array.from({ length: 500 }, (_, i) =>
          stream(
            '/G gs /X Do 0 0 9 9 re f',
            `${GROUP} /Resources << /ExtGState << /G << /ca .5 /BM /Difference >> >> /XObject << /X @${i + 2} >> >>`,
          ),
        ),
      ),
  },
  'a shading that rolls two thousand million numbers': {
    ends: ['document.timeout'],
    make: () =>
      shaded('/ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [595 0 0 842 0 0] /Function @1', [
        calculator(`{ ${'dup '.repeat(90)} 90 2147483647 roll 2147483647 copy ${'pop '.repeat(80)} }`, 2),
      ]),
  },
  'a shading with a hundred thousand operators': {
    ends: ['painted', 'document.timeout'],
    make: () =>
      shaded('/ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [595 0 0 842 0 0] /Function @1', [
        calculator(`{ ${'2 copy add sin pop '.repeat(25_000)} dup }`, 2),
      ]),
  },
  'a calculator of braces a hundred thousand deep': painted(() =>
    shaded('/ShadingType 1 /ColorSpace /DeviceRGB /Function @1', [
      calculator('{'.repeat(100_000) + '}'.repeat(100_000), 2),
    ]),
  ),
  'a function that is stitched of itself': painted(() =>
    shaded('/ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 595 842] /Function @1', [
      '<< /FunctionType 3 /Domain [0 1] /Functions [@1 @1] /Bounds [.5] /Encode [0 1 0 1] >>',
    ]),
  ),
  'a function of two thousand million samples': painted(() =>
    shaded('/ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 595 842] /Function @1', [
      stream('0', '/FunctionType 0 /Domain [0 1] /Range [0 1] /Size [2147483647] /BitsPerSample 32'),
    ]),
  ),
  'a hundred thousand triangles': {
    ends: ['painted', 'document.timeout'],
    make: () =>
      page('/S sh', '/Shading << /S @1 >>', [
        streamOf(
          Uint8Array.from({ length: 300_000 * 6 }, (_, i) => (i % 6 === 0 ? 0 : (i * 7919) & 0xff)),
          '/ShadingType 4 /ColorSpace /DeviceGray /BitsPerCoordinate 16 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 595 0 842 0 1] ' +
            '/Filter /ASCIIHexDecode',
        ),
      ]),
  },
  'a hundred thousand annotations': {
    ends: ['painted', 'document.timeout', 'document.crashed'],
    make: () =>
      withEntries(`/Annots [${'@1 '.repeat(100_000)}]`, [
        '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [10 10 60 60] /AP << /N @2 >> >>',
        stream('0 0 50 50 re f', '/Type /XObject /Subtype /Form /BBox [0 0 50 50]'),
      ]),
  },
  'an annotation that looks like itself': painted(() =>
    withEntries('/Annots [@1]', [
      '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [10 10 60 60] /AP << /N @1 >> /Parent @1 /Popup @1 >>',
    ]),
  ),
  'half a million pieces of a clip': {
    ends: ['painted', 'document.timeout', 'document.crashed'],
    make: () => page(Array.from({ length: 100_000 }, (_, i) => `${i % 500} ${i % 700} 300 300 re W n`).join('\n')),
  },
  'lines beyond all numbers': painted(() =>
    page(
      `1${'0'.repeat(38)} w -9${'9'.repeat(37)} 0 m 9${'9'.repeat(37)} 842 l S 1${'0'.repeat(30)} 0 0 1 0 0 cm 0 0 m 1 1 2 2 3 3 c s`,
    ),
  ),
  'letters of a thousand million points': painted(() => page('BT /F1 1000000000 Tf 0 0 Td (Label) Tj ET')),
  'five million letters': {
    ends: ['painted', 'document.timeout', 'document.crashed'],
    make: () => page(`BT /F1 5 Tf 0 400 Td (${'Label'.repeat(1_000_000)}) Tj ET`),
  },
  'an encryption that nobody knows': {
    ends: ['document.encryption'],
    make: () => encrypted('/Filter /Evil /V 99 /R 99 /Length 2147483647'),
  },
  'an encryption whose fields are too short': {
    ends: ['document.passwordNeeded', 'document.encryption', 'document.damaged'],
    make: () => encrypted('/Filter /Standard /V 5 /R 6 /Length 256 /O (a) /U (b) /OE (c) /UE (d) /Perms (e) /P -1'),
  },
  'a letter whose widths go on for ever': painted(() =>
    withEntries('/Resources << /Font << /F @1 >> >> /Contents @3', [
      '<< /Type /Font /Subtype /Type0 /BaseFont /Wide /Encoding /Identity-H /DescendantFonts [@2] /ToUnicode @4 >>',
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Wide /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ' +
        `/W [${'0 2147483647 500 '.repeat(1000)}] /W2 [0 2147483647 1 2 3] >>`,
      stream('BT /F 40 Tf 50 500 Td <00410042> Tj ET'),
      stream(
        `begincmap ${'/Self usecmap '.repeat(100)} 1 begincodespacerange <00000000> <ffffffff> endcodespacerange ` +
          `100 beginbfrange ${'<0000> <ffff> <0041> '.repeat(100)} <00000000> <ffffffff> <0041> endbfrange endcmap`,
      ),
    ]),
  ),
  'a font made of subroutines that call themselves': painted(() => withFont(bareFont(), '/FontFile3', '/Type1C')),
  'a glyph made of itself': painted(() => withFont(fontMadeOfItself(), '/FontFile2')),
};

/** Declares that the file is encrypted in this way. */
function encrypted(entries: string): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(withEntries('')).toString('latin1');
  return latin1(text.replace('/Root 1 0 R', `/Root 1 0 R /ID [<00> <00>] /Encrypt << ${entries} >>`));
}

function withFont(font: Uint8Array, key: string, subtype = ''): Uint8Array<ArrayBuffer> {
  return withEntries('/Resources << /Font << /F @1 >> >> /Contents @4', [
    `<< /Type /Font /Subtype ${subtype === '' ? '/TrueType' : '/Type1'} /BaseFont /Odd /FirstChar 32 /LastChar 126 /FontDescriptor @2 /Widths [${'600 '.repeat(95)}] >>`,
    `<< /Type /FontDescriptor /FontName /Odd /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 900 /Descent 0 /CapHeight 700 /StemV 80 ${key} @3 >>`,
    streamOf(font, `/Filter /ASCIIHexDecode ${subtype === '' ? '' : `/Subtype ${subtype}`}`),
    stream('BT /F 40 Tf 50 500 Td (ABC xyz) Tj ET'),
  ]);
}
