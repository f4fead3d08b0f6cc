import { ok, type Result } from '#model/kernel/result.ts';
import { ONE_BIT_MODES } from '#model/elements/base/display-op.ts';
import { DEFAULT_LOOK, PAGE_FITS, type DocumentLook } from '#model/document/document-look.ts';
import type { Size } from '#model/kernel/geometry.ts';
import { DOCUMENT_SPLITS, type DocumentSettings } from '#headless/run-settings.ts';
import { missing, unusable } from './bad-argument.ts';

/** For `parseArgs`. */
export const DOCUMENT_OPTIONS = {
  document: { type: 'string' },
  password: { type: 'string' },
  pages: { type: 'string' },
  split: { type: 'string' },
  'accept-split': { type: 'boolean' },
  size: { type: 'string' },
  fit: { type: 'string' },
  'black-white': { type: 'string' },
  symbols: { type: 'string' },
  invert: { type: 'boolean' },
  sharpen: { type: 'boolean' },
  collate: { type: 'boolean' },
  'allow-unread': { type: 'boolean' },
} as const;
type DocumentOption = keyof typeof DOCUMENT_OPTIONS;
const NAMES = Object.keys(DOCUMENT_OPTIONS) as readonly DocumentOption[];

/** Options of templates and of their rows, which a document does not have. */
const OF_TEMPLATES = [
  'template',
  'data',
  'sheet',
  'count',
  'pictures',
  'fetch-pictures',
  'copies-column',
  'language',
  'check',
] as const;

export type DocumentValues = Readonly<
  Partial<Record<DocumentOption | (typeof OF_TEMPLATES)[number], string | boolean | undefined>>
> & { readonly start: readonly string[] };

export const DOCUMENT_HELP: string = `  --document FILE   instead of a template: a PDF, a JPEG or PNG image or a text file, whose pages become labels
  --password TEXT   password of an encrypted PDF
  --pages LIST      the pages to print, in this order: 1-3,5 (default all)
  --split S         which part of a page is a label (default none): none takes the whole page, auto finds the labels on
                    a sheet, content takes the bounding box of the content
  --accept-split    also print labels of which --split auto is not certain
  --size WxH        label size in mm: 100x150 (default: size of the first label on its page)
  --fit F           how a page is fitted to the label: ${PAGE_FITS.join(', ')} (default fit)
  --black-white B   how grays become black and white: ${ONE_BIT_MODES.join(', ')} (default threshold)
  --symbols S       keep prints codes as they are on the page, remake regenerates them on the dot grid (default keep)
  --invert          swap black and white
  --sharpen         keep lines thinner than a dot
  --collate         print copies document by document: 1 2 3 1 2 3
  --allow-unread    also print labels with a code that is readable in the document but not in the print
`;

/** Null without a document. */
export function parseDocument(values: DocumentValues, format: string, colour: string): Result<DocumentSettings | null> {
  const path = values.document;
  if (typeof path !== 'string') {
    return NAMES.some((name) => values[name] !== undefined && values[name] !== false)
      ? missing('--document')
      : ok(null);
  }
  const other = OF_TEMPLATES.find((name) => values[name] !== undefined && values[name] !== false);
  if (other !== undefined) return unusable(`--${other}`, '', `--${other} | --document`);
  if (values.start.length > 0) return unusable('--start', '', '--start | --document');
  if (format === 'svg' || format === 'pdf-vector') return unusable('--format', format, 'png | pdf');
  if (colour !== 'bit') return unusable('--colour', colour, 'bit');
  const split = choice(values, 'split', DOCUMENT_SPLITS, 'none');
  if (!split.ok) return split;
  const fit = choice(values, 'fit', PAGE_FITS, DEFAULT_LOOK.placement.fit);
  if (!fit.ok) return fit;
  const oneBit = choice(values, 'black-white', ONE_BIT_MODES, DEFAULT_LOOK.oneBit);
  if (!oneBit.ok) return oneBit;
  const symbols = choice(values, 'symbols', ['keep', 'remake'] as const, DEFAULT_LOOK.symbols);
  if (!symbols.ok) return symbols;
  const size = parseSize(text(values.size));
  if (!size.ok) return size;
  const look: DocumentLook = {
    ...DEFAULT_LOOK,
    placement: { ...DEFAULT_LOOK.placement, fit: fit.value },
    oneBit: oneBit.value,
    symbols: symbols.value,
    invert: values.invert === true,
    sharpen: values.sharpen === true,
    unread: values['allow-unread'] === true ? 'allow' : 'refuse',
  };
  return ok({
    path,
    password: text(values.password),
    pages: text(values.pages),
    split: split.value,
    acceptSplit: values['accept-split'] === true,
    size: size.value,
    look,
    collate: values.collate === true,
  });
}

function text(value: string | boolean | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function choice<T extends string>(
  values: DocumentValues,
  name: DocumentOption,
  choices: readonly T[],
  usual: T,
): Result<T> {
  const given = text(values[name]);
  if (given === null) return ok(usual);
  const found = choices.find((one) => one === given);
  return found === undefined ? unusable(`--${name}`, given, choices.join(' | ')) : ok(found);
}

const LEAST_MM = 1;
const MOST_MM = 5_080;

function parseSize(given: string | null): Result<Size | null> {
  if (given === null) return ok(null);
  const [, width = NaN, height = NaN] = (/^(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)$/.exec(given) ?? []).map(Number);
  const isSize = Math.min(width, height) >= LEAST_MM && Math.max(width, height) <= MOST_MM;
  return isSize ? ok({ width, height }) : unusable('--size', given, '100x150');
}
