import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { expectOk, ok } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { Template } from '#model/template/template.ts';
import { LISTED_ROWS } from '#printing/preflight-groups.ts';
import { runPreflight, type PreflightFindings } from '#printing/preflight.ts';
import type { UnprintableEdges, RunSetup } from '#protocol/render.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { createTestElement, createTestTemplate, TEST_ASSET } from '../support/create-elements.ts';
import { createPng } from './create-image-files.ts';
import { columnSource, createLabelElements, createPrintFixture, createRecord } from './create-print-core-fixture.ts';

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});
afterAll(() => core.dispose());

const NEVER = new AbortController().signal;
const GOOD = { name: 'Row', ean: '4006381333931' };

function createLabel(
  added: readonly LabelElement[] = [],
  over: Parameters<typeof createTestTemplate>[1] = {},
): Template {
  return createTestTemplate([...createLabelElements(), ...added], { widthMm: 40, heightMm: 30, ...over });
}

function sourceOf(count: number, row: (index: number) => Readonly<Record<string, string>>): RecordSource {
  return {
    count,
    read: async (first, wanted) =>
      ok(
        Array.from({ length: Math.max(0, Math.min(wanted, count - first)) }, (_, i): DataRecord =>
          createRecord(first + i + 2, row(first + i)),
        ),
      ),
  };
}

async function preflight(
  template: Template,
  source: RecordSource,
  setup: Partial<RunSetup> = {},
  bare?: UnprintableEdges,
): Promise<PreflightFindings> {
  const { runId } = expectOk(await core.openRun({ template, dpi: 203, ...setup }));
  const reader = {
    callsAtOnce: 3,
    preflightRecords: (records: readonly DataRecord[]) => core.preflightRecords(runId, records, bare),
  };
  const findings = expectOk(await runPreflight(source, reader, NEVER, () => undefined));
  await core.closeRun(runId);
  return findings;
}

const said = ({ groups }: PreflightFindings) =>
  groups.map(({ kind, blocks, elementName, count, rows }) => [kind, blocks, elementName, rows[0]?.problem.code, count]);

describe('a preflight over all rows', () => {
  test('reports nothing for labels that print well', async () => {
    const findings = await preflight(
      createLabel(),
      sourceOf(20, (i) => ({ ...GOOD, name: `Row ${i}` })),
    );
    expect(findings).toMatchObject({ done: 20, total: 20, refused: 0, blocking: 0 });
    // The bars of this label are lower than the standard requires.
    expect(said(findings)).toEqual([['symbol', false, expect.any(String), 'symbol.lowBars', 20]]);
  });

  test('rejects exactly the rows that a run rejects, for the same reasons, by the bits', async () => {
    // A bar over the code that only some rows have: it is visible in the dots alone.
    const bar = createTestElement('text', {
      sources: [columnSource('over')],
      xMm: 10,
      yMm: 19,
      widthMm: 20,
      heightMm: 4,
      fontSize: 12,
      name: 'Over',
    });
    const template = createLabel([bar]);
    const nameOf = (type: string) => template.elements.find((each) => each.type === type)?.name;
    const source = sourceOf(60, (i) => ({
      ...GOOD,
      name:
        i % 10 === 4 ? '' : i % 10 === 6 ? 'no font has \u{10fffd}' : i % 10 === 8 ? 'too long '.repeat(9) : `Row ${i}`,
      ean: i % 10 === 2 ? '12345' : GOOD.ean,
      over: i % 5 === 0 ? 'XXXXX' : '',
    }));
    const findings = await preflight(template, source);
    const { runId } = expectOk(await core.openRun({ template, dpi: 203 }));
    const { labels } = expectOk(await core.printRecords(runId, expectOk(await source.read(0, 60, NEVER)), 'print'));
    await core.closeRun(runId);
    const refusedByRun = new Set(labels.filter(({ verified }) => !verified).map(({ row }) => row));
    const blockedHere = new Set(
      findings.groups.flatMap(({ blocks, rows }) => (blocks ? rows.map(({ row }) => row) : [])),
    );
    expect(blockedHere).toEqual(refusedByRun);
    expect(findings.refused).toBe(refusedByRun.size);
    const codes = (blocks: boolean): Set<unknown> =>
      new Set(
        findings.groups.flatMap((each) => (each.blocks === blocks ? each.rows.map((row) => row.problem.code) : [])),
      );
    const asked = new Set(labels.flatMap(({ problems }) => problems.map(({ problem }) => problem.code)));
    for (const code of asked) expect(codes(true)).toContain(code);
    const over = findings.groups.find(({ rows }) => rows[0]?.problem.code === 'preflight.overSymbol');
    expect(over).toMatchObject({ kind: 'overlap', blocks: false, elementName: 'Over', count: 12 });
    expect(over?.rows[0]).toMatchObject({ row: 2, index: 0, problem: { params: { symbol: nameOf('barcode') } } });
    // Empty in the rows without a bar, and the text with the name in others.
    expect(said(findings)).toContainEqual(['empty', false, 'Over', 'preflight.empty', 48]);
    expect(findings.groups.filter(({ kind }) => kind === 'empty').map(({ elementName }) => elementName)).toContain(
      nameOf('qrcode'),
    );
  });

  test('names a code below the wanted grade, and accepts it for a lower one', async () => {
    const source = sourceOf(3, () => GOOD);
    const strict = await preflight(createLabel(), source, { minGrade: 'A' });
    const lax = await preflight(createLabel(), source, { minGrade: 'C' });
    expect(strict.refused).toBe(3);
    const codes = strict.groups.filter(({ blocks }) => blocks).map(({ rows }) => rows[0]?.problem.code);
    expect(codes).toEqual(['symbol.belowGrade', 'symbol.lowBars', 'symbol.smallModule']);
    expect(lax.blocking).toBe(0);
  });

  test('names a text whose font is missing, which a run prints in its fallback', async () => {
    const text = createTestElement('text', {
      sources: [fixedText('Elsewhere')],
      fontFamily: 'Nowhere Sans',
      xMm: 2,
      yMm: 2,
      name: 'Lost',
    });
    const findings = await preflight(
      createTestTemplate([text], { widthMm: 40, heightMm: 30 }),
      sourceOf(3, () => GOOD),
    );
    expect(said(findings)).toEqual([['font', false, 'Lost', 'font.unknown', 3]]);
    expect(findings).toMatchObject({
      refused: 0,
      groups: [{ rows: [{ problem: { params: { family: 'Nowhere Sans' } } }, {}, {}] }],
    });
  });

  test('reports elements off the label, beyond it, and in the unprintable margins of the printer', async () => {
    const shape = { widthMm: 6, heightMm: 4, penWidthMm: 0.3, penStyle: 'solid' } as const;
    const template = createTestTemplate(
      [
        createTestElement('rectangle', { ...shape, xMm: 50, yMm: 5, name: 'Off' }),
        createTestElement('rectangle', { ...shape, xMm: 37, yMm: 5, name: 'Beyond' }),
        createTestElement('rectangle', { ...shape, xMm: 1, yMm: 20, name: 'Edge' }),
        createTestElement('rectangle', { ...shape, xMm: 20, yMm: 10, name: 'Fine' }),
      ],
      { widthMm: 40, heightMm: 30 },
    );
    const one = sourceOf(1, () => ({}));
    expect(said(await preflight(template, one))).toEqual([
      ['outside', false, 'Off', 'preflight.offLabel', 1],
      ['outside', false, 'Beyond', 'preflight.beyondLabel', 1],
    ]);
    const bare = { leftMm: 2, topMm: 0, rightMm: 0, bottomMm: 0 };
    expect(said(await preflight(template, one, {}, bare))).toContainEqual([
      'outside',
      false,
      'Edge',
      'preflight.inMargin',
      1,
    ]);
  });

  test('a frame around a code is no overlap; ink in its quiet zone and white over its bars are', async () => {
    const code = createTestElement('barcode', {
      sources: [fixedText('LW-0042')],
      xMm: 10,
      yMm: 8,
      widthMm: 40,
      heightMm: 12,
      numberPosition: 'none',
      name: 'Code',
    });
    const frame = { widthMm: 58, heightMm: 22, penWidthMm: 0.3 };
    const line = { direction: 'vertical', heightMm: 8, widthMm: 0.5, penWidthMm: 0.5, yMm: 9 } as const;
    const template = createTestTemplate(
      [
        createTestElement('rectangle', { ...frame, xMm: 1, yMm: 3, name: 'Frame' }),
        code,
        createTestElement('line', { ...line, xMm: 9, name: 'Beside' }),
        createTestElement('text', {
          sources: [fixedText('mm')],
          xMm: 25,
          yMm: 11,
          widthMm: 6,
          heightMm: 4,
          fontSize: 10,
          name: 'Words',
        }),
      ],
      { widthMm: 60, heightMm: 30 },
    );
    const findings = await preflight(
      template,
      sourceOf(1, () => ({})),
    );
    const over = findings.groups.filter(({ rows }) => rows[0]?.problem.code === 'preflight.overSymbol');
    expect(over.map(({ elementName }) => elementName).sort()).toEqual(['Beside', 'Words']);
  });

  test('lists a limited number of rows of a group and counts the rest, reports its progress, and ends when it is canceled', async () => {
    const template = createTestTemplate(
      [
        createTestElement('text', {
          sources: [columnSource('name')],
          xMm: 1,
          yMm: 1,
          widthMm: 20,
          heightMm: 4,
          name: 'Name',
        }),
      ],
      { widthMm: 40, heightMm: 30 },
    );
    const findings = await preflight(
      template,
      sourceOf(1500, () => ({ name: '' })),
    );
    const [group] = findings.groups;
    expect(group?.count).toBe(1500);
    expect(group?.rows).toHaveLength(LISTED_ROWS);
    expect(findings.warning).toBe(1500);

    const { runId } = expectOk(await core.openRun({ template, dpi: 203 }));
    const stop = new AbortController();
    const reported: number[] = [];
    const reader = {
      callsAtOnce: 1,
      preflightRecords: (records: readonly DataRecord[]) => core.preflightRecords(runId, records),
    };
    const given = await runPreflight(
      sourceOf(5000, () => ({ name: 'x' })),
      reader,
      stop.signal,
      ({ done, total }) => {
        expect(total).toBe(5000);
        reported.push(done);
        if (reported.length === 3) stop.abort();
      },
      () => reported.length * 1000,
    );
    expect(given).toMatchObject({ ok: false, error: { code: 'aborted' } });
    expect(reported).toEqual([16, 48, 112]);
    await core.closeRun(runId);
    expect(await core.preflightRecords(runId, [])).toMatchObject({ error: { code: 'aborted' } });
  });

  test('names a number that may lack its zero or its check digit, with both readings', async () => {
    const code = createTestElement('barcode', {
      sources: [columnSource('ean')],
      symbology: 'ean13',
      xMm: 10,
      yMm: 5,
      widthMm: 60,
      heightMm: 20,
      name: 'Ean',
    });
    const of = (element: LabelElement) =>
      preflight(
        createTestTemplate([element], { widthMm: 80, heightMm: 30 }),
        sourceOf(2, (i) => ({ ean: i === 0 ? '614141000036' : '4006381333931' })),
        { dpi: 300 },
      );
    const findings = await of(code);
    expect(said(findings)).toEqual([['symbol', true, 'Ean', 'symbol.oneDigitShort', 1]]);
    expect(findings.groups[0]?.rows[0]).toMatchObject({
      row: 2,
      problem: { params: { actual: '614141000036', padded: '0614141000036', completed: '6141410000366' } },
    });
    expect(await of({ ...code, options: { wrongLength: 'pad' } })).toMatchObject({ refused: 0, groups: [] });
  });

  test('a label too large for memory is read like in a run', async () => {
    const code = createTestElement('barcode', {
      sources: [columnSource('ean')],
      symbology: 'ean13',
      xMm: 150,
      yMm: 2000,
      widthMm: 60,
      heightMm: 20,
      name: 'Ean',
    });
    const over = createTestElement('rectangle', {
      xMm: 160,
      yMm: 2003,
      widthMm: 30,
      heightMm: 3,
      penWidthMm: 0.5,
      name: 'Box',
    });
    const template = createTestTemplate([code, over], { widthMm: 400, heightMm: 3000 });
    const findings = await preflight(
      template,
      sourceOf(1, () => GOOD),
      { dpi: 300 },
    );
    expect(findings.refused).toBe(1);
    expect(said(findings)).toContainEqual(['overlap', true, 'Ean', 'symbol.covered', 1]);
    expect(said(findings)).toContainEqual(['overlap', false, 'Box', 'preflight.overSymbol', 1]);
  });

  test('names a dithered picture, and the background of the label, as the reason for an unreadable code', async () => {
    const gray = createPng(40, 20, () => [150, 150, 150, 255]);
    const assets = new Map([[TEST_ASSET, { mime: 'image/png', bytes: gray }]]) as Template['assets'];
    const picture = createTestElement('image', { xMm: 2, yMm: 2, widthMm: 36, heightMm: 20, name: 'Photo' });
    const code = createTestElement('barcode', {
      sources: [fixedText('AB12')],
      xMm: 6,
      yMm: 6,
      widthMm: 28,
      heightMm: 12,
      name: 'Code',
    });
    const bright = { ...picture, xMm: 60 };
    const find = async (elements: readonly LabelElement[], settings: Partial<Template['label']> = {}) => {
      const template = createTestTemplate(elements, { widthMm: 100, heightMm: 30, ...settings });
      const findings = await preflight(
        { ...template, assets },
        sourceOf(1, () => ({})),
      );
      return { findings, rows: findings.groups.flatMap((group) => (group.blocks ? group.rows : [])) };
    };
    const over = await find([picture, code]);
    expect(over.findings.refused).toBe(1);
    expect(over.rows.map(({ problem }) => problem)).toContainEqual({
      code: 'preflight.overPicture',
      params: { picture: 'Photo' },
    });
    expect(said(over.findings)).toContainEqual(['overlap', true, 'Code', 'preflight.overPicture', 1]);
    const apart = await find([bright, code]);
    expect(apart.findings.refused).toBe(0);
    const printed = await find([code], { background: TEST_ASSET, printBackground: true });
    expect(said(printed.findings)).toContainEqual(['overlap', true, 'Code', 'preflight.overBackground', 1]);
    const shown = await find([code], { background: TEST_ASSET, printBackground: false });
    expect(shown.findings.refused).toBe(0);
  });
});
