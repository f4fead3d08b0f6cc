import fc from 'fast-check';
import {
  HIDDEN_PARTS,
  MAX_HEADING_ROWS,
  MAX_SKIPPED_ROWS,
  TEXT_ENCODINGS,
  type SpreadsheetReading,
} from '#model/elements/base/reading.ts';
import { ROTATIONS } from '#model/kernel/geometry.ts';
import { ALPHABETS, MAX_VALUE_LENGTH, type Alphabet } from '#model/elements/text/declared-values.ts';
import { canHaveCanvasMirror, hasSymbol, writeElementFields } from '#model/elements/registry.ts';
import {
  MAX_BLANK_LENGTH,
  SEQUENCE_TYPES,
  type BlankRules,
  type Counting,
  type DataSource,
  type Expression,
  type SimpleSource,
  withRunStyle,
} from '#model/elements/base/content.ts';
import { HYPHENATIONS } from '#model/elements/base/hyphenation.ts';
import {
  LIST_KINDS,
  MAX_PARAGRAPH_MM,
  TEXT_DIRECTIONS,
  type ParagraphStyle,
} from '#model/elements/base/paragraph-style.ts';
import { RUN_POSITIONS, RUN_SIZE_LIMITS, type RunStyle } from '#model/elements/base/styled-text.ts';
import {
  COLUMN_DATA_TYPES,
  COMMA_MEANINGS,
  DATE_ORDERS,
  MAX_CURRENCY_LENGTH,
  MAX_PATTERN_LENGTH,
  PLAIN_FORMAT,
  type ColumnFormat,
} from '#model/elements/base/column-format.ts';
import { MAX_TAB_MM, TAB_ALIGNS, TAB_LEADERS, type TabStop } from '#model/elements/base/tab-stops.ts';
import { unknownParts, type RawNode, type UnknownParts } from '#model/elements/base/unknown-parts.ts';
import type { Translations } from '#model/elements/base/translations.ts';
import { ONE_BIT_MODES } from '#model/elements/base/display-op.ts';
import { FILL_DENSITIES, FILL_PATTERNS } from '#model/elements/base/fill-pattern.ts';
import type { ElementBase } from '#model/elements/base/element.ts';
import { PINS } from '#model/elements/base/pins.ts';
import type { NewElementType, ElementByType, LabelElement } from '#model/elements/element.ts';
import {
  ARROW_DIRECTIONS,
  BRACKET_SIDES,
  BRACKETS,
  FIGURE_LIMITS,
  FIGURES,
} from '#model/elements/shapes/figure-element.ts';
import type { ShapeStyle } from '#model/elements/shapes/shape-style.ts';
import { FLAG_FOLDS, FLAG_GAP_LIMITS, type FlagSides } from '#model/elements/base/flag-sides.ts';
import { ARC_LIMITS, TEXT_COURSES, type TextCourse } from '#model/elements/base/text-course.ts';
import {
  MIN_WIDTH_LIMITS,
  TEXT_ALIGNS,
  CELL_FITS,
  TEXT_FITS,
  TEXT_ARRANGES,
  type TextStyle,
} from '#model/elements/base/text-style.ts';
import { NUMBER_POSITIONS, type SymbolNumber } from '#model/elements/base/symbol-number.ts';
import { IMAGE_DISPLAY_MODES, IMAGE_MASKS } from '#model/elements/image/image-element.ts';
import { LINE_MARKERS } from '#model/elements/line/line-markers.ts';
import { LINE_DIRECTIONS } from '#model/elements/line/line-element.ts';
import { REGIONS } from '#model/elements/time-text/time-text-element.ts';
import { keptOptions, optionsOf } from '#model/symbology/catalog/options.ts';
import { LINEAR_SYMBOLOGIES, MATRIX_SYMBOLOGIES, type Symbology, type SymbolOptions } from '#model/symbology/types.ts';
import { createTestElement, TEST_ASSET } from './create-elements.ts';

/** The attributes that a type has in addition to those of every element. */
type OwnFields<E extends ElementBase> = Omit<E, keyof ElementBase>;
type ArbitrariesOf<T> = { readonly [K in keyof T]-?: fc.Arbitrary<T[K]> };

/** Texts that are difficult for files and spreadsheets. */
export const nastyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '00123',
    ' padded ',
    'a\r\nb\tc',
    '<b>&amp;"\'',
    '\u001d01\u0001',
    'true',
    '标签 ярлык 😀',
    ']]>',
    '&#65;',
    '',
  ),
);

const flag = fc.boolean();
/** Lengths as in a file: whole micrometers. */
const mm = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: min * 1000, max: max * 1000 }).map((v) => v / 1000);
const tenths = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: min * 10, max: max * 10 }).map((v) => v / 10);
const hundredths = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: min * 100, max: max * 100 }).map((v) => v / 100);
const fifths = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: min * 5, max: max * 5 }).map((v) => v / 5);
const family = fc.constantFrom('Alibaba PuHuiTi', 'Roboto Mono', 'A family "of" <nobody>');
const penWidthMm = tenths(0.3, 10);

const rawNode = (depth: number): fc.Arbitrary<RawNode> =>
  fc
    .record({
      name: fc.constantFrom('Future', 'x-y', 'Données'),
      attributes: fc.dictionary(fc.constantFrom('Future1', 'x.y', 'ж'), nastyText, { maxKeys: 2 }),
      children: depth > 0 ? fc.array(rawNode(depth - 1), { maxLength: 2 }) : fc.constant([]),
      text: nastyText,
    })
    .map((node) => (node.children.length > 0 ? { ...node, text: '' } : node));

/** Additional parts from a later version, or from the product that wrote the file. */
export const anyUnknown: fc.Arbitrary<UnknownParts | undefined> = fc.option(
  fc
    .record({
      attributes: fc.dictionary(fc.constantFrom('Future', 'DataUnit', 'ж-1'), nastyText, { maxKeys: 3 }),
      children: fc.array(rawNode(2), { maxLength: 2 }),
    })
    .map(unknownParts),
  { nil: undefined },
);

const someAttributes = fc.dictionary(fc.constantFrom('Future2', 'x-z', 'ü'), nastyText, { maxKeys: 2 });

/** The same for a part of the file with these known child elements, which may have unknown attributes themselves. */
export function anyUnknownAround(children: readonly string[]): fc.Arbitrary<UnknownParts | undefined> {
  return fc
    .tuple(anyUnknown, fc.record(Object.fromEntries(children.map((name) => [name, someAttributes]))))
    .map(([unknown, ofChildren]) => unknownParts({ ...unknown, ofChildren }));
}

function withUnknown<T extends object>(value: T, unknown: UnknownParts | undefined): T {
  return unknown === undefined ? value : { ...value, unknown };
}

const separator = fc.constantFrom(',', ';', '\t', '|', ' ', "'", '"', '&', '<');
/** At least one choice: a reading without any is written as none. */
const reading: fc.Arbitrary<SpreadsheetReading> = fc
  .record(
    {
      encoding: fc.constantFrom(...TEXT_ENCODINGS),
      delimiter: separator,
      quote: fc.oneof(fc.constant(''), separator),
      skippedRows: fc.integer({ min: 0, max: MAX_SKIPPED_ROWS }),
      headingRows: fc.integer({ min: 0, max: MAX_HEADING_ROWS }),
      hiddenRows: fc.constantFrom(...HIDDEN_PARTS),
      hiddenColumns: fc.constantFrom(...HIDDEN_PARTS),
    },
    { requiredKeys: [] },
  )
  .filter((choices) => Object.keys(choices).length > 0);

/** An empty pattern counts as left out and is not kept. */
const pattern = nastyText.map((text) => `y${text}`).filter((text) => text.length <= MAX_PATTERN_LENGTH);

/** Every format except the plain one, which a source has by default. */
export const anyFormat: fc.Arbitrary<ColumnFormat> = fc
  .record({
    type: fc.constantFrom(...COLUMN_DATA_TYPES),
    precision: fc.option(fc.integer({ min: 0, max: 10 })),
    removeZeros: flag,
    currency: fc.option(nastyText.filter((text) => text.length <= MAX_CURRENCY_LENGTH)),
    dateFormat: pattern,
    timeFormat: pattern,
    comma: fc.option(fc.constantFrom(...COMMA_MEANINGS)),
    dateOrder: fc.option(fc.constantFrom(...DATE_ORDERS)),
  } satisfies ArbitrariesOf<ColumnFormat>)
  .filter((format) => JSON.stringify(format) !== JSON.stringify(PLAIN_FORMAT));

const blank: fc.Arbitrary<BlankRules> = fc.record({
  label: nastyText,
  required: flag,
  maxLength: fc.option(fc.integer({ min: 1, max: MAX_BLANK_LENGTH })),
});

/** Any except 1 and 1, which a source has by default. */
const counting: fc.Arbitrary<Counting> = fc.record({
  step: fc.integer({ min: -1000, max: 0 }),
  repeat: fc.integer({ min: 1, max: 1000 }),
});

const tags = ['pt-BR', 'zh', 'ar', 'zh-Hant-TW'];
/** At least one: no translations are left out. */
const translations: fc.Arbitrary<Translations> = fc
  .dictionary(fc.constantFrom(...tags), nastyText, { minKeys: 1, maxKeys: 3 })
  .map((texts) => ({ ...texts }));

const simpleSource: fc.Arbitrary<SimpleSource> = fc.oneof(
  fc.record(
    {
      type: fc.constant('fixed' as const),
      text: nastyText,
      translations,
      blank,
      opensLabel: fc.constant(true as const),
      counting,
    },
    { requiredKeys: ['type', 'text'] },
  ),
  fc.record(
    {
      type: fc.constant('column' as const),
      connection: fc.constantFrom('sha256:00', 'https://example.org/a b.xlsx?x=1&y=2'),
      fileName: nastyText,
      sheet: nastyText,
      column: nastyText.map((text) => `c${text}`),
      reading: fc.option(reading, { nil: undefined }),
      firstValue: nastyText,
      text: nastyText,
      format: anyFormat,
      asStored: fc.constant(true),
      cloudFile: fc.constant('20260101abcdefghijkmnpqr'),
      counting,
    },
    { requiredKeys: ['type', 'connection', 'fileName', 'sheet', 'column', 'reading', 'firstValue', 'text'] },
  ),
  fc.record({
    type: fc.constant('sequence' as const),
    kind: fc.constantFrom(...SEQUENCE_TYPES),
    initial: fc.constantFrom('1', '0001', '00FF', 'AAZ', 'x y'),
    step: fc.integer({ min: -1000, max: 1000 }),
    repeat: fc.integer({ min: 1, max: 1000 }),
    text: nastyText,
  }),
);

/** A formula as users type it, valid or not, and names that are difficult for files. */
const expression: fc.Arbitrary<Expression> = fc.record({
  formula: nastyText.map((text) => `${text}{[a ]] b] & upper(__proto__)}`),
  operands: fc.array(
    fc.record({
      name: fc.oneof(nastyText, fc.constantFrom('__proto__', 'constructor', 'upper', '单价（元）')),
      source: fc.tuple(simpleSource, anyUnknown).map(([known, unknown]) => withUnknown(known, unknown)),
    }),
    { maxLength: 3 },
  ),
});
const knownSource: fc.Arbitrary<DataSource> = fc.oneof(
  { weight: 3, arbitrary: simpleSource },
  {
    weight: 1,
    arbitrary: fc
      .record(
        { expression, text: nastyText, lastValue: nastyText, translations },
        { requiredKeys: ['expression', 'text', 'lastValue'] },
      )
      .map(({ expression: own, ...rest }) => ({ type: 'expression' as const, ...own, ...rest })),
  },
);
const runStyle: fc.Arbitrary<RunStyle> = fc.record(
  {
    bold: flag,
    italic: flag,
    underline: flag,
    strikeThrough: flag,
    sizePercent: fc.integer(RUN_SIZE_LIMITS),
    position: fc.constantFrom(...RUN_POSITIONS),
    color: fc.constantFrom('#000000', '#00aa55'),
  },
  { requiredKeys: [] },
);
const source = fc
  .tuple(knownSource, anyUnknown, runStyle)
  .map(([known, unknown, style]) => withRunStyle(withUnknown(known, unknown), style));
const sources = fc.array(source, { minLength: 1, maxLength: 3 });

const textStyle: ArbitrariesOf<TextStyle> = {
  align: fc.constantFrom(...TEXT_ALIGNS),
  arrange: fc.constantFrom(...TEXT_ARRANGES),
  fontFamily: family,
  fontSize: fifths(1, 100),
  bold: flag,
  italic: flag,
  underline: flag,
  strikeThrough: flag,
  letterSpacing: tenths(-1, 12),
  lineHeight: tenths(0, 12),
  color: fc.constantFrom('#000000', '#c8102e', '#fffffe'),
  autoWrap: flag,
  antiMirror: flag,
  fit: fc.constantFrom(...TEXT_FITS),
  minFontSize: fifths(1, 100),
  maxFontSize: fifths(1, 100),
  minWidthPercent: fc.integer({ min: MIN_WIDTH_LIMITS.min, max: MIN_WIDTH_LIMITS.max }),
  sameSizeInRun: flag,
};

const course: ArbitrariesOf<TextCourse & FlagSides> = {
  course: fc.constantFrom(...TEXT_COURSES),
  arcDegrees: fc.integer({ min: ARC_LIMITS.min, max: ARC_LIMITS.max }),
  flagFold: fc.constantFrom(...FLAG_FOLDS),
  flagGapMm: tenths(FLAG_GAP_LIMITS.min, FLAG_GAP_LIMITS.max),
};

const tabStop: fc.Arbitrary<TabStop> = fc.record({
  positionMm: tenths(0, MAX_TAB_MM),
  align: fc.constantFrom(...TAB_ALIGNS),
  leader: fc.constantFrom(...TAB_LEADERS),
});
const paragraphStyle: ArbitrariesOf<ParagraphStyle> = {
  paragraphSpacingMm: tenths(0, MAX_PARAGRAPH_MM),
  indentMm: tenths(0, MAX_PARAGRAPH_MM),
  firstIndentMm: tenths(-MAX_PARAGRAPH_MM, MAX_PARAGRAPH_MM),
  list: fc.constantFrom(...LIST_KINDS),
  tabStops: fc.array(tabStop, { maxLength: 3 }),
  textDirection: fc.constantFrom(...TEXT_DIRECTIONS),
  hyphenation: fc.constantFrom(...HYPHENATIONS),
};

const withinLimits = (field: keyof typeof FIGURE_LIMITS): fc.Arbitrary<number> => fc.integer(FIGURE_LIMITS[field]);
const shape: ArbitrariesOf<ShapeStyle> = {
  dashed: flag,
  penWidthMm,
  filled: flag,
  fillPattern: fc.constantFrom(...FILL_PATTERNS),
  fillDensity: fc.constantFrom(...FILL_DENSITIES),
};

/** Drawn together in `anyElementOf`: a symbology has its own options. */
const NO_SYMBOL = { symbology: fc.constant(undefined as never), options: fc.constant({} as SymbolOptions) };

const symbolNumber: ArbitrariesOf<SymbolNumber> = {
  numberPosition: fc.constantFrom(...NUMBER_POSITIONS),
  align: fc.constantFrom(...TEXT_ALIGNS),
  fontFamily: family,
  fontSize: fifths(1, 100),
};

const OWN = {
  text: {
    sources,
    prefix: nastyText,
    suffix: nastyText,
    prefixTranslations: translations,
    suffixTranslations: translations,
    emphasizedWords: nastyText,
    ...textStyle,
    ...course,
    ...paragraphStyle,
    sizeGroup: nastyText,
    valueAlphabet: fc.constantFrom('observed' as const, ...(Object.keys(ALPHABETS) as Alphabet[])),
    maxValueLength: fc.integer({ min: 0, max: MAX_VALUE_LENGTH }),
  },
  timeText: {
    ...textStyle,
    ...course,
    sizeGroup: nastyText,
    showsDate: flag,
    showsTime: flag,
    clock: fc.constantFrom('system' as const, 'given' as const),
    date: fc.constantFrom('2024/02/29', '1999/12/31', '2026/01/05'),
    time: fc.constantFrom('00:00:00', '23:59:59', '07:08:09'),
    region: fc.constantFrom(...REGIONS),
    dateFormat: nastyText,
    timeFormat: nastyText,
    dayOffset: fc.integer({ min: -36_500, max: 36_500 }),
    minuteOffset: fc.integer({ min: -527_040, max: 527_040 }),
  },
  barcode: { sources, ...NO_SYMBOL, ...symbolNumber },
  qrcode: { sources, ...NO_SYMBOL, ...symbolNumber },
  image: {
    asset: fc.constant(TEST_ASSET),
    keepProportion: flag,
    oneBit: fc.constantFrom(...ONE_BIT_MODES),
    threshold: fc.integer({ min: 0, max: 255 }),
    displayMode: fc.constantFrom(...IMAGE_DISPLAY_MODES),
    cropLeft: hundredths(0, 0.49),
    cropTop: hundredths(0, 0.49),
    cropRight: hundredths(0, 0.5),
    cropBottom: hundredths(0, 0.5),
    clearColor: fc.constantFrom('', '#ffffff', '#0a1b2c'),
    clearTolerance: fc.integer({ min: 0, max: 255 }),
    inverted: flag,
    brightness: fc.integer({ min: -100, max: 100 }),
    contrast: fc.integer({ min: -100, max: 100 }),
    gamma: hundredths(0.1, 10),
    sharpness: fc.integer({ min: 0, max: 300 }),
    mask: fc.constantFrom(...IMAGE_MASKS),
    maskRadiusMm: tenths(0, 100),
    sources: fc.option(sources, { nil: undefined }),
    emptyAllowed: fc.constantFrom(true as const, undefined),
  },
  line: {
    direction: fc.constantFrom(...LINE_DIRECTIONS),
    dashed: flag,
    penWidthMm,
    startMarker: fc.constantFrom(...LINE_MARKERS),
    endMarker: fc.constantFrom(...LINE_MARKERS),
  },
  rectangle: shape,
  roundRectangle: {
    ...shape,
    cornerRadiusMm: tenths(0, 10),
    cornerRadiiMm: fc.option(
      fc.record({
        topLeft: tenths(0, 10),
        topRight: tenths(0, 10),
        bottomRight: tenths(0, 10),
        bottomLeft: tenths(0, 10),
      }),
      { nil: undefined, freq: 2 },
    ),
  },
  ellipse: shape,
  diamond: shape,
  triangle: shape,
  figure: {
    ...shape,
    figure: fc.constantFrom(...FIGURES),
    sides: withinLimits('sides'),
    points: withinLimits('points'),
    innerPercent: withinLimits('innerPercent'),
    direction: fc.constantFrom(...ARROW_DIRECTIONS),
    headPercent: withinLimits('headPercent'),
    shaftPercent: withinLimits('shaftPercent'),
    bracket: fc.constantFrom(...BRACKETS),
    bracketSide: fc.constantFrom(...BRACKET_SIDES),
  },
} satisfies { readonly [T in Exclude<NewElementType, 'table'>]: ArbitrariesOf<OwnFields<ElementByType[T]>> };

/** Rows, columns and the cells that cover them, some of them merged. */
const anyTableFields: fc.Arbitrary<OwnFields<ElementByType['table']>> = fc
  .record({
    rowHeightsMm: fc.array(mm(1, 60), { minLength: 1, maxLength: 4 }),
    columnWidthsMm: fc.array(mm(1, 60), { minLength: 1, maxLength: 4 }),
    penWidthMm: tenths(0.3, 5),
    merges: fc.array(fc.tuple(fc.nat(3), fc.nat(3), fc.nat(2), fc.nat(2)), { maxLength: 3 }),
    looks: fc.array(
      fc.record({ sources, style: fc.record({ ...textStyle, fit: fc.constantFrom(...CELL_FITS), mirror: flag }) }),
      {
        minLength: 16,
        maxLength: 16,
      },
    ),
  })
  .map(({ rowHeightsMm, columnWidthsMm, penWidthMm: pen, merges, looks }) => ({
    rowHeightsMm,
    columnWidthsMm,
    penWidthMm: pen,
    cells: tilingCells(rowHeightsMm.length, columnWidthsMm.length, merges).map((place, i) => ({
      ...place,
      style: looks[i]?.style ?? createTestElement('table').cells[0]?.style ?? failed(),
      sources: looks[i]?.sources ?? [],
    })),
  }));

function failed(): never {
  throw new Error('a table without cells');
}

interface CellPlace {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

/** The positions of cells that cover a grid: those of the wanted merges that fit in, and single ones. */
function tilingCells(
  rows: number,
  columns: number,
  merges: readonly (readonly [row: number, column: number, down: number, across: number])[],
): readonly CellPlace[] {
  const taken = new Set<string>();
  const places: CellPlace[] = [];
  const take = (place: CellPlace): void => {
    const keys: string[] = [];
    for (let row = place.row; row < place.row + place.rowSpan; row++)
      for (let column = place.column; column < place.column + place.columnSpan; column++) keys.push(`${row},${column}`);
    const outside = place.row + place.rowSpan > rows || place.column + place.columnSpan > columns;
    if (outside || keys.some((key) => taken.has(key))) return;
    for (const key of keys) taken.add(key);
    places.push(place);
  };
  for (const [row, column, down, across] of merges) take({ row, column, rowSpan: down + 1, columnSpan: across + 1 });
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) take({ row, column, rowSpan: 1, columnSpan: 1 });
  return places.toSorted((a, b) => a.row - b.row || a.column - b.column);
}

const groupPath = fc.constantFrom('outer001', 'outer001/inner001', 'outer001/inner002', 'outer002');

const pins = fc
  .record({ x: fc.constantFrom(...PINS), y: fc.constantFrom(...PINS), keepsProportion: flag })
  .filter(({ x, y, keepsProportion }) => x !== 'start' || y !== 'start' || keepsProportion);

const turnDegrees = fc.integer({ min: -449, max: 450 }).map((tenths) => (tenths === 0 ? 1 : tenths) / 10);

/** The fields of every element, except `id` and `type`. */
function baseFields(type: NewElementType): ArbitrariesOf<Omit<ElementBase, 'id' | 'type' | 'unknown'>> {
  return {
    name: nastyText,
    locked: flag,
    xMm: mm(-50, 400),
    yMm: mm(-50, 3000),
    widthMm: mm(0, 400),
    heightMm: mm(0, 3000),
    rotation: fc.constantFrom(...ROTATIONS),
    mirror: flag,
    canvasMirror: canHaveCanvasMirror(type) ? flag : fc.constant(false),
    showWhen: fc.option(expression, { nil: undefined, freq: 3 }),
    group: fc.option(groupPath, { nil: undefined, freq: 3 }),
    styleName: fc.option(fc.constantFrom('Heading', '标题 "1" & <x>'), { nil: undefined, freq: 3 }),
    pins: fc.option(pins, { nil: undefined, freq: 3 }),
    pushed: fc.constantFrom(true as const, undefined),
    // Symbols at free angles have tests of their own: not every one of them can be read.
    turnDegrees: hasSymbol(type) ? fc.constant(undefined) : fc.option(turnDegrees, { nil: undefined, freq: 2 }),
    freeAngle: hasSymbol(type) ? fc.constantFrom(true as const, undefined) : fc.constant(undefined),
    hideBelow: fc.option(fc.record({ width: mm(0.001, 400), height: mm(0, 3000) }), { nil: undefined, freq: 3 }),
  };
}

/** A symbology with random values of its options. */
function anySymbol(symbologies: readonly Symbology[]): fc.Arbitrary<object> {
  return fc
    .constantFrom(...symbologies)
    .chain((symbology) =>
      fc
        .record(Object.fromEntries(optionsOf(symbology).map((o) => [o.name, fc.constantFrom(...o.choices)])))
        .map((options) => ({ symbology, options: keptOptions(symbology, options) })),
    );
}

const SYMBOLS: Readonly<Partial<Record<NewElementType, fc.Arbitrary<object>>>> = {
  barcode: anySymbol(LINEAR_SYMBOLOGIES),
  qrcode: anySymbol(MATRIX_SYMBOLOGIES),
};

/** An element of the type with random values of every attribute. */
export function anyElementOf(type: NewElementType): fc.Arbitrary<LabelElement> {
  const fields: Readonly<Record<string, fc.Arbitrary<unknown>>> = type === 'table' ? {} : OWN[type];
  const own: fc.Arbitrary<object> = type === 'table' ? anyTableFields : fc.record(fields);
  return fc
    .record({ base: fc.record(baseFields(type)), own, symbol: SYMBOLS[type] ?? fc.constant({}) })
    .map(
      ({ base, own: values, symbol }) =>
        ({ ...createTestElement(type), ...base, ...values, ...symbol }) as LabelElement,
    )
    .chain((element) => anyUnknownAround(childrenInFile(element)).map((unknown) => withUnknown(element, unknown)));
}

/** The known child elements of an element in the file. */
function childrenInFile(element: LabelElement): readonly string[] {
  const { entries, sources: list } = writeElementFields(element);
  return [
    ...(entries === undefined && list === undefined ? [] : ['DataSourceList']),
    ...(element.showWhen === undefined ? [] : ['ShowWhenOperands']),
  ];
}
