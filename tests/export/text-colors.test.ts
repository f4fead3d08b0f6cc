import fc from 'fast-check';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixedText, withRunStyle } from '#model/elements/base/content.ts';
import { BLACK } from '#model/elements/base/text-color.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import { expectOk } from '#model/kernel/result.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import type { Template } from '#model/template/template.ts';
import type { OutputColour } from '#protocol/render.ts';
import { createPrintFixture } from '#tests/print/create-print-core-fixture.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { SEED } from '#tests/support/seed.ts';
import { createRecord } from '#tests/print/create-print-core-fixture.ts';
import { createExportFixture, onePage, type ExportFixture } from './create-vector-page.ts';
import { readPdf } from './pdf-reader.ts';

const RED = '#c8102e';
const GREEN = '#15803d';
/** What a PDF writes for it. */
const RED_IN_PDF = '0.7843 0.0627 0.1804 rg';
const DPI = 203;

let fixture: ExportFixture;
let core: Awaited<ReturnType<typeof createPrintFixture>>['core'];
beforeAll(async () => {
  fixture = await createExportFixture();
  ({ core } = await createPrintFixture());
});

type Part = readonly [text: string, color?: string | undefined];

function labelOf(parts: readonly Part[], fields: Partial<TextElement> = {}): Template {
  const sources = parts.map(([text, color]) => withRunStyle(fixedText(text), color === undefined ? {} : { color }));
  const element = createTestElement('text', {
    sources,
    xMm: 3,
    yMm: 3,
    widthMm: 60,
    heightMm: 20,
    fontSize: 16,
    ...fields,
  });
  return createTestTemplate([element], { widthMm: 70, heightMm: 30 });
}

async function svgOf(template: Template): Promise<string> {
  return fixture.svg(onePage(await fixture.list(template, DPI)));
}

async function pdfText(template: Template): Promise<string> {
  const { objects } = readPdf(await fixture.pdf([onePage(await fixture.list(template, DPI))]));
  return [...objects.values()].map(({ stream }) => stream?.toString('latin1') ?? '').join('\n');
}

async function printed(template: Template, colour: OutputColour = 'bit'): Promise<Buffer> {
  const { runId } = expectOk(await core.openRun({ template, dpi: DPI, colour, overflow: 'allow' }));
  const step = expectOk(await core.printRecords(runId, [createRecord(2, {})], 'print'));
  await core.closeRun(runId);
  return PNG.sync.read(Buffer.from(step.pages[0]?.png ?? [])).data;
}

/** The colors of a picture that are not gray. */
function huesOf(pixels: Buffer): ReadonlySet<string> {
  const hues = new Set<string>();
  for (let i = 0; i < pixels.length; i += 4) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(i, i + 3);
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 60) hues.add(red > green ? 'red' : 'green');
  }
  return hues;
}

const PHRASES = ['Hydraulic ', 'pump, ', '不锈钢，', 'مضخة ', 'ปั๊ม ', 'Насос\n', 'AV', 'fi ', '24 V'];
const parts = fc.array(fc.tuple(fc.constantFrom(...PHRASES), fc.constantFrom(undefined, RED, GREEN, BLACK)), {
  minLength: 1,
  maxLength: 6,
});
const looks = fc.record({
  autoWrap: fc.boolean(),
  underline: fc.boolean(),
  align: fc.constantFrom('left' as const, 'center' as const, 'justify' as const, 'stretch' as const),
  arrange: fc.constantFrom('horizontal' as const, 'vertical' as const),
  course: fc.constantFrom('straight' as const, 'arcTop' as const, 'stacked' as const),
  color: fc.constantFrom(BLACK, RED),
});

describe('the color of a text', () => {
  test('changes no dot of a print, whatever the text and its style', async () => {
    await fc.assert(
      fc.asyncProperty(parts, looks, async (colored, look) => {
        // A bent line in two colors is two lines, whose ends may be a dot nearer or farther.
        const fields = { ...look, underline: look.underline && look.course !== 'arcTop' };
        const plain = labelOf([[colored.map(([text]) => text).join('')]], { ...fields, color: BLACK });
        expect((await printed(labelOf(colored, fields))).equals(await printed(plain))).toBe(true);
      }),
      { numRuns: 40, seed: SEED },
    );
  });

  test('is in the PDF and the SVG, of the whole text and of parts, with its lines', async () => {
    const label = labelOf([['Contains '], ['milk', GREEN], [' and soy']], { color: RED, underline: true });
    const svg = await svgOf(label);
    // Letters and underline.
    expect(svg.match(new RegExp(`fill="${RED}"`, 'g'))).toHaveLength(4);
    expect(svg.match(new RegExp(`fill="${GREEN}"`, 'g'))).toHaveLength(2);
    expect(svg).not.toContain('fill="#000"');
    const pdf = await pdfText(label);
    expect(pdf.split(RED_IN_PDF).length - 1).toBe(4);
    expect(pdf).not.toMatch(/\b0 g\b/);
  });

  test('of every part is that of the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...PHRASES), { minLength: 1, maxLength: 4 }), async (texts) => {
        const ofParts = await svgOf(labelOf(texts.map((text) => [text, RED])));
        expect(ofParts).toBe(await svgOf(labelOf([[texts.join('')]], { color: RED })));
      }),
      { numRuns: 15, seed: SEED },
    );
  });

  test('black is no color: the files are those of a text without one', async () => {
    const plain = labelOf([['Milk and soy']]);
    expect(await svgOf(labelOf([['Milk '], ['and', BLACK], [' soy']], {}))).toContain('fill="#000"');
    expect(await svgOf(labelOf([['Milk and soy', BLACK]]))).toBe(await svgOf(plain));
  });

  test('is on color pages, and not on gray ones', async () => {
    const label = labelOf([['MILK '], ['SOY', GREEN]], { color: RED, bold: true, fontSize: 40 });
    expect(huesOf(await printed(label, 'rgb'))).toEqual(new Set(['red', 'green']));
    expect(huesOf(await printed(label, 'gray'))).toEqual(new Set());
  });

  test('fills the box of white letters, which stay white', async () => {
    for (const fields of [{}, { course: 'stacked' as const }]) {
      const svg = await svgOf(labelOf([['Sale ', GREEN], ['now']], { color: RED, antiMirror: true, ...fields }));
      expect(svg).toContain(`fill="${RED}"`);
      expect(svg).not.toContain(GREEN);
      expect(svg).toMatch(/<path fill="#fff"/);
    }
  });

  test('is kept in the file, and an unknown one is kept and shown in black', () => {
    const label = labelOf([['Milk '], ['soy', GREEN]], { color: RED });
    const file = writeTemplate(label);
    expect(file).toContain(`FontColor="${RED}"`);
    expect(file).toContain(`RunColor="${GREEN}"`);
    expect(expectOk(readTemplate(file)).elements).toEqual(label.elements);
    const later = file.replace(RED, 'cmyk(0 1 1 0)').replace(GREEN, 'spot-3');
    const read = expectOk(readTemplate(later));
    expect(read.elements[0]).toMatchObject({ color: BLACK });
    expect(writeTemplate(read)).toContain('FontColor="cmyk(0 1 1 0)"');
    expect(writeTemplate(read)).toContain('RunColor="spot-3"');
    expect(writeTemplate(labelOf([['Milk']]))).not.toContain('Color=');
  });

  test('that is nearly white is reported, except behind white letters of a darker box', async () => {
    const warnings = async (label: Template): Promise<readonly string[]> =>
      (await fixture.warnings(label)).map(({ code }) => code);
    expect(await warnings(labelOf([['Milk']], { color: '#fff8e0' }))).toEqual(['text.paleColor']);
    expect(await warnings(labelOf([['Milk '], ['soy', '#ffff66']]))).toEqual(['text.paleColor']);
    expect(await warnings(labelOf([['Milk']], { color: RED }))).toEqual([]);
    expect(await warnings(labelOf([['Milk', '#ffff66']], { color: RED, antiMirror: true }))).toEqual([]);
  });
});
