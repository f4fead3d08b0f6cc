import { toBase64 } from '#model/kernel/base64.ts';
import { canHaveCanvasMirror } from '#model/elements/registry.ts';
import { fixedText, type DataSource } from '#model/elements/base/content.ts';
import type { ElementBase } from '#model/elements/base/element.ts';
import type { NewElementType, ElementByType, LabelElement } from '#model/elements/element.ts';
import { FILL_PATTERNS } from '#model/elements/base/fill-pattern.ts';
import type { ShapeStyle } from '#model/elements/shapes/shape-style.ts';
import type { FlagSides } from '#model/elements/base/flag-sides.ts';
import { HYPHEN_LANGUAGES } from '#model/elements/base/hyphenation.ts';
import type { ParagraphStyle } from '#model/elements/base/paragraph-style.ts';
import { TAB_ALIGNS, TAB_LEADERS, type TabStop } from '#model/elements/base/tab-stops.ts';
import type { GroupedText } from '#model/elements/base/size-group.ts';
import type { RunStyle } from '#model/elements/base/styled-text.ts';
import type { TextCourse } from '#model/elements/base/text-course.ts';
import { newTextStyle, type TextStyle } from '#model/elements/base/text-style.ts';
import type { CellStyle, TableCell } from '#model/elements/table/table-element.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { LINEAR_SYMBOLOGIES } from '#model/symbology/types.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { createTestElement, TEST_ASSET } from '../support/create-elements.ts';
import { OTHER_ASSET, OTHER_PICTURE } from './golden-page.ts';

/** Effect of one attribute: each of `to` changes the picture of the base (with `on`); each of `same` does not. */
interface Showing<E> {
  readonly on?: Partial<E>;
  readonly to?: readonly Partial<E>[];
  readonly same?: readonly Partial<E>[];
}

type BaseAttributes = Omit<ElementBase, 'id' | 'type' | 'unknown'>;
type AttributesOf<E extends ElementBase> = Omit<E, keyof ElementBase>;
type ShowingsOf<E extends ElementBase> = {
  readonly [K in keyof AttributesOf<E>]-?: Showing<E>;
} & { readonly [K in keyof BaseAttributes]?: Showing<E> };

interface TypeCases<E extends ElementBase> {
  readonly base: Partial<E>;
  readonly attributes: ShowingsOf<E>;
}

const MIXED = 'Label 0123 标签 ярлык, wide enough to be broken into lines.';
/** The same text in parts, of which every second can have a style of its own. */
const MIXED_RUNS = ['Label 0123 ', '标签 ярлык, ', 'wide enough ', 'to be broken ', 'into lines.'];
const RUN_STYLES: readonly RunStyle[] = [
  { bold: true },
  { italic: true },
  { underline: true },
  { strikeThrough: true },
  { sizePercent: 60 },
  { sizePercent: 130, bold: true, underline: true },
  { position: 'superscript' },
  { position: 'subscript', italic: true },
];
function styledText(text: string, index: number, style: RunStyle): DataSource {
  return index % 2 === 0 ? fixedText(text) : { ...fixedText(text), style };
}

const STYLE: { readonly [K in keyof TextStyle]: Showing<TextStyle> } = {
  align: { to: [{ align: 'center' }, { align: 'right' }, { align: 'justify' }, { align: 'stretch' }] },
  arrange: { to: [{ arrange: 'vertical' }] },
  fontFamily: { to: [{ fontFamily: 'Roboto Mono' }, { fontFamily: 'Noto Sans SC' }] },
  fontSize: { to: [{ fontSize: 9.2 }] },
  bold: { to: [{ bold: true }] },
  italic: { to: [{ italic: true }] },
  underline: { to: [{ underline: true }] },
  strikeThrough: { to: [{ strikeThrough: true }] },
  letterSpacing: { to: [{ letterSpacing: 2 }, { letterSpacing: -0.5 }] },
  lineHeight: { to: [{ lineHeight: 2 }] },
  // Prints are black and white; exports in color are tested in tests/export/text-colors.test.ts.
  color: { same: [{ color: '#c8102e' }, { color: '#ffffff' }] },
  autoWrap: { to: [{ autoWrap: false }] },
  antiMirror: { to: [{ antiMirror: true }] },
  fit: { on: { fontSize: 24 }, to: [{ fit: 'shrink' }, { fit: 'resize' }, { fit: 'condense' }, { fit: 'ellipsis' }] },
  minFontSize: { on: { fit: 'shrink', fontSize: 40 }, to: [{ minFontSize: 20 }] },
  maxFontSize: { on: { fit: 'resize' }, to: [{ maxFontSize: 6 }] },
  minWidthPercent: { on: { fit: 'condense', autoWrap: false }, to: [{ minWidthPercent: 40 }] },
  // A single label keeps its size; runs are tested in tests/print/run-sizes.test.ts.
  sameSizeInRun: { on: { fit: 'shrink' }, same: [{ sameSizeInRun: true }] },
};

/** Paragraphs in each script, of which some need several lines; with tabs. */
const PARAGRAPHS = [
  fixedText('Store in a cool, dry place.\n标签存放于阴凉干燥处\nНетто\t12,5 kg'),
] satisfies readonly DataSource[];
const PARAGRAPHS_OF_SCRIPTS: readonly (readonly DataSource[])[] = [
  'يحفظ في مكان بارد وجاف بعيدا عن الشمس\nالوزن\t12.5 kg',
  'เก็บในที่แห้งและเย็น ห่างจากแสงแดด\nน้ำหนัก\t12.5',
  '存放于阴凉干燥处，避免阳光直射。\n净含量\t12.5 克',
  'ठंडी और सूखी जगह पर, धूप से दूर रखें\nशुद्ध वज़न\t12.5 kg',
].map((text) => [fixedText(text)]);
/** Each way to fit, in each script. */
const FITS_OF_SCRIPTS = [
  'Store in a cool, dry place away from sunlight',
  '存放于阴凉干燥处，避免阳光直射，开封后尽快食用',
  'يحفظ في مكان بارد وجاف بعيدا عن الشمس',
  'เก็บในที่แห้งและเย็น ห่างจากแสงแดด',
  'ठंडी और सूखी जगह पर, धूप से दूर रखें',
].flatMap((text) =>
  (['shrink', 'resize', 'condense', 'ellipsis', 'grow'] as const).map((fit) => ({ sources: [fixedText(text)], fit })),
);
const TAB: TabStop = { positionMm: 14, align: 'left', leader: 'none' };
const PARAGRAPH: { readonly [K in keyof ParagraphStyle]: Showing<TextElement> } = {
  paragraphSpacingMm: { on: { sources: PARAGRAPHS }, to: [{ paragraphSpacingMm: 1.5 }] },
  indentMm: { on: { sources: PARAGRAPHS }, to: [{ indentMm: 4 }] },
  firstIndentMm: {
    on: { sources: PARAGRAPHS },
    to: [
      { firstIndentMm: 4 },
      { firstIndentMm: 4, arrange: 'vertical', heightMm: 20 },
      { indentMm: 5, firstIndentMm: -5 },
      ...PARAGRAPHS_OF_SCRIPTS.map((sources) => ({ sources, firstIndentMm: 4 })),
    ],
  },
  list: {
    on: { sources: PARAGRAPHS },
    to: [
      { list: 'bullets' },
      { list: 'dashes' },
      { list: 'numbers' },
      ...PARAGRAPHS_OF_SCRIPTS.map((sources) => ({ sources, list: 'numbers' as const })),
    ],
  },
  tabStops: {
    on: { sources: PARAGRAPHS },
    to: [
      ...TAB_ALIGNS.map((align) => ({ tabStops: [{ ...TAB, align, positionMm: align === 'right' ? 24 : 14 }] })),
      ...TAB_LEADERS.slice(1).map((leader) => ({ tabStops: [{ ...TAB, leader }] })),
      { tabStops: [{ ...TAB, leader: 'dots' as const }], arrange: 'vertical' as const, heightMm: 28 },
      ...PARAGRAPHS_OF_SCRIPTS.map((sources) => ({
        sources,
        tabStops: [{ positionMm: 24, align: 'right' as const, leader: 'dots' as const }],
      })),
    ],
  },
  hyphenation: {
    on: { sources: [fixedText('Refrigerated ingredients, Mindesthaltbarkeitsdatum')], align: 'justify' },
    to: [
      ...HYPHEN_LANGUAGES.filter((each) => each !== 'ru').map((hyphenation) => ({ hyphenation })),
      { hyphenation: 'ru', sources: [fixedText('Температура хранения, изготовитель')] },
    ],
  },
  textDirection: {
    on: { sources: [fixedText('Weight 12.5 kg\nوزن 12.5 kg')], align: 'justify', indentMm: 3 },
    to: [{ textDirection: 'paragraph' }, { textDirection: 'rtl' }],
    same: [{ textDirection: 'ltr' }],
  },
};

/** One text of a group keeps its size; several are tested in tests/render/size-groups.test.ts. */
const SIZE_GROUP: Showing<GroupedText & TextStyle> = { on: { fit: 'shrink' }, same: [{ sizeGroup: 'A' }] };

type CourseFields = TextStyle & TextCourse & FlagSides & Pick<ElementBase, 'widthMm' | 'heightMm'>;
const ARC = { course: 'arcTop', fontSize: 8, widthMm: 40, heightMm: 22 } as const;
const COURSE: { readonly [K in keyof (TextCourse & FlagSides)]: Showing<CourseFields> } = {
  course: {
    on: { fontSize: 8, widthMm: 40, heightMm: 22 },
    to: [{ course: 'arcTop' }, { course: 'arcBottom' }, { course: 'stacked' }],
    same: [{ arcDegrees: 200 }],
  },
  arcDegrees: { on: ARC, to: [{ arcDegrees: 60 }, { arcDegrees: 360 }], same: [{ autoWrap: false }] },
  flagFold: { on: { fontSize: 8 }, to: [{ flagFold: 'below' }, { flagFold: 'right' }], same: [{ flagGapMm: 3 }] },
  flagGapMm: { on: { fontSize: 8, flagFold: 'below' }, to: [{ flagGapMm: 3 }] },
};

const SHAPE: { readonly [K in keyof ShapeStyle]: Showing<ShapeStyle> } = {
  dashed: { to: [{ dashed: true }] },
  penWidthMm: { to: [{ penWidthMm: 1.2 }] },
  filled: { to: [{ filled: true }] },
  fillPattern: {
    to: FILL_PATTERNS.filter((fillPattern) => fillPattern !== 'none').map((fillPattern) => ({ fillPattern })),
    same: [{ fillDensity: 'dark' }],
  },
  fillDensity: { on: { fillPattern: 'dots' }, to: [{ fillDensity: 'light' }, { fillDensity: 'dark' }] },
};

/** For a picture that half a turn leaves the same: only a quarter turn changes it. */
const UPSIDE_DOWN: Showing<Pick<ElementBase, 'rotation'>> = { to: [{ rotation: 90 }], same: [{ rotation: 180 }] };
const SYMMETRIC = { rotation: UPSIDE_DOWN, mirror: { same: [{ mirror: true }] } };
const SHAPE_BOX = { widthMm: 20, heightMm: 10 };

/** A table of two by two; its first cell differs. */
function cells(first: Partial<TableCell>, style: Partial<CellStyle> = {}): readonly TableCell[] {
  return createTestElement('table').cells.map((cell, i) => {
    const text = { ...cell, sources: [fixedText(`Cell ${i + 1} 标签 of words`)], style: CELL_STYLE };
    return i === 0 ? { ...text, ...first, style: { ...CELL_STYLE, ...style } } : text;
  });
}
const CELL_STYLE: CellStyle = { ...newTextStyle(1), fontSize: 8, autoWrap: true, mirror: false };
const TABLE = {
  columnWidthsMm: [12, 12],
  rowHeightsMm: [7, 7],
  widthMm: 24.3,
  heightMm: 14.3,
  penWidthMm: 0.3,
  cells: cells({}),
};

const CASES = {
  text: {
    base: { sources: [fixedText(MIXED)], fontSize: 12, autoWrap: true, widthMm: 26, heightMm: 12 },
    attributes: {
      ...STYLE,
      ...COURSE,
      ...PARAGRAPH,
      fit: { ...STYLE.fit, to: [...(STYLE.fit.to ?? []), ...FITS_OF_SCRIPTS] },
      sizeGroup: SIZE_GROUP,
      sources: {
        to: [
          { sources: [fixedText('Other')] },
          { sources: [fixedText('')] },
          ...RUN_STYLES.map((style) => ({ sources: MIXED_RUNS.map((text, i) => styledText(text, i, style)) })),
        ],
        // Runs of the text's own style are the same text.
        same: [
          { sources: MIXED_RUNS.map(fixedText) },
          { sources: MIXED_RUNS.map((text, i) => styledText(text, i, { underline: false })) },
        ],
      },
      emphasizedWords: { to: [{ emphasizedWords: 'label, ярл*' }], same: [{ emphasizedWords: 'lab' }] },
      prefix: { to: [{ prefix: 'No. ' }] },
      suffix: { to: [{ suffix: ' kg' }] },
      // They are shown in other languages only.
      prefixTranslations: { same: [{ prefixTranslations: { pt: 'N.º ' } }] },
      suffixTranslations: { same: [{ suffixTranslations: { zh: '公斤' } }] },
      // They are for the proof that texts fit.
      valueAlphabet: { same: [{ valueAlphabet: 'digits' }] },
      maxValueLength: { same: [{ maxValueLength: 12 }] },
      // The height of horizontal text follows from its lines.
      heightMm: { on: { arrange: 'vertical' }, to: [{ heightMm: 20 }] },
    },
  },
  timeText: {
    base: {
      fontSize: 12,
      autoWrap: true,
      widthMm: 26,
      heightMm: 12,
      clock: 'given',
      date: '2026/03/07',
      time: '14:05:09',
      region: 'us',
      dateFormat: 'EEEE d MMMM yyyy',
    },
    attributes: {
      ...STYLE,
      ...COURSE,
      sizeGroup: SIZE_GROUP,
      showsDate: { to: [{ showsDate: false }] },
      showsTime: { to: [{ showsTime: false }] },
      // The clock of a test has another time than the given one.
      clock: { on: { date: '1999/12/31' }, to: [{ clock: 'system' }] },
      date: { to: [{ date: '2024/02/29' }] },
      time: { to: [{ time: '23:59:59' }] },
      region: { to: [{ region: 'zh' }] },
      dateFormat: { to: [{ dateFormat: 'DD.MM.YY' }] },
      timeFormat: { to: [{ timeFormat: 'HH:mm' }] },
      dayOffset: { to: [{ dayOffset: 30 }, { dayOffset: -7 }] },
      minuteOffset: { to: [{ minuteOffset: 90 }, { minuteOffset: -1 }] },
      heightMm: { on: { arrange: 'vertical' }, to: [{ heightMm: 20 }] },
    },
  },
  barcode: {
    base: { widthMm: 32, heightMm: 12, xMm: 2 },
    attributes: {
      sources: { to: [{ sources: [fixedText('12345')] }] },
      symbology: {
        to: LINEAR_SYMBOLOGIES.filter((symbology) => symbology !== 'code128').map((symbology) => ({
          symbology,
          sources: [fixedText(symbologyInfo(symbology).defaultValue)],
        })),
      },
      options: {
        on: { symbology: 'itf14', sources: [fixedText('15400141288763')] },
        to: [{ options: { bearerBars: 'horizontal' } }, { options: { bearerBars: 'frame' } }],
      },
      numberPosition: { to: [{ numberPosition: 'none' }, { numberPosition: 'above' }] },
      align: { to: [{ align: 'left' }, { align: 'right' }, { align: 'justify' }, { align: 'stretch' }] },
      fontFamily: { to: [{ fontFamily: 'Roboto Mono' }] },
      fontSize: { to: [{ fontSize: 8 }] },
    },
  },
  qrcode: {
    base: { widthMm: 14, heightMm: 14 },
    attributes: {
      sources: { to: [{ sources: [fixedText('other')] }] },
      symbology: {},
      options: { to: [{ options: { level: 'L' } }, { options: { level: 'Q' } }, { options: { level: 'H' } }] },
      numberPosition: {
        on: { heightMm: 20 },
        to: [{ numberPosition: 'below' }, { numberPosition: 'above' }],
      },
      align: {
        on: { widthMm: 24, numberPosition: 'below' },
        to: [{ align: 'left' }, { align: 'right' }, { align: 'justify' }, { align: 'stretch' }],
      },
      fontFamily: { on: { numberPosition: 'below' }, to: [{ fontFamily: 'Roboto Mono' }] },
      fontSize: { on: { numberPosition: 'below' }, to: [{ fontSize: 8 }] },
    },
  },
  image: {
    base: { widthMm: 18, heightMm: 12 },
    attributes: {
      asset: { to: [{ asset: OTHER_ASSET }] },
      keepProportion: { same: [{ keepProportion: false }] },
      oneBit: { to: [{ oneBit: 'threshold' }, { oneBit: 'atkinson' }, { oneBit: 'ordered' }] },
      threshold: { on: { oneBit: 'threshold' }, to: [{ threshold: 60 }] },
      displayMode: { on: { heightMm: 18 }, to: [{ displayMode: 'contain' }, { displayMode: 'cover' }] },
      cropLeft: { to: [{ cropLeft: 0.3 }] },
      cropTop: { to: [{ cropTop: 0.3 }] },
      cropRight: { to: [{ cropRight: 0.3 }] },
      cropBottom: { to: [{ cropBottom: 0.3 }] },
      clearColor: { to: [{ clearColor: '#ffffff' }] },
      clearTolerance: { on: { clearColor: '#ffffff' }, to: [{ clearTolerance: 160 }] },
      inverted: { to: [{ inverted: true }] },
      brightness: { to: [{ brightness: 30 }, { brightness: -30 }] },
      contrast: { to: [{ contrast: 60 }, { contrast: -60 }] },
      gamma: { to: [{ gamma: 2 }, { gamma: 0.5 }] },
      sharpness: { to: [{ sharpness: 200 }] },
      mask: { to: [{ mask: 'rounded' }, { mask: 'ellipse' }] },
      maskRadiusMm: { on: { mask: 'rounded' }, to: [{ maskRadiusMm: 5 }] },
      sources: { to: [{ sources: [fixedText(toBase64(OTHER_PICTURE))] }] },
      emptyAllowed: { same: [{ emptyAllowed: true }] },
    },
  },
  table: {
    base: TABLE,
    attributes: {
      columnWidthsMm: { to: [{ columnWidthsMm: [6, 18] }] },
      rowHeightsMm: { to: [{ rowHeightsMm: [9, 5] }] },
      penWidthMm: { to: [{ penWidthMm: 1 }] },
      cells: {
        to: [
          { cells: cells({ sources: [fixedText('Other')] }) },
          { cells: cells({ columnSpan: 2 }).filter((cell) => cell.row !== 0 || cell.column !== 1) },
          { cells: cells({ rowSpan: 2 }).filter((cell) => cell.row !== 1 || cell.column !== 0) },
          ...Object.values(STYLE).flatMap(({ on = {}, to = [] }) =>
            to.map((style) => ({ cells: cells({}, { ...on, ...style }) })),
          ),
          { cells: cells({}, { mirror: true }) },
        ],
      },
    },
  },
  line: {
    base: { direction: 'left', widthMm: 20, heightMm: 10 },
    attributes: {
      direction: { to: [{ direction: 'right' }, { direction: 'horizontal' }, { direction: 'vertical' }] },
      dashed: { to: [{ dashed: true }] },
      penWidthMm: { to: [{ penWidthMm: 1.2 }] },
      startMarker: { to: [{ startMarker: 'arrow' }, { startMarker: 'bar' }] },
      endMarker: {
        to: [
          { endMarker: 'circle' },
          { endMarker: 'arrow', startMarker: 'arrow', direction: 'horizontal', heightMm: 0.3 },
        ],
      },
      rotation: UPSIDE_DOWN,
    },
  },
  rectangle: { base: SHAPE_BOX, attributes: { ...SHAPE, ...SYMMETRIC } },
  roundRectangle: {
    base: SHAPE_BOX,
    attributes: {
      ...SHAPE,
      cornerRadiusMm: { to: [{ cornerRadiusMm: 2 }, { cornerRadiusMm: 0 }] },
      cornerRadiiMm: { to: [{ cornerRadiiMm: { topLeft: 3, topRight: 0, bottomRight: 1, bottomLeft: 0.5 } }] },
      ...SYMMETRIC,
    },
  },
  ellipse: { base: SHAPE_BOX, attributes: { ...SHAPE, ...SYMMETRIC } },
  diamond: { base: SHAPE_BOX, attributes: { ...SHAPE, ...SYMMETRIC } },
  triangle: { base: SHAPE_BOX, attributes: { ...SHAPE, mirror: { same: [{ mirror: true }] } } },
  figure: {
    base: { widthMm: 18, heightMm: 15 },
    attributes: {
      ...SHAPE,
      figure: { to: [{ figure: 'polygon' }, { figure: 'arrow' }, { figure: 'bracket' }] },
      bracket: {
        on: { figure: 'bracket', widthMm: 5 },
        to: [{ bracket: 'square' }, { bracket: 'round' }],
        same: [{ filled: true }, { fillPattern: 'dots' }],
      },
      bracketSide: { on: { figure: 'bracket', widthMm: 5 }, to: [{ bracketSide: 'right' }] },
      direction: {
        on: { figure: 'arrow' },
        to: [{ direction: 'left' }, { direction: 'up' }, { direction: 'down' }, { direction: 'both' }],
      },
      headPercent: { on: { figure: 'arrow' }, to: [{ headPercent: 25 }, { headPercent: 200 }] },
      shaftPercent: { on: { figure: 'arrow' }, to: [{ shaftPercent: 5 }, { shaftPercent: 100 }] },
      sides: { on: { figure: 'polygon' }, to: [{ sides: 3 }, { sides: 12 }] },
      points: { to: [{ points: 3 }, { points: 24 }] },
      innerPercent: { to: [{ innerPercent: 10 }, { innerPercent: 95 }], same: [{ sides: 8 }] },
      mirror: { same: [{ mirror: true }] },
    },
  },
} satisfies { readonly [T in NewElementType]: TypeCases<ElementByType[T]> };

/** Effect of every attribute of every element, unless a type says otherwise. */
const COMMON: { readonly [K in keyof BaseAttributes]: Showing<ElementBase> } = {
  name: { same: [{ name: 'Another' }] },
  locked: { same: [{ locked: true }] },
  xMm: { to: [{ xMm: 7.3 }] },
  yMm: { to: [{ yMm: 8.6 }] },
  widthMm: { to: [{ widthMm: 11 }] },
  heightMm: { to: [{ heightMm: 9 }] },
  rotation: { to: [{ rotation: 90 }, { rotation: 180 }, { rotation: 270 }] },
  mirror: { to: [{ mirror: true }] },
  canvasMirror: { to: [{ canvasMirror: true }] },
};

export interface GoldenCase {
  readonly name: string;
  readonly element: LabelElement;
  /** The case that it must differ from, or must equal. */
  readonly differsFrom?: string;
  readonly sameAs?: string;
}

/** The base of a type, and every attribute's effect on it. */
export function goldenCases(type: NewElementType): readonly GoldenCase[] {
  const { base, attributes } = CASES[type];
  const place = { id: 'GOLDEN01' as ElementId, name: 'Golden', xMm: 4, yMm: 5 };
  const first = { ...createTestElement(type), ...place, asset: TEST_ASSET, ...base } as LabelElement;
  const start: LabelElement = type === 'image' ? first : withoutAsset(first);
  const showings: Readonly<Record<string, Showing<LabelElement>>> = { ...COMMON, ...attributes } as never;
  const cases: GoldenCase[] = [{ name: 'base', element: start }];
  const add = (fields: object, name: string, relation: object, on: object = {}): void => {
    cases.push({ name, element: { ...start, ...on, ...fields } as LabelElement, ...relation });
  };
  for (const [attribute, { on, to = [], same = [] }] of Object.entries(showings)) {
    if (attribute === 'canvasMirror' && !canHaveCanvasMirror(type)) continue;
    const from = on === undefined ? 'base' : `${attribute} before`;
    if (on !== undefined) add({}, from, {}, on);
    to.forEach((fields, i) => add(fields, `${attribute} ${i + 1}`, { differsFrom: from }, on));
    same.forEach((fields, i) => add(fields, `${attribute} same ${i + 1}`, { sameAs: from }, on));
  }
  return cases;
}

function withoutAsset(element: LabelElement): LabelElement {
  const { asset: _asset, ...rest } = element as LabelElement & { readonly asset?: unknown };
  return rest as LabelElement;
}
