import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_LOOK, type DocumentLook } from '#model/document/document-look.ts';
import type { DocumentInfo } from '#model/document/document-file.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { PreviewLabel, PreviewPage } from '#protocol/render.ts';
import { inkOf } from '../golden/golden-page.ts';
import { createDocumentRig, createPlan, type DocumentRig } from './support/document-rig.ts';
import { createSymbolPage, type DrawnSymbol } from './support/drawn-symbols.ts';
import { writePdf } from './support/written-pdf.ts';

const DPI = 203;
const MM_PER_DOT = 25.4 / DPI;

/** A page of 100 x 60 mm with codes as carriers' programs draw them: their modules are no whole dots. */
const CODES: readonly DrawnSymbol[] = [
  { symbology: 'code128', content: 'LW-2026-11', xMm: 5, yMm: 40, moduleMm: 0.33 },
  { symbology: 'qr', content: 'https://example.com/q/123456', xMm: 5, yMm: 5, moduleMm: 0.5 },
  { symbology: 'datamatrix', content: 'DM-778899', xMm: 40, yMm: 5, moduleMm: 0.5 },
  { symbology: 'ean13', content: '4006381333931', xMm: 60, yMm: 5, moduleMm: 0.33 },
  { symbology: 'code39', content: 'ABC123', xMm: 95, yMm: 25, moduleMm: 0.33, upwards: true, heightMm: 8 },
];

let rig: DocumentRig;
let codes: DocumentInfo;
beforeAll(async () => {
  rig = createDocumentRig();
  codes = await rig.open(writePdf([createSymbolPage(100, 60, CODES)]));
});
afterAll(() => rig.dispose());

async function shown(
  info: DocumentInfo,
  width: number,
  look: Partial<DocumentLook> = {},
  calibration: Parameters<DocumentRig['preview']['asPrinted']>[3] = null,
): Promise<PreviewPage & { readonly label: PreviewLabel }> {
  const plan = createPlan(info, { width, height: width * 0.6 }, { look: { ...DEFAULT_LOOK, ...look } });
  const page = expectOk(await rig.preview.asPrinted(plan, 0, DPI, calibration, new AbortController().signal));
  const [label] = page.labels;
  if (label === undefined) throw new Error('no label is shown');
  return { ...page, label };
}

const codesOf = ({ problems, warnings }: PreviewLabel): readonly string[] =>
  [...problems, ...warnings].map(({ problem }) => problem.code);

/** Lines of half a millimeter, from the left bottom, in mm. */
function drawLines(lines: readonly (readonly [x: number, y: number, width: number, height: number])[]): string {
  return lines.map((line) => `${line.map((mm) => (mm * 72) / 25.4).join(' ')} re f`).join('\n');
}

describe('codes on a page', () => {
  test.each([
    [
      'a frame around the page',
      [
        [3, 2, 0.5, 56],
        [97, 2, 0.5, 56],
        [3, 2, 94.5, 0.5],
        [3, 57.5, 94.5, 0.5],
      ],
    ],
    ['a rule a little higher than its bars', [[3, 19, 0.5, 17.5]]],
    [
      'a box around it',
      [
        [3, 18, 0.5, 20],
        [88, 18, 0.5, 20],
        [3, 18, 85.5, 0.5],
        [3, 38, 85.5, 0.5],
      ],
    ],
  ] as const)('a Code 128 is found and read in the print two millimeters from %s', async (_, lines) => {
    const code: DrawnSymbol = {
      symbology: 'code128',
      content: 'QQ100200307GB',
      xMm: 5.5,
      yMm: 20,
      moduleMm: 0.5,
    };
    const drawn = createSymbolPage(100, 60, [code]);
    const info = await rig.open(writePdf([{ ...drawn, content: `0 g ${drawLines(lines)}\n${drawn.content}` }]));
    const { label } = await shown(info, 100);
    expect(label.symbols.map(({ expected, decoded }) => [expected, decoded])).toEqual([
      ['QQ100200307GB', 'QQ100200307GB'],
    ]);
    expect(label.verified).toBe(true);
    const { boundsMm } = label.symbols[0]?.found ?? { boundsMm: null };
    expect(boundsMm?.x).toBeCloseTo(5.5, 0);
  });

  test('are read there and in the print, each at its position', async () => {
    const { label } = await shown(codes, 100);
    expect(label.verified).toBe(true);
    expect(codesOf(label)).toEqual([]);
    const readings = new Map(label.symbols.map((reading) => [reading.expected, reading]));
    expect([...readings.keys()].sort()).toEqual(CODES.map(({ content }) => content).sort());
    for (const { symbology, content, moduleMm } of CODES) {
      const reading = readings.get(content);
      expect(reading).toMatchObject({ symbology, decoded: content, ok: true, found: { offers: [] } });
      expect((reading?.found?.moduleDots ?? 0) * MM_PER_DOT).toBeCloseTo(moduleMm, 2);
    }
    const { boundsMm, rotation } = readings.get('LW-2026-11')?.found ?? { boundsMm: null, rotation: null };
    expect(rotation).toBe(0);
    for (const [side, mm] of [
      ['x', 5],
      ['y', 5],
      ['height', 15],
    ] as const)
      expect(boundsMm?.[side], side).toBeCloseTo(mm, 0);
    expect(readings.get('ABC123')?.found?.rotation).toBe(270);
  });

  test('that become unreadable by scaling reject the label, with the reason and a suggestion', async () => {
    const { label } = await shown(codes, 50);
    expect(label.verified).toBe(false);
    const reading = label.symbols.find(({ expected }) => expected === 'LW-2026-11');
    expect(reading).toMatchObject({ decoded: null, ok: false, grade: 'F' });
    const [whole, next] = reading?.found?.offers ?? [];
    expect(whole).toBe(1);
    // Two dots to a module of 0.33 mm.
    expect(next).toBeCloseTo((2 * MM_PER_DOT) / 0.33, 2);
    expect(label.problems.map(({ problem }) => problem)).toContainEqual({
      code: 'document.codeScaled',
      params: { content: 'LW-2026-11', percent: 50, dots: '1.32', next: 75.9 },
    });
    // A readable code is reported as readable.
    expect(label.symbols.find(({ symbology }) => symbology === 'qr')).toMatchObject({ ok: true });
  });

  test('are printed all the same when that was chosen', async () => {
    const { label } = await shown(codes, 50, { unread: 'allow' });
    expect(label.verified).toBe(true);
    expect(label.problems).toEqual([]);
    expect(codesOf(label)).toContain('document.codeUnread');
  });

  test('become readable by the suggestion', async () => {
    const before = await shown(codes, 50);
    const offers = before.label.symbols.find(({ expected }) => expected === 'LW-2026-11')?.found?.offers ?? [];
    expect(offers).toHaveLength(2);
    for (const scale of offers) {
      const { label } = await shown(codes, 100, {
        placement: { ...DEFAULT_LOOK.placement, fit: 'actual', scale, horizontal: 'left', vertical: 'top' },
      });
      expect(label.symbols.find(({ expected }) => expected === 'LW-2026-11')).toMatchObject({ ok: true });
    }
  });

  test('that are too fine for the printer at 100 % are reported, and a whole factor is offered', async () => {
    const info = await rig.open(
      writePdf([
        createSymbolPage(50, 30, [{ symbology: 'code128', content: 'FINE-0042', xMm: 5, yMm: 5, moduleMm: 0.17 }]),
      ]),
    );
    const { label } = await shown(info, 50);
    expect(codesOf(label)).toEqual(['document.codeUnread', 'document.codeTooFine']);
    expect(label.symbols[0]?.found?.offers.map((scale) => Math.round(scale * 100))).toEqual([147]);
  });
});

describe('regenerated codes', () => {
  test('have whole dots at the position of the old ones', async () => {
    for (const width of [100, 80]) {
      const { label, png } = await shown(codes, width, { symbols: 'remake' });
      expect(codesOf(label).filter((code) => code !== 'symbol.lowBars')).toEqual([]);
      expect(label.symbols.map(({ expected, ok }) => [expected, ok]).sort()).toEqual(
        CODES.map(({ content }) => [content, true]).sort(),
      );
      for (const { measures } of label.symbols) {
        const dots = (measures?.moduleMm ?? 0) / MM_PER_DOT;
        expect(Math.abs(dots - Math.round(dots))).toBeLessThan(1e-6);
      }
      expect(inkOf(png).width).toBe(Math.round(width / MM_PER_DOT));
    }
  });

  test('are readable where the kept ones were not', async () => {
    const kept = await shown(codes, 50);
    const remade = await shown(codes, 50, { symbols: 'remake', unread: 'allow' });
    const isRead = ({ label }: typeof kept, content: string): boolean =>
      label.symbols.some(({ expected, decoded }) => expected === content && decoded === content);
    for (const content of ['LW-2026-11', '4006381333931', 'ABC123']) {
      expect(isRead(kept, content), content).toBe(false);
      expect(isRead(remade, content), content).toBe(true);
    }
  });

  test('keep their positions under a calibration', async () => {
    const calibration = { acrossScale: 1.03, alongScale: 0.97, rightMm: 0, downMm: 0 };
    const { label } = await shown(codes, 100, { symbols: 'remake' }, calibration);
    expect(label.symbols.map(({ decoded }) => decoded).sort()).toEqual(CODES.map(({ content }) => content).sort());
  });

  test('cover nothing next to them: such a code is not changed', async () => {
    const code = createSymbolPage(50, 30, [
      { symbology: 'datamatrix', content: 'BESIDE-1', xMm: 15, yMm: 10, moduleMm: 0.34 },
    ]);
    // A frame half a millimeter around the code, so that no larger one has room.
    const mm = 72 / 25.4;
    const frame = [14.4 * mm, 9.4 * mm, 6.0 * mm, 6.0 * mm].map((pt) => pt.toFixed(3)).join(' ');
    const info = await rig.open(writePdf([{ ...code, content: `${code.content}\n0.6 w ${frame} re S` }]));
    const inkOfFrame = ({ png }: PreviewPage): number => {
      const { width, height, dots } = inkOf(png);
      const nextTo = (x: number, y: number): boolean => {
        const [across, down] = [x * MM_PER_DOT, height * MM_PER_DOT - y * MM_PER_DOT];
        return across < 14.7 || across > 20.1 || down < 9.7 || down > 15.1;
      };
      return dots.reduce((sum, dot, i) => (nextTo(i % width, Math.floor(i / width)) ? sum + dot : sum), 0);
    };
    const before = await shown(info, 50);
    expect(inkOfFrame(before)).toBeGreaterThan(300);
    const after = await shown(info, 50, { symbols: 'remake' });
    expect(after.label.symbols.map(({ decoded }) => decoded)).toEqual(['BESIDE-1']);
    expect(inkOfFrame(after)).toBe(inkOfFrame(before));
  });
});
