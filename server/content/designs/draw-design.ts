import { type AssetKey, type ElementId, type Random } from '#model/kernel/ids.ts';
import { fontUnitsToMm } from '#model/kernel/units.ts';
import { fixedText, type DataSource } from '#model/elements/base/content.ts';
import type { TableCell } from '#model/elements/table/table-element.ts';
import { FONT_SIZE_LIMITS, newTextStyle, type TextStyle } from '#model/elements/base/text-style.ts';
import type { Template } from '#model/template/template.ts';
import type { Language } from '#protocol/api.ts';
import type { Content, Design, Drawing, DrawingType, Style } from './design-schema.ts';
import { createLabel, type LabelBuilder } from './label-builder.ts';
import { fittingSize, textWidthMm } from './text-width.ts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Size } from '#model/kernel/geometry.ts';
import { expectOk } from '#model/kernel/result.ts';
import { readSvg } from '#model/template/svg/read-svg.ts';

const FOLDER = new URL('../../../content/icons/', import.meta.url);

/** One of our own icons, as an image of a template. */
interface Icon {
  readonly key: AssetKey;
  readonly size: Size;
  readonly asset: Template['assets'] extends ReadonlyMap<AssetKey, infer Asset> ? Asset : never;
}

const icons = new Map<string, Icon>();

/** The icon of a category by its name, as `ghs/flammable`. Throws for an unknown one: names are in our own files. */
function findIcon(name: string): Icon {
  const known = icons.get(name);
  if (known !== undefined) return known;
  const bytes = new Uint8Array(readFileSync(new URL(`${name}.svg`, FOLDER)));
  const { width, height } = expectOk(readSvg(bytes));
  const key = createHash('sha256').update(bytes).digest('hex') as AssetKey;
  const icon: Icon = { key, size: { width, height }, asset: { mime: 'image/svg+xml', bytes } };
  icons.set(name, icon);
  return icon;
}

/** The default font family: it is narrow, and has Latin, Greek and Cyrillic. */
const FAMILY = 'Roboto Condensed';
/** The family of large prices. */
const FIGURES = 'Oswald';
/** The line height in em, the same for all fonts, so that Chinese labels have the same layout. */
const LINE_HEIGHT = 1.2;
/** Half of the distance from the top of a line to the middle of its capitals, in em. */
const CAPITALS_MIDDLE = 0.6;
/** Width of lines unless set otherwise, in mm. */
const PEN_MM = 0.3;
/** Most characters of a text that is filled in. */
const MAX_BLANK_LENGTH = 60;

const UNITS_RU: Readonly<Record<string, string>> = {
  kg: 'кг',
  g: 'г',
  ml: 'мл',
  l: 'л',
  mm: 'мм',
  cm: 'см',
  m: 'м',
  kJ: 'кДж',
  kcal: 'ккал',
};
/** A unit after a number or a name, before the end of a word. */
const UNIT = /(?<=[\d×] |[а-я] |\()(kg|g|ml|l|mm|cm|m|kJ|kcal)(?=$|[\s)·,;/])/gu;

const DATE = /\b(\d{4})-(\d\d)-(\d\d)\b/g;

/** Date formats, in the form of `formatTime`. */
const DATE_FORMATS: Readonly<Record<Language, string>> = {
  zh: 'yyyy-MM-dd',
  en: 'yyyy-MM-dd',
  pt: 'dd/MM/yyyy',
  es: 'dd/MM/yyyy',
  ru: 'dd.MM.yyyy',
};

/** The text with the language's dates and units: Russian labels have Cyrillic ones. */
function inLocalForm(text: string, language: Language): string {
  const dated = text.replaceAll(DATE, (_, year: string, month: string, day: string) =>
    DATE_FORMATS[language].replace('yyyy', year).replace('MM', month).replace('dd', day),
  );
  return language === 'ru' ? dated.replaceAll(UNIT, (unit) => UNITS_RU[unit] ?? unit) : dated;
}

/** What the drawings of one label share. */
interface Drawer {
  readonly language: Language;
  readonly label: LabelBuilder;
  readonly assets: Map<AssetKey, Icon['asset']>;
  /** The texts to which others refer, by key. */
  readonly keyed: Map<string, { readonly element: ElementId; readonly text: string }>;
}

/** The template of a design: deterministic, including the ids of its elements. Throws for an unknown icon or key. */
export function drawDesign({ id, name, widthMm, heightMm, language, drawing }: Design): Template {
  const label = createLabel(name, widthMm, heightMm, seeded(id));
  const drawer: Drawer = { language, label, assets: new Map(), keyed: new Map() };
  for (const one of drawing) (DRAW[one.type] as (drawer: Drawer, one: Drawing) => void)(drawer, one);
  return { ...label.build(), assets: drawer.assets };
}

/** Pseudorandom numbers seeded with a text (xorshift from its FNV-1a hash). Used only for ids. */
function seeded(text: string): Random {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  if (state === 0) state = 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** How each type of drawing is drawn. */
const DRAW: { readonly [Name in DrawingType]: (drawer: Drawer, one: Drawing<Name>) => void } = {
  text: (drawer, one) => drawText(drawer, one, one.size, one.text, one),
  field: drawField,
  day: drawDay,
  banner: drawBanner,
  amount: drawAmount,
  line: drawLine,
  frame({ label }, one) {
    const { radius = 0, pen = PEN_MM } = one;
    const look = { filled: false, penWidthMm: pen, dashed: false };
    if (radius > 0) label.add('roundRectangle', one, { ...look, cornerRadiusMm: radius });
    else label.add('rectangle', one, look);
  },
  block({ label }, one) {
    label.add('rectangle', one, { filled: true });
  },
  circle({ label }, { x, y, diameter, pen = 0.4 }) {
    label.add('ellipse', { x, y, width: diameter, height: diameter }, { filled: false, penWidthMm: pen });
  },
  icon({ label, assets }, { x, y, side, name }) {
    const { key, size, asset } = findIcon(name);
    assets.set(key, asset);
    label.add('image', { x, y, width: side, height: side }, { displayMode: 'contain' }, { asset: key, size });
  },
  barcode: drawBarcode,
  matrix(drawer, one) {
    const { symbology, options = {}, width, height = width } = one;
    drawer.label.add('qrcode', { ...one, height }, { sources: sourcesOf(drawer, one.content), symbology, options });
  },
  table: drawTable,
};

/** The content as data sources of a symbol. */
function sourcesOf({ keyed }: Drawer, content: Content): readonly DataSource[] {
  return (typeof content === 'string' ? [content] : content).map((part): DataSource => {
    if (typeof part === 'string') return fixedText(part);
    if ('count' in part) {
      return { type: 'sequence', kind: 'digits', initial: part.count, step: 1, repeat: 1, text: part.count };
    }
    if ('fillIn' in part) {
      const { fillIn: label, example, required = true } = part;
      return { type: 'fixed', text: example, blank: { label, required, maxLength: MAX_BLANK_LENGTH } };
    }
    const followed = keyed.get(part.follows);
    if (followed === undefined) throw new Error(`no text has the key ${part.follows}`);
    return { type: 'reference', ...followed };
  });
}

/** The content as data sources of a text, with dates and units of the language. */
function writtenSources(drawer: Drawer, content: Content): readonly DataSource[] {
  return sourcesOf(drawer, content).map((source) =>
    source.type === 'fixed' ? { ...source, text: inLocalForm(source.text, drawer.language) } : source,
  );
}

/** The text before anything is filled in or counted. */
function writtenText(sources: readonly DataSource[]): string {
  return sources.map((source) => source.text).join('');
}

/** The look of a text; it shrinks until it fits into `widthMm`, unless its lines wrap. */
function textLook(
  size: number,
  text: string,
  widthMm: number,
  style: Style,
): Partial<TextStyle> & { fontSize: number } {
  const { bold = false, align = 'left', family = FAMILY, wrap = false, letterSpacing = 0 } = style;
  const widest = widthMm - Math.max(0, text.length - 1) * fontUnitsToMm(letterSpacing);
  return {
    bold,
    align,
    fontFamily: family,
    letterSpacing,
    lineHeight: LINE_HEIGHT,
    autoWrap: wrap,
    fontSize: wrap ? size : fittingSize(text, widest, size, family, bold),
  };
}

function drawText(
  drawer: Drawer,
  { x, y, width, height }: { readonly x: number; readonly y: number; readonly width: number; readonly height?: number },
  size: number,
  content: Content,
  style: Style = {},
): void {
  const { label, keyed } = drawer;
  const sources = writtenSources(drawer, content);
  const text = writtenText(sources);
  const look = textLook(size, text, width, style);
  const em = fontUnitsToMm(look.fontSize);
  // A text that shrank keeps the base line of its nominal size.
  const top = y + (fontUnitsToMm(size) - em) * 0.97;
  const { rotation = 0, white = false, strike = false, emphasis = '', key } = style;
  const isUpright = rotation === 90 || rotation === 270;
  const place = height === undefined ? { y: isUpright ? y : top, height: em * LINE_HEIGHT } : { y, height };
  label.add(
    'text',
    { x, width, ...place },
    {
      sources,
      ...look,
      ...fitLook(sources, look, height === undefined ? null : size),
      antiMirror: white,
      strikeThrough: strike,
      emphasizedWords: emphasis,
      rotation,
    },
  );
  const element = label.last()?.id;
  if (key !== undefined && element !== undefined) keyed.set(key, { element, text });
}

/** How small a text may become, as a part of its size. */
const LEAST_SIZE = 0.5;

/**
 * A text that fills its box is as large as fits, up to `largest`. What is filled in may be longer than the example: it
 * shrinks.
 */
function fitLook(
  sources: readonly DataSource[],
  { fontSize, autoWrap }: Partial<TextStyle> & { readonly fontSize: number },
  largest: number | null,
): Partial<TextStyle> {
  if (largest !== null) {
    const limits = { minFontSize: Math.round(largest * LEAST_SIZE), maxFontSize: largest };
    return { fit: 'resize', fontSize: largest, autoWrap: true, ...limits };
  }
  const isFilledIn = sources.some((source) => source.type === 'fixed' && source.blank !== undefined);
  if (!isFilledIn || autoWrap === true) return {};
  return { fit: 'shrink', minFontSize: Math.max(FONT_SIZE_LIMITS.min, Math.round(fontSize * LEAST_SIZE)) };
}

function drawField(drawer: Drawer, field: Drawing<'field'>): void {
  const { x, y, width, captionWidth, caption, value, align } = field;
  if (captionWidth === undefined) {
    drawText(drawer, field, 7.6, caption, align === undefined ? {} : { align });
    return drawText(drawer, { x, y: y + 2.3, width }, field.size ?? 12, value, field);
  }
  const { size = 10 } = field;
  drawText(drawer, { x, y, width: captionWidth - 1 }, size, caption);
  const place = { x: x + captionWidth, y, width: width - captionWidth };
  return drawText(drawer, place, size, value, { bold: true, ...field });
}

function drawDay({ label, language }: Drawer, day: Drawing<'day'>): void {
  const { x, y, width, size, offsetDays = 0, white = false, rotation = 0 } = day;
  const look = textLook(size, '2026-00-00', width, day);
  label.add(
    'timeText',
    { x, y, width, height: fontUnitsToMm(look.fontSize) * LINE_HEIGHT },
    {
      ...look,
      antiMirror: white,
      showsDate: true,
      showsTime: false,
      clock: 'system',
      region: language === 'zh' ? 'zh' : 'uk',
      dateFormat: DATE_FORMATS[language],
      dayOffset: offsetDays,
      rotation,
    },
  );
}

function drawBanner(drawer: Drawer, banner: Drawing<'banner'>): void {
  const { x, y, width, height, size, text } = banner;
  drawer.label.add('rectangle', banner, { filled: true });
  const style: Style = { align: 'center', bold: true, ...banner, white: true };
  const { fontSize } = textLook(size, writtenText(sourcesOf(drawer, text)), width - 2, style);
  const top = y + height / 2 - fontUnitsToMm(fontSize) * CAPITALS_MIDDLE;
  drawText(drawer, { x: x + 1, y: top, width: width - 2 }, fontSize, text, style);
}

function drawAmount(drawer: Drawer, { right, y, width, size, sign, digits }: Drawing<'amount'>): void {
  const signWidth = width * 0.18;
  const fitting = fittingSize(digits, width - signWidth, size, FIGURES, true);
  const digitsWidth = textWidthMm(digits, fitting, FIGURES, true);
  const signSize = Math.max(10, Math.round(fitting * 0.4));
  const signTop = y + fontUnitsToMm(fitting - signSize) * 0.3;
  const left = right - digitsWidth;
  drawText(drawer, { x: left, y, width: digitsWidth }, fitting, digits, {
    bold: true,
    family: FIGURES,
    align: 'right',
  });
  const place = { x: left - signWidth, y: signTop, width: signWidth - 0.2 };
  drawText(drawer, place, signSize, sign, { bold: true, align: 'right' });
}

function drawLine({ label }: Drawer, { x, y, width, height, pen = PEN_MM, dashed = false }: Drawing<'line'>): void {
  const isVertical = width === undefined;
  label.add(
    'line',
    { x, y, width: width ?? pen, height: isVertical ? (height ?? pen) : pen },
    { direction: isVertical ? 'vertical' : 'horizontal', dashed, penWidthMm: pen },
  );
}

function drawBarcode(drawer: Drawer, barcode: Drawing<'barcode'>): void {
  const {
    symbology,
    content,
    number = 'below',
    numberSize = 10,
    align = 'center',
    options = {},
    rotation = 0,
  } = barcode;
  const isRetail = symbology.startsWith('ean') || symbology.startsWith('upc');
  drawer.label.add('barcode', barcode, {
    sources: sourcesOf(drawer, content),
    symbology,
    numberPosition: number,
    fontFamily: isRetail ? 'Roboto' : FAMILY,
    fontSize: numberSize,
    align,
    options,
    rotation,
  });
}

function drawTable(drawer: Drawer, { x, y, size, columns, rowHeight, rows }: Drawing<'table'>): void {
  const cells = rows.flatMap((row, at) =>
    row.map((one, column): TableCell => {
      const {
        text,
        bold = false,
        align = column === 0 ? 'left' : 'right',
      } = typeof one === 'object' && 'text' in one ? one : { text: one };
      const sources = writtenSources(drawer, text);
      const room = (columns[column] ?? 10) - PEN_MM - 1.2;
      return {
        row: at,
        column,
        rowSpan: 1,
        columnSpan: 1,
        sources,
        style: {
          ...newTextStyle(1),
          fontFamily: FAMILY,
          fontSize: fittingSize(writtenText(sources), room, size, FAMILY, bold),
          bold,
          align,
          lineHeight: LINE_HEIGHT,
          mirror: false,
        },
      };
    }),
  );
  const width = columns.reduce((sum, one) => sum + one, 0) + PEN_MM;
  drawer.label.add(
    'table',
    { x, y, width, height: rowHeight * rows.length + PEN_MM },
    { columnWidthsMm: columns, rowHeightsMm: rows.map(() => rowHeight), penWidthMm: PEN_MM, cells },
  );
}
