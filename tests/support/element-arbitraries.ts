import fc from 'fast-check';
import { ROTATIONS } from '#model/kernel/geometry.ts';
import { canHaveCanvasMirror } from '#model/elements/base/canvas-mirror.ts';
import type { DataSource } from '#model/elements/base/content.ts';
import type { ElementBase, ElementType } from '#model/elements/base/element.ts';
import { TEXT_ALIGNS, TEXT_ARRANGES, type TextStyle } from '#model/elements/base/text-style.ts';
import { NUMBER_POSITIONS } from '#model/elements/barcode/barcode-element.ts';
import type { ElementByType, LabelElement } from '#model/elements/element.ts';
import { LINE_DIRECTIONS } from '#model/elements/line/line-element.ts';
import { LINEAR_SYMBOLOGIES, MATRIX_SYMBOLOGIES, QR_LEVELS } from '#model/symbology/types.ts';
import { createTestElement, TEST_ASSET } from './create-elements.ts';

/** The attributes that a type has beside those of every element. */
type OwnFields<E extends ElementBase> = Omit<E, keyof ElementBase>;
type ArbitrariesOf<T> = { readonly [K in keyof T]-?: fc.Arbitrary<T[K]> };

/** Texts that files and spreadsheets have trouble with. */
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
/** Lengths as a file has them: whole micrometres. */
const mm = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: min * 1000, max: max * 1000 }).map((v) => v / 1000);
const tenths = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: min * 10, max: max * 10 }).map((v) => v / 10);
const fifths = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: min * 5, max: max * 5 }).map((v) => v / 5);
const family = fc.constantFrom('Alibaba PuHuiTi', 'Roboto Mono', 'A family "of" <nobody>');
const penWidthMm = tenths(0.3, 10);

const source: fc.Arbitrary<DataSource> = fc.oneof(
  fc.record({ type: fc.constant('fixed' as const), text: nastyText }),
  fc.record({
    type: fc.constant('column' as const),
    connection: fc.constantFrom('sha256:00', 'https://example.org/a b.xlsx?x=1&y=2'),
    fileName: nastyText,
    sheet: nastyText,
    column: nastyText.map((text) => `c${text}`),
    firstValue: nastyText,
    text: nastyText,
  }),
);
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
  autoWrap: flag,
  antiMirror: flag,
};

const OWN = {
  text: { sources, prefix: nastyText, suffix: nastyText, ...textStyle },
  barcode: {
    sources,
    symbology: fc.constantFrom(...LINEAR_SYMBOLOGIES),
    numberPosition: fc.constantFrom(...NUMBER_POSITIONS),
    align: fc.constantFrom('left' as const, 'center' as const, 'right' as const),
    fontFamily: family,
    fontSize: fifths(1, 100),
  },
  qrcode: { sources, symbology: fc.constantFrom(...MATRIX_SYMBOLOGIES), level: fc.constantFrom(...QR_LEVELS) },
  image: {
    asset: fc.constant(TEST_ASSET),
    keepProportion: flag,
    oneBit: fc.constantFrom('threshold' as const, 'dither' as const),
  },
  line: { direction: fc.constantFrom(...LINE_DIRECTIONS), dashed: flag, penWidthMm },
  rectangle: { dashed: flag, penWidthMm, filled: flag },
} satisfies { readonly [T in ElementType]: ArbitrariesOf<OwnFields<ElementByType[T]>> };

/** What every element has, `id` and `type` apart. */
function baseFields(type: ElementType): ArbitrariesOf<Omit<ElementBase, 'id' | 'type' | 'unknownAttributes'>> {
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
  };
}

/** An element of the type with random values of every attribute. */
export function anyElementOf(type: ElementType): fc.Arbitrary<LabelElement> {
  const fields: Readonly<Record<string, fc.Arbitrary<unknown>>> = { ...baseFields(type), ...OWN[type] };
  return fc.record(fields).map((values) => ({ ...createTestElement(type), ...values }) as LabelElement);
}
