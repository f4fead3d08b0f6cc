import type { AssetKey, ElementId, Random } from '#model/kernel/ids.ts';
import { fontUnitsToMm } from '#model/kernel/units.ts';
import { fixedText, type DataSource } from '#model/elements/base/content.ts';
import type { NumberPosition } from '#model/elements/base/symbol-number.ts';
import type { SymbolOptions, LinearSymbology, MatrixSymbology } from '#model/symbology/types.ts';
import type { TableCell } from '#model/elements/table/table-element.ts';
import { newTextStyle, type TextStyle } from '#model/elements/base/text-style.ts';
import type { Template } from '#model/template/template.ts';
import type { Language } from '#protocol/api.ts';
import { createLabel } from './label-builder.ts';
import { fittingSize, textWidthMm } from './text-width.ts';
import { DATE_FORMATS, inLanguage, inLocalForm, type Words } from './words.ts';
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

/**
 * The icon of a category by its name, as `ghs/flammable`. Throws for an unknown one: names are written in our own code.
 */
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

/** Content of a text: the same in all languages, one for each, or from data sources. */
export type Said = string | Words | DataSource | readonly DataSource[] | Follower;

/** A reference to the text of that key on each label. */
export interface Follower {
  readonly follows: string;
  /** The text before it. */
  readonly before: string;
}

export function following(key: string, before = ''): Follower {
  return { follows: key, before };
}

export interface Style {
  /** The key by which symbols refer to the text. */
  readonly key?: string;
  readonly bold?: boolean;
  readonly align?: TextStyle['align'];
  readonly family?: string;
  /** Lines wrap at the width; otherwise the text shrinks until it fits. */
  readonly wrap?: boolean;
  readonly white?: boolean;
  readonly strike?: boolean;
  readonly rotation?: 0 | 90 | 180 | 270;
  readonly letterSpacing?: number;
}

export interface SymbolStyle {
  readonly number?: NumberPosition;
  readonly numberSize?: number;
  readonly align?: 'center' | 'left' | 'right';
  readonly options?: SymbolOptions;
  readonly rotation?: 0 | 90 | 180 | 270;
}

export interface TableStyle {
  readonly size: number;
  readonly columns: readonly number[];
  readonly rowHeight: number;
  readonly bold?: (row: number, column: number) => boolean;
  readonly align?: (row: number, column: number) => TextStyle['align'];
}

/** Draws a label in one language. Places and lengths in mm, font sizes in quarters of a millimeter. */
export interface LabelKit {
  readonly language: Language;
  readonly width: number;
  readonly height: number;
  say(words: string | Words): string;
  text(x: number, y: number, width: number, size: number, said: Said, style?: Style): LabelKit;
  /** A small caption with its value below. */
  field(x: number, y: number, width: number, caption: Words, value: Said, size?: number, style?: Style): LabelKit;
  /** A caption with its value next to it, `captionWidth` to the right. */
  line(
    x: number,
    y: number,
    width: number,
    captionWidth: number,
    caption: Words,
    value: Said,
    size?: number,
    style?: Style,
  ): LabelKit;
  rule(x: number, y: number, width: number, pen?: number): LabelKit;
  upright(x: number, y: number, height: number, pen?: number): LabelKit;
  dashes(x: number, y: number, width: number): LabelKit;
  frame(x: number, y: number, width: number, height: number, pen?: number, radius?: number): LabelKit;
  block(x: number, y: number, width: number, height: number): LabelKit;
  disc(x: number, y: number, diameter: number, pen?: number): LabelKit;
  /** White text in the middle of a black bar. */
  banner(x: number, y: number, width: number, height: number, size: number, said: Said, style?: Style): LabelKit;
  barcode(
    x: number,
    y: number,
    width: number,
    height: number,
    symbology: LinearSymbology,
    content: Said,
    style?: SymbolStyle,
  ): LabelKit;
  /** A matrix symbol; `height` only for one that is not square. */
  matrix(x: number, y: number, side: number, symbology: MatrixSymbology, content: Said, style?: MatrixStyle): LabelKit;
  /** A large number that ends at `right`, with its currency before it. */
  amount(right: number, y: number, width: number, size: number, sign: string, digits: string): LabelKit;
  /** An icon of ours, such as `ghs/flammable`, in a square. */
  icon(x: number, y: number, side: number, name: string): LabelKit;
  /** Icons in a row; `pitch` is the distance of their left edges. */
  icons(x: number, y: number, side: number, pitch: number, names: readonly string[]): LabelKit;
  /** Today's date plus a number of days. */
  day(x: number, y: number, width: number, size: number, offsetDays?: number, style?: Style): LabelKit;
  table(x: number, y: number, style: TableStyle, rows: readonly (readonly Said[])[]): LabelKit;
  build(): Template;
}

interface MatrixStyle {
  readonly height?: number;
  readonly options?: SymbolOptions;
}

/** A text that is filled in when printing. */
export function blank(label: string, example: string, required = true): DataSource {
  return { type: 'fixed', text: example, blank: { label, required, maxLength: 60 } };
}

/** A serial number after a fixed text. */
export function running(initial: string, before = ''): readonly DataSource[] {
  const number: DataSource = { type: 'sequence', kind: 'digits', initial, step: 1, repeat: 1, text: initial };
  return before === '' ? [number] : [fixedText(before), number];
}

function missing(key: string): never {
  throw new Error(`no text has the key ${key}`);
}

function isWords(said: Words | readonly DataSource[]): said is Words {
  return typeof said[0] === 'string';
}

/** The text before anything is filled in or counted. */
function writtenText(sources: readonly DataSource[]): string {
  return sources.map((source) => source.text).join('');
}

export function createKit(name: string, width: number, height: number, language: Language, random: Random): LabelKit {
  const label = createLabel(name, width, height, random);
  const assets = new Map<AssetKey, Icon['asset']>();
  const keyed = new Map<string, { readonly element: ElementId; readonly text: string }>();

  function say(words: string | Words): string {
    return typeof words === 'string' ? words : inLanguage(words, language);
  }
  function sourcesOf(said: Said): readonly DataSource[] {
    if (typeof said === 'string') return [fixedText(said)];
    if ('type' in said) return [said];
    if ('follows' in said) {
      const { element, text } = keyed.get(said.follows) ?? missing(said.follows);
      const reference: DataSource = { type: 'reference', element, text };
      return said.before === '' ? [reference] : [fixedText(said.before), reference];
    }
    return isWords(said) ? [fixedText(say(said))] : said;
  }

  /** The content as data sources of a text, not a symbol. */
  function written(said: Said): readonly DataSource[] {
    return sourcesOf(said).map((source) =>
      source.type === 'fixed' ? { ...source, text: inLocalForm(source.text, language) } : source,
    );
  }

  function styled(size: number, text: string, room: number, style: Style): Partial<TextStyle> {
    const { bold = false, align = 'left', family = FAMILY, wrap = false, letterSpacing = 0 } = style;
    const widest = room - Math.max(0, text.length - 1) * fontUnitsToMm(letterSpacing);
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

  const kit: LabelKit = {
    language,
    width,
    height,
    say,
    text(x, y, room, size, said, style = {}) {
      const sources = written(said);
      const look = styled(size, writtenText(sources), room, style);
      const em = fontUnitsToMm(look.fontSize ?? size);
      // A text that shrank keeps the base line of its nominal size.
      const top = y + (fontUnitsToMm(size) - em) * 0.97;
      const turned = style.rotation === 90 || style.rotation === 270;
      label.add(
        'text',
        { x, y: turned ? y : top, width: room, height: em * LINE_HEIGHT },
        {
          sources,
          ...look,
          antiMirror: style.white ?? false,
          strikeThrough: style.strike ?? false,
          rotation: style.rotation ?? 0,
        },
      );
      const element = label.last()?.id;
      if (style.key !== undefined && element !== undefined) {
        keyed.set(style.key, { element, text: writtenText(sources) });
      }
      return kit;
    },
    field(x, y, room, caption, value, size = 12, style = {}) {
      const { align } = style;
      kit.text(x, y, room, 7.6, caption, align === undefined ? {} : { align });
      return kit.text(x, y + 2.3, room, size, value, style);
    },
    line(x, y, room, captionWidth, caption, value, size = 10, style = {}) {
      kit.text(x, y, captionWidth - 1, size, caption);
      return kit.text(x + captionWidth, y, room - captionWidth, size, value, { bold: true, ...style });
    },
    rule(x, y, length, pen = 0.3) {
      label.rule(x, y, length, pen);
      return kit;
    },
    upright(x, y, length, pen = 0.3) {
      label.add(
        'line',
        { x, y, width: pen, height: length },
        { direction: 'vertical', dashed: false, penWidthMm: pen },
      );
      return kit;
    },
    dashes(x, y, length) {
      label.add(
        'line',
        { x, y, width: length, height: 0.3 },
        { direction: 'horizontal', dashed: true, penWidthMm: 0.3 },
      );
      return kit;
    },
    frame(x, y, w, h, pen = 0.3, radius = 0) {
      const place = { x, y, width: w, height: h };
      if (radius > 0)
        label.add('roundRectangle', place, { filled: false, penWidthMm: pen, dashed: false, cornerRadiusMm: radius });
      else label.add('rectangle', place, { filled: false, penWidthMm: pen, dashed: false });
      return kit;
    },
    block(x, y, w, h) {
      label.add('rectangle', { x, y, width: w, height: h }, { filled: true });
      return kit;
    },
    disc(x, y, diameter, pen = 0.4) {
      label.add('ellipse', { x, y, width: diameter, height: diameter }, { filled: false, penWidthMm: pen });
      return kit;
    },
    banner(x, y, w, h, size, said, style = {}) {
      kit.block(x, y, w, h);
      const look = styled(size, writtenText(sourcesOf(said)), w - 2, { align: 'center', bold: true, ...style });
      const fitting = look.fontSize ?? size;
      const em = fontUnitsToMm(fitting);
      return kit.text(x + 1, y + h / 2 - em * CAPITALS_MIDDLE, w - 2, fitting, said, {
        align: 'center',
        bold: true,
        ...style,
        white: true,
      });
    },
    barcode(x, y, w, h, symbology, content, style = {}) {
      const retail = symbology.startsWith('ean') || symbology.startsWith('upc');
      label.add(
        'barcode',
        { x, y, width: w, height: h },
        {
          sources: sourcesOf(content),
          symbology,
          numberPosition: style.number ?? 'below',
          fontFamily: retail ? 'Roboto' : FAMILY,
          fontSize: style.numberSize ?? 10,
          align: style.align ?? 'center',
          options: style.options ?? {},
          rotation: style.rotation ?? 0,
        },
      );
      return kit;
    },
    matrix(x, y, side, symbology, content, style = {}) {
      label.add(
        'qrcode',
        { x, y, width: side, height: style.height ?? side },
        { sources: sourcesOf(content), symbology, options: style.options ?? {} },
      );
      return kit;
    },
    amount(right, y, room, size, sign, digits) {
      const signWidth = room * 0.18;
      const fitting = fittingSize(digits, room - signWidth, size, FIGURES, true);
      const digitsWidth = textWidthMm(digits, fitting, FIGURES, true);
      const signSize = Math.max(10, Math.round(fitting * 0.4));
      const signTop = y + fontUnitsToMm(fitting - signSize) * 0.3;
      kit.text(right - digitsWidth, y, digitsWidth, fitting, digits, { bold: true, family: FIGURES, align: 'right' });
      return kit.text(right - digitsWidth - signWidth, signTop, signWidth - 0.2, signSize, sign, {
        bold: true,
        align: 'right',
      });
    },
    icon(x, y, side, iconName) {
      const icon = findIcon(iconName);
      assets.set(icon.key, icon.asset);
      label.add(
        'image',
        { x, y, width: side, height: side },
        { displayMode: 'contain' },
        { asset: icon.key, size: icon.size },
      );
      return kit;
    },
    icons(x, y, side, pitch, names) {
      for (const [i, iconName] of names.entries()) kit.icon(x + i * pitch, y, side, iconName);
      return kit;
    },
    day(x, y, room, size, offsetDays = 0, style = {}) {
      const look = styled(size, '2026-00-00', room, style);
      label.add(
        'timeText',
        { x, y, width: room, height: fontUnitsToMm(look.fontSize ?? size) * LINE_HEIGHT },
        {
          ...look,
          antiMirror: style.white ?? false,
          showsDate: true,
          showsTime: false,
          clock: 'system',
          region: language === 'zh' ? 'zh' : 'uk',
          dateFormat: DATE_FORMATS[language],
          dayOffset: offsetDays,
          rotation: style.rotation ?? 0,
        },
      );
      return kit;
    },
    table(x, y, style, rows) {
      const pen = 0.3;
      const cells = rows.flatMap((row, at) =>
        row.map((said, column): TableCell => {
          const sources = written(said);
          const room = (style.columns[column] ?? 10) - pen - 1.2;
          const bold = style.bold?.(at, column) ?? false;
          return {
            row: at,
            column,
            rowSpan: 1,
            columnSpan: 1,
            sources,
            style: {
              ...newTextStyle(1),
              fontFamily: FAMILY,
              fontSize: fittingSize(writtenText(sources), room, style.size, FAMILY, bold),
              bold,
              align: style.align?.(at, column) ?? (column === 0 ? 'left' : 'right'),
              lineHeight: LINE_HEIGHT,
              mirror: false,
            },
          };
        }),
      );
      const wide = style.columns.reduce((sum, one) => sum + one, 0) + pen;
      label.add(
        'table',
        { x, y, width: wide, height: style.rowHeight * rows.length + pen },
        {
          columnWidthsMm: style.columns,
          rowHeightsMm: rows.map(() => style.rowHeight),
          penWidthMm: pen,
          cells,
        },
      );
      return kit;
    },
    build: () => ({ ...label.build(), assets }),
  };
  return kit;
}

/** A ready-made design of one industry, in the languages of the product. */
export interface IndustryDesign {
  /** Lower-case words and hyphens; part of addresses, so it never changes. */
  readonly id: string;
  readonly name: Words;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly draw: (label: LabelKit) => void;
}
