import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { FitProof } from '#model/page/fit-proof.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { columnSource, createPrintFixture, createRecord } from './create-print-core-fixture.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { referenceMs } from '../support/machine-speed.ts';
import { drawnCount, SEED } from '../support/seed.ts';

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** All of them at night: a million. */
const RANDOM_ROWS = drawnCount(1_000_000, 500);
const ROWS_AT_ONCE = 500;

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});

function createText(over: Partial<TextElement> = {}): TextElement {
  return createTestElement('text', {
    sources: [columnSource('name')],
    fontFamily: 'Roboto',
    fontSize: 14,
    minFontSize: 8,
    fit: 'shrink',
    xMm: 10,
    yMm: 10,
    widthMm: 60,
    heightMm: 6,
    ...over,
  });
}

async function openRun(...texts: readonly TextElement[]): Promise<Parameters<PrintCore['checkRecords']>[0]> {
  return expectOk(await core.openRun({ template: createTestTemplate(texts), dpi: 300 })).runId;
}

async function proofsOf(texts: readonly TextElement[], names: readonly string[]): Promise<readonly FitProof[]> {
  const run = await openRun(...texts);
  expectOk(
    await core.checkRecords(
      run,
      names.map((name, i) => createRecord(i + 2, { name })),
    ),
  );
  const proofs = expectOk(await core.proveFit(run, expectOk(await core.observedValues(run))));
  await core.closeRun(run);
  return proofs;
}

async function proofOf(text: TextElement, names: readonly string[]): Promise<FitProof> {
  const [proof] = await proofsOf([text], names);
  if (proof === undefined) throw new Error('no proof');
  return proof;
}

/** How many of these values are rejected. */
async function rejected(text: TextElement, names: readonly string[]): Promise<number> {
  const run = await openRun(text);
  let count = 0;
  for (let at = 0; at < names.length; at += ROWS_AT_ONCE) {
    const rows = names.slice(at, at + ROWS_AT_ONCE).map((name, i) => createRecord(at + i + 2, { name }));
    count += expectOk(await core.checkRecords(run, rows)).length;
  }
  await core.closeRun(run);
  return count;
}

function randomNames(characters: string, length: number, count: number): readonly string[] {
  const name = fc.array(fc.constantFrom(...characters), { maxLength: length }).map((all) => all.join(''));
  return fc.sample(name, { numRuns: count, seed: SEED });
}

describe('a fit proof', () => {
  test('extends the values of a column to their class and gives the length up to which all of them fit', async () => {
    const proof = await proofOf(createText(), ['PUMP', 'VALVE', 'GASKET']);
    expect(proof).toMatchObject({ outcome: 'proven', alphabet: 'capitals', characters: CAPITALS });
    const { fitsUpTo } = proof as Extract<FitProof, { outcome: 'proven' }>;
    const widest = 'W'.repeat(fitsUpTo);
    expect(await rejected(createText(), [widest])).toBe(0);
    expect(await rejected(createText(), [`${widest}W`])).toBe(1);
  });

  test('shows the shortest value that does not fit, which a run rejects', async () => {
    const long = 'A'.repeat(60);
    for (const over of [{}, { fit: 'condense' as const }, { fit: 'ellipsis' as const }, { fit: 'resize' as const }]) {
      const text = createText(over);
      const proof = await proofOf(text, [long]);
      if (proof.outcome !== 'fails') throw new Error(JSON.stringify(proof));
      expect(proof.isShortest).toBe(true);
      expect(proof.value).toHaveLength(proof.fitsUpTo + 1);
      const names = randomNames(CAPITALS, proof.fitsUpTo, 300);
      expect(await rejected(text, names)).toBe(0);
      // A run prints a text with an ellipsis, with a warning.
      if (text.fit !== 'ellipsis') expect(await rejected(text, [proof.value])).toBe(1);
    }
  });

  test('counts prefix, suffix, fixed parts and kerning', async () => {
    const text = createText({ prefix: 'No. ', suffix: ' kg', sources: [columnSource('name'), fixedText(' / AV')] });
    const proof = await proofOf(text, ['1'.repeat(80)]);
    expect(proof).toMatchObject({ outcome: 'fails', alphabet: 'digits', isShortest: true });
    const { value, fitsUpTo } = proof as Extract<FitProof, { outcome: 'fails' }>;
    expect(value).toMatch(/^No\. \d+ \/ AV kg$/);
    expect(await rejected(text, ['0'.repeat(fitsUpTo)])).toBe(0);
    expect(await rejected(text, ['0'.repeat(fitsUpTo + 1)])).toBe(1);
  });

  test.each([
    ['shrinks', {}],
    ['is narrowed', { fit: 'condense' as const }],
    ['wraps', { autoWrap: true, heightMm: 14 }],
    ['keeps its size', { fit: 'none' as const, fontSize: 8 }],
  ])('holds for random rows: a text that %s', async (_name, over) => {
    const text = createText(over);
    const characters = `${CAPITALS}0123456789 -./`;
    const proof = await proofOf(text, [`${characters.slice(0, 20)}`, characters.slice(20)]);
    expect(proof).toMatchObject({ outcome: 'proven', alphabet: 'observed' });
    const { fitsUpTo } = proof as Extract<FitProof, { outcome: 'proven' }>;
    expect(await rejected(text, randomNames(characters, fitsUpTo, RANDOM_ROWS))).toBe(0);
    // Words of about half a line waste the most room.
    const words = fc.array(
      fc.integer({ min: 1, max: 24 }).map((count) => 'W'.repeat(count)),
      { maxLength: 30 },
    );
    const texts = fc.sample(
      words.map((all) => all.join(' ').slice(0, fitsUpTo)),
      { numRuns: 300, seed: SEED },
    );
    expect(await rejected(text, texts)).toBe(0);
  });

  test.each<[string, Partial<TextElement>]>([
    [
      'has parts of other weights',
      { sources: [fixedText('Batch '), { ...columnSource('name'), style: { bold: true } }] },
    ],
    [
      'has larger, raised and smaller parts',
      {
        sources: [
          { ...fixedText('AV'), style: { sizePercent: 140, italic: true } },
          columnSource('name'),
          { ...fixedText('TM'), style: { position: 'superscript' } },
        ],
        heightMm: 9,
      },
    ],
    ['emphasizes words', { emphasizedWords: 'WW, MILK*, 00*', prefix: 'WW: ' }],
    [
      'has a formula that emphasizes words',
      {
        sources: [
          {
            type: 'expression',
            formula: '{emphasize(Name, "WW, MILK*, 00*")}',
            operands: [{ name: 'Name', source: columnSource('name') }],
            lastValue: '',
            text: '',
          },
        ],
      },
    ],
    ['wraps and emphasizes words', { emphasizedWords: 'WW, MILK*, 00*', autoWrap: true, heightMm: 14 }],
    [
      'wraps and has parts of other styles',
      {
        sources: [{ ...fixedText('Contains: '), style: { bold: true, underline: true } }, columnSource('name')],
        autoWrap: true,
        heightMm: 14,
      },
    ],
    ['has letter spacing', { letterSpacing: 2, prefix: 'No. ' }],
    ['wraps and has letter spacing', { letterSpacing: 3, autoWrap: true, heightMm: 14 }],
    ['is bold in all of its parts', { sources: [{ ...columnSource('name'), style: { bold: true } }] }],
  ])('holds for random rows: a text that %s', async (_name, over) => {
    const text = createText(over);
    const characters = `${CAPITALS}0123456789 -./`;
    const proof = await proofOf(text, [characters.slice(0, 20), characters.slice(20)]);
    expect(proof).toMatchObject({ outcome: 'proven', alphabet: 'observed' });
    const { fitsUpTo } = proof as Extract<FitProof, { outcome: 'proven' }>;
    const words = fc.array(fc.constantFrom('WW', 'MILKW', '00W', 'M', 'WMWMWM'), { maxLength: 40 });
    const texts = fc.sample(
      words.map((all) => all.join(' ').slice(0, fitsUpTo)),
      { numRuns: 300, seed: SEED },
    );
    expect(await rejected(text, [...randomNames(characters, fitsUpTo, RANDOM_ROWS / 10), ...texts])).toBe(0);
    const fails = await proofOf(text, ['W'.repeat(200)]);
    expect(fails).toMatchObject({ outcome: 'fails', isShortest: over.autoWrap !== true });
  });

  test('of a text with a bold part holds for as many characters as that of the two parts alone', async () => {
    const bold = createText({ sources: [{ ...columnSource('name'), style: { bold: true } }] });
    const alone = createText({ bold: true });
    const names = ['PUMP'];
    const [ofPart, ofText] = [await proofOf(bold, names), await proofOf(alone, names)];
    expect(ofPart).toMatchObject({ outcome: 'proven' });
    expect(ofPart).toEqual({ ...ofText, elementId: ofPart.elementId, elementName: ofPart.elementName });
  });

  test.each([
    ['Arabic', ['مضخة هيدروليكية']],
    ['Devanagari', ['हाइड्रोलिक']],
    ['Thai', ['ปั๊มไฮดรอลิก']],
    ['line ends', ['one\ntwo']],
  ])('says that nothing can be proven about %s', async (_name, names) => {
    expect(await proofOf(createText(), names)).toMatchObject({ outcome: 'unknown', doubt: 'script' });
  });

  test('proves nothing about pairs that the font joins, unless the values have none of them', async () => {
    expect(await proofOf(createText(), ['office file'])).toMatchObject({ outcome: 'unknown', doubt: 'script' });
    expect(await proofOf(createText(), ['abc'])).toMatchObject({
      outcome: 'proven',
      alphabet: 'observed',
      characters: 'abc',
    });
    expect(await proofOf(createText(), ['x'.repeat(99)])).toMatchObject({
      outcome: 'fails',
      alphabet: 'observed',
      isShortest: true,
    });
  });

  test('says that nothing can be proven about narrower letter spacing, vertical lines and texts at the edge', async () => {
    expect(await proofOf(createText({ letterSpacing: -1 }), ['A'])).toMatchObject({ doubt: 'style' });
    expect(await proofOf(createText({ arrange: 'vertical' }), ['A'])).toMatchObject({ doubt: 'style' });
    expect(await proofOf(createText({ course: 'arcTop' }), ['A'])).toMatchObject({ doubt: 'style' });
    expect(await proofOf(createText({ flagFold: 'below' }), ['A'])).toMatchObject({ doubt: 'style' });
    expect(await proofOf(createText({ xMm: 0, widthMm: 100 }), ['A'])).toMatchObject({ doubt: 'edge' });
  });

  test('lets a text grow to the edge of the label, and proves nothing about a text that others push', async () => {
    const wraps = { fit: 'grow', autoWrap: true, valueAlphabet: 'capitals', maxValueLength: 60 } as const;
    const drawn = await proofOf(createText({ ...wraps, fit: 'shrink', fontSize: 14, minFontSize: 14 }), ['A']);
    const grown = await proofOf(createText(wraps), ['A']);
    expect(drawn).toMatchObject({ outcome: 'fails' });
    expect(grown).toMatchObject({ outcome: 'proven' });
    expect(await rejected(createText(wraps), ['W'.repeat(60), ...randomNames(CAPITALS, 60, 50)])).toBe(0);
    expect(await proofOf(createText({ ...wraps, yMm: 70 }), ['A'])).toMatchObject({ outcome: 'fails' });
    expect(await rejected(createText({ ...wraps, yMm: 70 }), ['W'.repeat(60)])).toBe(1);
    expect(await proofOf(createText({ pushed: true }), ['A'])).toMatchObject({ doubt: 'pushed' });
  });

  test('is about declared characters and lengths instead of the observed ones', async () => {
    const digits = { valueAlphabet: 'digits', maxValueLength: 12 } as const;
    const proof = await proofOf(createText(digits), ['123']);
    expect(proof).toMatchObject({ outcome: 'proven', alphabet: 'digits', isExceeded: false });
    const longest = '4'.repeat((proof as Extract<FitProof, { outcome: 'proven' }>).fitsUpTo);
    expect(longest.length).toBeGreaterThanOrEqual(12);
    expect(await rejected(createText(), [longest])).toBe(0);
    // One of the two alone leaves the other as observed.
    expect(await proofOf(createText({ maxValueLength: 80 }), ['PUMP'])).toMatchObject({
      outcome: 'fails',
      alphabet: 'capitals',
      isShortest: true,
    });
    const wide = await proofOf(createText({ valueAlphabet: 'capitals' }), ['i'.repeat(60)]);
    expect(wide).toMatchObject({ outcome: 'fails', alphabet: 'capitals', isShortest: true, isExceeded: true });
  });

  test.each([
    ['longer values', ['1'.repeat(13)], true],
    ['other characters', ['12-3'], true],
    ['values as declared', ['1'.repeat(12), ''], false],
  ])('says whether the rows have more than is declared: %s', async (_what, names, isExceeded) => {
    const text = createText({ valueAlphabet: 'digits', maxValueLength: 12 });
    expect(await proofOf(text, names)).toMatchObject({ outcome: 'proven', alphabet: 'digits', isExceeded });
  });

  test('proves nothing about a column without values, unless its characters are declared', async () => {
    expect(await proofOf(createText(), ['', ''])).toMatchObject({ outcome: 'unknown', doubt: 'values' });
    expect(await proofOf(createText({ maxValueLength: 8 }), [])).toMatchObject({ doubt: 'values' });
    expect(await proofOf(createText({ valueAlphabet: 'digits' }), [])).toMatchObject({ outcome: 'proven' });
  });

  test('shows a text of declared letters, digits and signs that does not fit', async () => {
    const text = createText({ valueAlphabet: 'ascii', maxValueLength: 90 });
    const proof = await proofOf(text, ['PUMP']);
    expect(proof).toMatchObject({ outcome: 'fails', alphabet: 'ascii', isExceeded: false });
    expect(await rejected(text, [(proof as Extract<FitProof, { outcome: 'fails' }>).value])).toBe(1);
  });

  test('observes the same values as a check, without composing the rows', async () => {
    const text = createText();
    const [checked, seen] = [await openRun(text), await openRun(text)];
    const rows = ['PUMP', 'O-RING 12'].map((name, i) => createRecord(i + 2, { name }));
    expectOk(await core.checkRecords(checked, rows));
    expectOk(await core.observeRecords(seen, rows));
    expect(await core.observedValues(seen)).toEqual(await core.observedValues(checked));
    for (const run of [checked, seen]) await core.closeRun(run);
  });

  test.each([
    ['texts', {}],
    [
      'texts with parts of four styles',
      {
        sources: [{}, { bold: true }, { sizePercent: 80 }, { italic: true }].map((style) => ({
          ...columnSource('name'),
          style,
        })),
        emphasizedWords: 'steel',
      },
    ],
  ])('takes at most a second for a label of 20 %s', async (_what, over) => {
    const texts = Array.from({ length: 20 }, (_, i) =>
      createText({ yMm: 5 + 3.4 * i, fontSize: 9, heightMm: 3.3, ...over }),
    );
    const names = ['Hydraulic pump, stainless steel 24 V', 'BEARING 6204-2RS (DIN 625)'];
    await proofsOf(texts, names);
    const before = process.cpuUsage();
    const proofs = await proofsOf(texts, names);
    const { user, system } = process.cpuUsage(before);
    expect(proofs).toHaveLength(20);
    expect(referenceMs((user + system) / 1000)).toBeLessThan(1000);
  });
});
