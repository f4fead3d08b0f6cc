import type { LabelElement } from '#model/elements/element.ts';
import { isTable } from '#model/elements/table/table-element.ts';
import { createFieldReader, type FieldReader } from '#model/elements/base/fields.ts';
import { DEFAULT_PEN_WIDTH_MM, PEN_WIDTH_LIMITS, readDashed, writeDashed } from '#model/elements/base/pen.ts';
import { FONT_FIELDS, readFontFields, writeFontFields, type FontStyle } from '#model/elements/base/text-style.ts';

/** The line of a line or an outline. */
export interface LineStyle {
  readonly penWidthMm: number;
  readonly dashed: boolean;
}

interface LookByKind {
  readonly text: FontStyle;
  readonly line: LineStyle;
}

export type StyleKind = keyof LookByKind;

/** The style of the account's brand kit that a label's style is a copy of. */
export interface BrandOrigin {
  readonly id: string;
  /** The version of the kit's style that was copied. */
  readonly version: number;
}

/** A look with a name, of texts or of lines and outlines. Elements with its name change when it does. */
export type NamedStyle = {
  readonly [K in StyleKind]: {
    readonly kind: K;
    readonly name: string;
    readonly look: LookByKind[K];
    /** Left out for a style of the label alone. */
    readonly brand?: BrandOrigin;
  };
}[StyleKind];

export const MAX_NAMED_STYLES = 100;
export const MAX_STYLE_NAME = 60;

const LOOK_FIELDS: { readonly [K in StyleKind]: readonly (keyof LookByKind[K])[] } = {
  text: FONT_FIELDS,
  line: ['penWidthMm', 'dashed'],
};

/** The kind of named styles that the element can have; null for none. */
export function styleKindOf(element: LabelElement): StyleKind | null {
  if (isTable(element)) return null;
  const kinds = Object.keys(LOOK_FIELDS) as StyleKind[];
  return kinds.find((kind) => LOOK_FIELDS[kind].every((field) => field in element)) ?? null;
}

/** The element's own look, as a style of this name; null for an element that can have none. */
export function styleFrom(element: LabelElement, name: string): NamedStyle | null {
  const kind = styleKindOf(element);
  if (kind === null) return null;
  const look = Object.fromEntries(LOOK_FIELDS[kind].map((field) => [field, element[field as keyof LabelElement]]));
  return { kind, name, look } as unknown as NamedStyle;
}

/** The fields of the element's look that differ from its style's. */
export function changedLookFields(element: LabelElement, { kind, look }: NamedStyle): readonly string[] {
  return LOOK_FIELDS[kind].filter(
    (field) => !Object.is(element[field as keyof LabelElement], look[field as keyof typeof look]),
  );
}

const KIND_CODES: ReadonlyMap<string, StyleKind> = new Map([
  ['Text', 'text'],
  ['Line', 'line'],
]);

/** The brand kit's style: attributes of our own (docs/develop/adr/0167). */
const BRAND_STYLE = 'BrandStyle';
const BRAND_VERSION = 'BrandVersion';

/** Reads the attributes of a style. Null for a kind or a name that is not known, such as a later version's. */
export function readNamedStyle(fields: FieldReader): NamedStyle | null {
  const name = fields.text('Name', '');
  const kind = KIND_CODES.get(fields.text('Type', ''));
  if (kind === undefined || name.trim() !== name || name === '' || name.length > MAX_STYLE_NAME) return null;
  const brand = readBrandOrigin(fields);
  if (kind === 'text') return { kind, name, look: readFontFields(fields), ...brand };
  const { min, max } = PEN_WIDTH_LIMITS;
  const penWidthMm = fields.number('PenWidth', DEFAULT_PEN_WIDTH_MM, min, max);
  return { kind, name, look: { penWidthMm, dashed: readDashed(fields) }, ...brand };
}

function readBrandOrigin(fields: FieldReader): Pick<NamedStyle, 'brand'> {
  if (!fields.has(BRAND_STYLE)) return {};
  const id = fields.text(BRAND_STYLE, '');
  const version = fields.number(BRAND_VERSION, 0, 0, Number.MAX_SAFE_INTEGER);
  return { brand: { id, version } };
}

export function writeNamedStyle(style: NamedStyle): Readonly<Record<string, string | number | boolean>> {
  const { name, brand } = style;
  return {
    Name: name,
    ...(style.kind === 'text'
      ? { Type: 'Text', ...writeFontFields(style.look) }
      : { Type: 'Line', PenWidth: style.look.penWidthMm, ...writeDashed(style.look.dashed) }),
    ...(brand === undefined ? {} : { [BRAND_STYLE]: brand.id, [BRAND_VERSION]: brand.version }),
  };
}

/** The attributes of the style outside a file, without the brand kit's style that it is a copy of. */
export function namedStyleAttributes(style: NamedStyle): Readonly<Record<string, string>> {
  const written = writeNamedStyle(withoutBrand(style));
  return Object.fromEntries(Object.entries(written).map(([name, value]) => [name, String(value)]));
}

function withoutBrand(style: NamedStyle): NamedStyle {
  const { brand: _, ...rest } = style;
  return rest;
}

/** The style of such attributes; null if they can't be read. Unknown ones are ignored. */
export function parseNamedStyle(attributes: Readonly<Record<string, string>>): NamedStyle | null {
  const fields = createFieldReader({ elementName: '', attributes });
  const style = readNamedStyle(fields);
  return style === null || fields.problem() !== null ? null : style;
}
