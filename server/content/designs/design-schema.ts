import { Type, type TObject, type TProperties, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  LINEAR_SYMBOLOGIES,
  MATRIX_SYMBOLOGIES,
  SYMBOL_OPTIONS,
  type LinearSymbology,
  type MatrixSymbology,
  type SymbolOptions,
} from '#model/symbology/types.ts';
import type { Language } from '#protocol/api.ts';

/** A ready design of an industry, in one language. Lengths in mm, font sizes in quarters of a millimeter. */
export interface Design {
  readonly language: Language;
  /** Part of addresses, so it never changes. Ends with the size. */
  readonly id: string;
  readonly name: string;
  readonly widthMm: number;
  readonly heightMm: number;
  /** Bottom first. */
  readonly drawing: readonly Drawing[];
}

/** A text, or its parts: fixed, filled in when printing, counted from label to label, or the text with that key. */
export type Content = string | readonly Part[];
type Part =
  | string
  | { readonly fillIn: string; readonly example: string; readonly required?: boolean }
  | { readonly count: string }
  | { readonly follows: string };

export interface Style {
  /** The key by which other texts refer to this one. */
  readonly key?: string;
  readonly bold?: boolean;
  readonly align?: 'left' | 'center' | 'right';
  readonly family?: string;
  /** Lines wrap at the width; otherwise the text shrinks until it fits. */
  readonly wrap?: boolean;
  readonly white?: boolean;
  readonly strike?: boolean;
  readonly rotation?: Rotation;
  readonly letterSpacing?: number;
  /** Words that are bold in the text, separated by commas. */
  readonly emphasis?: string;
}

type Rotation = 0 | 90 | 180 | 270;

interface Corner {
  readonly x: number;
  readonly y: number;
}

interface Line extends Corner {
  readonly width: number;
}

interface Box extends Line {
  readonly height: number;
}

/** A cell of a table; unless set otherwise the first of a row is aligned left, the others right. */
export type Cell = Content | { readonly text: Content; readonly bold?: boolean; readonly align?: Style['align'] };

/** The properties of each type of drawing. */
interface Drawings {
  /** With a height, the text becomes as large as fits this box, up to its size; longer texts wrap. */
  readonly text: Line & Style & { readonly height?: number; readonly size: number; readonly text: Content };
  /** A value below its small caption, or to its right with `captionWidth`. */
  readonly field: Line &
    Style & {
      readonly captionWidth?: number;
      readonly size?: number;
      readonly caption: string;
      readonly value: Content;
    };
  /** Today's date plus a number of days. */
  readonly day: Line & Style & { readonly size: number; readonly offsetDays?: number };
  /** White text in the middle of a black bar. */
  readonly banner: Box & Style & { readonly size: number; readonly text: Content };
  /** A large number that ends at `right`, with its currency before it. */
  readonly amount: {
    readonly right: number;
    readonly y: number;
    readonly width: number;
    readonly size: number;
    readonly sign: string;
    readonly digits: string;
  };
  /** Horizontal with a width, vertical with a height. */
  readonly line: Corner & {
    readonly width?: number;
    readonly height?: number;
    readonly pen?: number;
    readonly dashed?: boolean;
  };
  readonly frame: Box & { readonly pen?: number; readonly radius?: number };
  /** A filled rectangle. */
  readonly block: Box;
  readonly circle: Corner & { readonly diameter: number; readonly pen?: number };
  /** A file of `content/icons/` without its ending, in a square. */
  readonly icon: Corner & { readonly side: number; readonly name: string };
  readonly barcode: Box & {
    readonly symbology: LinearSymbology;
    readonly content: Content;
    readonly number?: 'none' | 'above' | 'below';
    readonly numberSize?: number;
    readonly align?: Style['align'];
    readonly options?: SymbolOptions;
    readonly rotation?: Rotation;
  };
  /** A matrix symbol; a height only for one that is not square. */
  readonly matrix: Line & {
    readonly height?: number;
    readonly symbology: MatrixSymbology;
    readonly content: Content;
    readonly options?: SymbolOptions;
  };
  readonly table: Corner & {
    readonly size: number;
    readonly columns: readonly number[];
    readonly rowHeight: number;
    readonly rows: readonly (readonly Cell[])[];
  };
}

export type DrawingType = keyof Drawings;
/** What a design draws: an element of the label, or several that belong together. */
export type Drawing<Name extends DrawingType = DrawingType> = {
  [Each in Name]: { readonly type: Each } & Drawings[Each];
}[Name];

const strict = (properties: TProperties): TObject => Type.Object(properties, { additionalProperties: false });
const oneOf = (values: readonly (string | number)[]): TSchema => Type.Union(values.map((value) => Type.Literal(value)));
const partly = (properties: TProperties): TProperties =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]));

const length = Type.Number({ exclusiveMinimum: 0, maximum: 500 });
const corner = { x: Type.Number({ minimum: 0 }), y: Type.Number({ minimum: 0 }) };
const line = { ...corner, width: length };
const box = { ...line, height: length };
const size = Type.Number({ minimum: 4, maximum: 400 });
const rotation = oneOf([0, 90, 180, 270]);
const align = oneOf(['left', 'center', 'right']);
const content = Type.Union([
  Type.String(),
  Type.Array(
    Type.Union([
      Type.String(),
      strict({ fillIn: Type.String(), example: Type.String(), ...partly({ required: Type.Boolean() }) }),
      strict({ count: Type.String({ pattern: String.raw`^\d+$` }) }),
      strict({ follows: Type.String() }),
    ]),
  ),
]);
const style = partly({
  key: Type.String(),
  bold: Type.Boolean(),
  align,
  family: Type.String(),
  wrap: Type.Boolean(),
  white: Type.Boolean(),
  strike: Type.Boolean(),
  rotation,
  letterSpacing: Type.Number(),
  emphasis: Type.String(),
});
const options = strict(partly(Object.fromEntries(SYMBOL_OPTIONS.map((name) => [name, Type.String()]))));
const cell = Type.Union([content, strict({ text: content, ...partly({ bold: Type.Boolean(), align }) })]);

const drawings: { readonly [Name in DrawingType]: TProperties } = {
  text: { ...line, ...style, ...partly({ height: length }), size, text: content },
  field: { ...line, ...style, ...partly({ captionWidth: length, size }), caption: Type.String(), value: content },
  day: { ...line, ...style, ...partly({ offsetDays: Type.Integer() }), size },
  banner: { ...box, ...style, size, text: content },
  amount: { right: length, y: corner.y, width: length, size, sign: Type.String(), digits: Type.String() },
  line: { ...corner, ...partly({ width: length, height: length, pen: length, dashed: Type.Boolean() }) },
  frame: { ...box, ...partly({ pen: length, radius: length }) },
  block: box,
  circle: { ...corner, diameter: length, ...partly({ pen: length }) },
  icon: { ...corner, side: length, name: Type.String() },
  barcode: {
    ...box,
    symbology: oneOf(LINEAR_SYMBOLOGIES),
    content,
    ...partly({ number: oneOf(['none', 'above', 'below']), numberSize: size, align, options, rotation }),
  },
  matrix: { ...line, symbology: oneOf(MATRIX_SYMBOLOGIES), content, ...partly({ height: length, options }) },
  table: { ...corner, size, columns: Type.Array(length), rowHeight: length, rows: Type.Array(Type.Array(cell)) },
};

const isDesigns = Compile(
  Type.Array(
    strict({
      id: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9.]+)*$' }),
      name: Type.String({ minLength: 1 }),
      widthMm: length,
      heightMm: length,
      drawing: Type.Array(
        Type.Union(
          Object.entries(drawings).map(([type, properties]) => strict({ type: Type.Literal(type), ...properties })),
        ),
      ),
    }),
    { minItems: 1 },
  ),
);

/** The designs of a file whose texts are in that language. Throws an error that names the fault. */
export function checkDesigns(file: unknown, language: Language): readonly Design[] {
  const designs = file as readonly Omit<Design, 'language'>[];
  if (!isDesigns.Check(file)) {
    const [fault] = isDesigns.Errors(file);
    throw new Error(`the ready designs are not valid: ${fault?.instancePath ?? ''} ${fault?.message ?? ''}`);
  }
  return designs.map((design) => ({ ...design, language }));
}
