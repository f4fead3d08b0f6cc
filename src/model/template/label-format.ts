import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import { MAX_NAMED_STYLES, readNamedStyle, writeNamedStyle, type NamedStyle } from './named-style.ts';
import type { ColumnSource } from '#model/elements/base/content.ts';
import { createFieldReader, sourceOf, type FieldReader } from '#model/elements/base/fields.ts';
import { unchangedValues, type RawNode } from '#model/elements/base/unknown-parts.ts';
import { embeddedImage } from './embedded-image.ts';
import { languageTags, type LabelLanguages } from './label-languages.ts';
import { LABEL_LIMITS } from './label-limits.ts';
import { LENGTH_ATTRIBUTES, readLengthByContent, writeLengthByContent } from './length-by-content.ts';
import { readGuides, writeGuides } from './ruler-guides.ts';
import { readSource, writeSourceNode } from './source-format.ts';
import type { Asset, LabelSettings, UnknownLabelParts } from './template.ts';
import { withUnknownLabelParts } from './unknown-label-parts.ts';
import type { XmlElement } from './xml-writer.ts';

/** A named style: a child element of our own (docs/develop/adr/0162). */
const STYLE = 'Style';
/** Guides drawn out of the rulers: an attribute of our own (docs/develop/adr/0104). */
const GUIDES = 'Guides';
/** The languages of the texts, and the column that chooses one: our own (docs/develop/adr/0164). */
const LANGUAGES = 'Languages';
const LANGUAGE_COLUMN = 'LanguageColumn';

const ATTRIBUTES: ReadonlySet<string> = new Set(
  ['Creator', 'Name', 'Width', 'Height', 'Columns', 'Rows', 'RowSpacing', 'ColumnSpacing', 'UpperMargin'].concat([
    'LowerMargin',
    'LeftMargin',
    'RightMargin',
    'Background',
    'PrintBackground',
    'Canvas',
    GUIDES,
    ...LENGTH_ATTRIBUTES,
    LANGUAGES,
  ]),
);

export function fileInfo(label: LabelSettings): Record<string, string | number> {
  return {
    Creator: 'Website',
    Name: label.name,
    Width: label.widthMm,
    Height: label.heightMm,
    Columns: label.columns,
    Rows: label.rows,
    RowSpacing: label.rowSpacingMm,
    ColumnSpacing: label.columnSpacingMm,
    UpperMargin: label.paddingMm.top,
    LowerMargin: label.paddingMm.bottom,
    LeftMargin: label.paddingMm.left,
    RightMargin: label.paddingMm.right,
    Background: label.background ?? label.unknown?.background ?? '',
    PrintBackground: label.printBackground ? 'yes' : 'no',
    Canvas: [...label.canvases, ...(label.unknown?.canvases ?? [])].join(','),
    ...writeLengthByContent(label),
    ...(label.guides === undefined ? {} : { [GUIDES]: writeGuides(label.guides) }),
    ...(label.languages === undefined ? {} : { [LANGUAGES]: label.languages.tags.join(',') }),
  };
}

export function fileInfoChildren({ styles = [], languages }: LabelSettings): readonly XmlElement[] {
  const named = styles.map((style) => ({ name: STYLE, attributes: writeNamedStyle(style), children: [] }));
  return languages?.column === undefined ? named : [...named, writeSourceNode(LANGUAGE_COLUMN, languages.column, {})];
}

/**
 * Reads `FileInfo`. A number that can't be used gets its default, or the nearer limit, and is kept. Images in it are
 * added to `assets`; `around` is the unknown rest of the file. Problem: `template.badField` when the label's size is
 * missing.
 */
export function readFileInfo(
  node: RawNode,
  assets: Map<AssetKey, Asset>,
  around: UnknownLabelParts,
): Result<LabelSettings> {
  const { attributes } = node;
  const { styles, children: others } = readStyles(node.children);
  const { column, children } = readLanguageColumn(attributes[LANGUAGES], others);
  const { minSideMm, defaultWidthMm, defaultHeightMm } = LABEL_LIMITS;
  // A size that can't be read has a default. A file without any size is no label.
  const missing = ['Width', 'Height'].find((name) => attributes[name] === undefined);
  if (missing !== undefined) return err(problem('template.badField', { field: missing, value: '' }));
  const fields = createFieldReader({ elementName: '', attributes, children, mode: 'lenient' });
  const spacing = (name: string): number => fields.number(name, 0, 0, LABEL_LIMITS.maxSpacingMm);
  const grid = (name: string): number => {
    const count = fields.number(name, 1, 1, LABEL_LIMITS.maxGrid);
    if (Number.isInteger(count)) return count;
    fields.reject(name);
    return 1;
  };
  fields.text('Creator', '');
  const background = readImageName(fields.text('Background', ''), assets);
  const listed = splitList(fields.text('Canvas', '')).map((text) => readImageName(text, assets));
  const unreadCanvases = listed.flatMap(({ unread }) => unread ?? []);
  // A file may name a background that is missing in its list of canvas pages.
  const canvases = [...new Set([...listed, background].flatMap(({ key }) => key ?? []))];
  const label: LabelSettings = {
    name: fields.text('Name', ''),
    widthMm: fields.number('Width', defaultWidthMm, minSideMm, LABEL_LIMITS.maxWidthMm),
    heightMm: fields.number('Height', defaultHeightMm, minSideMm, LABEL_LIMITS.maxHeightMm),
    rows: grid('Rows'),
    columns: grid('Columns'),
    rowSpacingMm: spacing('RowSpacing'),
    columnSpacingMm: spacing('ColumnSpacing'),
    paddingMm: {
      left: spacing('LeftMargin'),
      right: spacing('RightMargin'),
      top: spacing('UpperMargin'),
      bottom: spacing('LowerMargin'),
    },
    canvases,
    background: background.key,
    printBackground: fields.flag('PrintBackground', false),
    ...readLengthByContent(fields),
    ...guidesOf(fields),
    ...languagesOf(fields, column),
    ...(styles.length === 0 ? {} : { styles }),
  };
  const info = fields.unknown(() => fileInfo(label));
  return ok(
    withUnknownLabelParts(label, {
      ...(info === undefined ? {} : { info }),
      ...around,
      ...(background.unread === null ? {} : { background: background.unread }),
      ...(unreadCanvases.length === 0 ? {} : { canvases: unreadCanvases }),
    }),
  );
}

/** The styles, and the other children, among them styles that can't be read. */
function readStyles(nodes: readonly RawNode[]): {
  readonly styles: readonly NamedStyle[];
  readonly children: readonly RawNode[];
} {
  const styles: NamedStyle[] = [];
  const children = nodes.filter((node) => {
    if (node.name !== STYLE || styles.length >= MAX_NAMED_STYLES) return true;
    const fields = createFieldReader({ elementName: '', attributes: node.attributes, children: node.children });
    const style = readNamedStyle(fields);
    if (style === null || fields.problem() !== null) return true;
    if (styles.some(({ name, kind }) => name === style.name && kind === style.kind)) return true;
    if (fields.unknown(() => writeNamedStyle(style)) !== undefined) return true;
    styles.push(style);
    return false;
  });
  return { styles, children };
}

/** The column that chooses the language, and the other children; one of a label without usable languages stays unread. */
function readLanguageColumn(
  languages: string | undefined,
  nodes: readonly RawNode[],
): { readonly column: ColumnSource | null; readonly children: readonly RawNode[] } {
  const node = nodes.find(({ name }) => name === LANGUAGE_COLUMN);
  if (node === undefined || readLanguages(languages) === null) return { column: null, children: nodes };
  const source = sourceOf(readSource(node, '', () => undefined));
  if (source.type !== 'column') return { column: null, children: nodes };
  return { column: source, children: nodes.filter((other) => other !== node) };
}

function readLanguages(text: string | undefined): LabelLanguages['tags'] | null {
  return text === undefined ? null : languageTags(text.split(',').filter((tag) => tag.trim() !== ''));
}

/** A list with anything that is no language is kept, and the label has none. */
function languagesOf(fields: FieldReader, column: ColumnSource | null): Pick<LabelSettings, 'languages'> {
  if (!fields.has(LANGUAGES)) return {};
  const tags = readLanguages(fields.text(LANGUAGES, ''));
  if (tags !== null) return { languages: { tags, ...(column === null ? {} : { column }) } };
  fields.keep(LANGUAGES);
  return {};
}

/** Invalid guides are kept, and the label has none. */
function guidesOf(fields: FieldReader): Pick<LabelSettings, 'guides'> {
  if (!fields.has(GUIDES)) return {};
  const text = fields.text(GUIDES, '');
  const guides = readGuides(text);
  if (guides !== null) return { guides };
  fields.keep(GUIDES);
  return {};
}

/** The image that a text names or holds as base64; for any other text, the text itself as `unread`. */
function readImageName(
  text: string,
  assets: Map<AssetKey, Asset>,
): { readonly key: AssetKey | null; readonly unread: string | null } {
  if (text === '') return { key: null, unread: null };
  if (assets.has(text as AssetKey)) return { key: text as AssetKey, unread: null };
  const image = embeddedImage(text);
  if (image === null) return { key: null, unread: text };
  assets.set(image[0], image[1]);
  return { key: image[0], unread: null };
}

/** Splits at commas, but not at the comma in `data:image/png;base64,`. Entries are trimmed. */
function splitList(text: string): readonly string[] {
  return text
    .split(/(?<!;base64),/)
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/**
 * `FileInfo` with attributes from child elements, which some files use: `<Width>30</Width>`. Existing attributes take
 * precedence.
 */
export function withValuesOfChildren(info: RawNode): RawNode {
  const isValue = ({ name, attributes, children }: RawNode): boolean =>
    ATTRIBUTES.has(name) &&
    info.attributes[name] === undefined &&
    Object.keys(attributes).length === 0 &&
    children.length === 0;
  const values = info.children.filter(isValue);
  if (new Set(values.map(({ name }) => name)).size < values.length) return info;
  return {
    ...info,
    attributes: { ...info.attributes, ...Object.fromEntries(values.map(({ name, text }) => [name, text])) },
    children: info.children.filter((child) => !values.includes(child)),
  };
}

/**
 * Everything about the label itself, and about the file outside its elements, that is reported when a file is opened.
 */
export function labelNotices(label: LabelSettings): readonly Problem[] {
  const { info, background, canvases = [], replacedIds = [], assets = [] } = label.unknown ?? {};
  const paths = new Set([...(background === undefined ? [] : [background]), ...canvases]);
  return [
    ...[...paths].map((path) => problem('template.backgroundPath', { path: shortened(path) })),
    ...unchangedValues(info, fileInfo(label)).map((field) =>
      problem('template.keptValue', { field, value: shortened(info?.values?.[field]?.raw ?? '') }),
    ),
    ...assets.map(({ name, attributes }) =>
      problem('template.unreadImage', { key: shortened(attributes['Key'] ?? name), mime: attributes['Mime'] ?? '' }),
    ),
    ...replacedIds.map(({ id, elementName }) => problem('template.newId', { id: shortened(id) }, elementName)),
  ];
}

function shortened(path: string): string {
  return path.length <= 80 ? path : `${path.slice(0, 77)}…`;
}
