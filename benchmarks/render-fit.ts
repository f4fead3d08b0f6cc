import type { TextStyle } from '#model/elements/base/text-style.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import type { RunId } from '#protocol/render.ts';
import { columnSource, createPrintFixture, createRecord } from '#tests/print/create-print-core-fixture.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { median, type Figure } from './figure.ts';

const TEXTS = 20;
const RECORDS = 60;
const ROUNDS = 9;
const QUICK_ROUNDS = 5;
const DPI = 300;
/** Fitting may take this many times as long as setting the texts at their size. */
const ALLOWANCE = 3;
const WORDS =
  'pump steel valve Hydraulic stainless bearing 24 V, 16 bar DIN-912 washer M8 x 40 zinc plated left-hand thread for outdoor use'.split(
    ' ',
  );

type Fit = Pick<TextStyle, 'fit' | 'autoWrap'>;

/**
 * Lays out labels of 20 texts with new values in each (`checkRecords`), which shrink, grow or are condensed, and the
 * same texts at their size. Two thirds of the values are too long for their box. In Node; process time, because other
 * programs run at the same time.
 */
export async function run(quick: boolean): Promise<readonly Figure[]> {
  const lines = await measure(quick, [
    { fit: 'shrink', autoWrap: false },
    { fit: 'resize', autoWrap: false },
    { fit: 'condense', autoWrap: false },
  ]);
  const paragraphs = await measure(quick, [
    { fit: 'shrink', autoWrap: true },
    { fit: 'resize', autoWrap: true },
    { fit: 'condense', autoWrap: true },
  ]);
  return [
    figure('render-fit', lines, paragraphs),
    figure('render-fit-lines', lines),
    figure('render-fit-wrapped', paragraphs),
  ];
}

interface Times {
  readonly fitted: readonly number[];
  readonly fixed: readonly number[];
}

/** Milliseconds of process time for one label. */
function figure(name: string, ...all: readonly Times[]): Figure {
  const sums = (of: keyof Times): readonly number[] =>
    (all[0]?.[of] ?? []).map((_, i) => all.reduce((sum, times) => sum + (times[of][i] ?? NaN), 0) / all.length);
  const [fitted, fixed] = [sums('fitted'), sums('fixed')];
  return {
    name,
    ratio: median(fixed.map((ms, i) => (ALLOWANCE * ms) / (fitted[i] ?? NaN))),
    goal: 1,
    against: `${ALLOWANCE}x fixed size`,
    ms: median(fitted),
    peerMs: median(fixed),
  };
}

async function measure(quick: boolean, fits: readonly Fit[]): Promise<Times> {
  const { core } = await createPrintFixture();
  const fitted = await open(core, fits);
  const fixed = await open(
    core,
    fits.map(({ autoWrap }) => ({ fit: 'none', autoWrap })),
  );
  const times = { fitted: [] as number[], fixed: [] as number[] };
  let row = 0;
  // The first rounds load fonts and learn letter pairs.
  for (let round = -3; round < (quick ? QUICK_ROUNDS : ROUNDS); round++) {
    for (const [name, run] of [
      ['fixed', fixed],
      ['fitted', fitted],
    ] as const) {
      const records = Array.from({ length: RECORDS }, () => recordOf(row++));
      const before = process.cpuUsage();
      expectOk(await core.checkRecords(run, records));
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) times[name].push((user + system) / 1000 / RECORDS);
    }
  }
  core.dispose();
  return times;
}

async function open(core: PrintCore, fits: readonly Fit[]): Promise<RunId> {
  const elements = Array.from({ length: TEXTS }, (_, i): LabelElement => {
    const { fit, autoWrap } = fits[i % fits.length] as Fit;
    return createTestElement('text', {
      sources: [columnSource(`c${i}`)],
      fontFamily: 'Roboto',
      fontSize: 14,
      minFontSize: 4,
      maxFontSize: 24,
      fit,
      autoWrap,
      xMm: 2 + 48 * (i % 2),
      yMm: 2 + 11 * (i >> 1),
      widthMm: 44,
      heightMm: autoWrap ? 10 : 6,
    });
  });
  return expectOk(
    await core.openRun({
      template: createTestTemplate(elements, { widthMm: 100, heightMm: 120 }),
      dpi: DPI,
      overflow: 'allow',
    }),
  ).runId;
}

/** Values of 1 to 12 words, each with a number of its own. */
function recordOf(row: number): DataRecord {
  const values = Array.from({ length: TEXTS }, (_, i): [string, string] => {
    const words = Array.from(
      { length: 1 + ((row * 7 + i * 5) % 12) },
      (_unused, k) => WORDS[(row * 3 + i * 11 + k * 13) % WORDS.length],
    );
    return [`c${i}`, `${words.join(' ')} ${row}-${i}`];
  });
  return createRecord(row + 2, Object.fromEntries(values));
}
