import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { fromBase64, toBase64 } from '#model/kernel/base64.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { createFieldReader } from '#model/elements/base/fields.ts';
import { withUnknownParts, type RawNode, type UnknownParts } from '#model/elements/base/unknown-parts.ts';
import { readElement, usedAssets, writeElement } from './element-format.ts';
import { LABEL_LIMITS } from './label-limits.ts';
import { embeddedImage } from './embedded-image.ts';
import { rawElement } from './raw-element.ts';
import type { Asset, LabelSettings, Template, UnknownLabelParts } from './template.ts';
import { readXml } from './xml-reader.ts';
import { writeXml, type XmlElement } from './xml-writer.ts';

/** The version of the file format that this code writes. Files of a later version are refused instead of half read. */
const FORMAT_VERSION = 1;

/** The template as a `.tprt` file: XML with the specification's names, lengths in mm with 3 decimals. */
export function writeTemplate(template: Template): string {
  const used = usedAssets(template);
  const { unknown } = template.label;
  const assets = [...template.assets].filter(([key]) => used.has(key));
  return writeXml({
    name: 'Template',
    attributes: withUnknownParts({ Version: FORMAT_VERSION }, unknown?.file),
    children: [
      {
        name: 'FileInfo',
        attributes: withUnknownParts(fileInfo(template.label), unknown?.info),
        children: (unknown?.info?.children ?? []).map(rawElement),
      },
      { name: 'AssetList', children: assets.map(([key, asset]) => assetElement(key, asset)) },
      { name: 'ObjectList', children: template.elements.map(writeElement) },
      ...(unknown?.file?.children ?? []).map(rawElement),
    ],
  });
}

/**
 * Reads a `.tprt` file. Anything that this version does not know or cannot use is kept, to be written back, and
 * reported to `onNotice`: `template.keptValue`, `template.unknownElementType`, `template.badField`,
 * `data.unknownSource`, `template.backgroundPath`. Fallbacks that the specification names are reported, too. Only
 * faults in what a template cannot do without are problems.
 * Problems: those of `readXml`, `template.badField`, `template.unknownElementType`.
 */
export function readTemplate(xml: string, onNotice: (notice: Problem) => void = () => undefined): Result<Template> {
  const root = readXml(xml);
  if (!root.ok) return root;
  const info = child(root.value, 'FileInfo');
  if (root.value.name !== 'Template' || info === undefined) return err(problem('template.notXml'));
  const file = createFieldReader({
    elementName: '',
    attributes: root.value.attributes,
    children: root.value.children.filter((node) => !LISTS.has(node.name)),
  });
  const version = Number(file.text('Version', '1'));
  if (!(version <= FORMAT_VERSION))
    return err(problem('template.badField', { field: 'Version', value: String(version) }));

  const assets = new Map<AssetKey, Asset>();
  for (const node of child(root.value, 'AssetList')?.children ?? []) {
    const asset = readAsset(node);
    if (!asset.ok) return asset;
    assets.set(asset.value[0], asset.value[1]);
  }
  const label = readFileInfo(info, assets, file.unknown({}), onNotice);
  if (!label.ok) return label;

  const elements: LabelElement[] = [];
  const ids = new Set<string>();
  for (const node of child(root.value, 'ObjectList')?.children ?? []) {
    const element = readElement(node, onNotice);
    if (!element.ok) return element;
    if (ids.has(element.value.id))
      return err(problem('template.badField', { field: 'Id', value: element.value.id }, element.value.name));
    ids.add(element.value.id);
    elements.push(element.value);
  }
  return ok({ label: label.value, elements, assets });
}

function child(node: RawNode, name: string): RawNode | undefined {
  return node.children.find((c) => c.name === name);
}

const LISTS: ReadonlySet<string> = new Set(['FileInfo', 'AssetList', 'ObjectList']);

function fileInfo(label: LabelSettings): Record<string, string | number> {
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
  };
}

function readFileInfo(
  node: RawNode,
  assets: Map<AssetKey, Asset>,
  file: UnknownParts | undefined,
  onNotice: (notice: Problem) => void,
): Result<LabelSettings> {
  const { attributes, children } = node;
  const fields = createFieldReader({ elementName: '', attributes, children, mode: 'strict' });
  const spacing = (name: string): number => fields.number(name, 0, 0, LABEL_LIMITS.maxSpacingMm);
  const grid = (name: string): number => {
    const count = fields.number(name, 1, 1, LABEL_LIMITS.maxGrid);
    if (!Number.isInteger(count)) fields.reject(name);
    return count;
  };
  fields.text('Creator', '');
  const background = readImageName(fields.text('Background', ''), assets);
  const listed = splitList(fields.text('Canvas', '')).map((text) => readImageName(text, assets));
  if (background.unread !== null) onNotice(problem('template.backgroundPath', { path: shortened(background.unread) }));
  const unreadCanvases = listed.flatMap(({ unread }) => unread ?? []);
  for (const path of unreadCanvases) onNotice(problem('template.backgroundPath', { path: shortened(path) }));
  // A file may name a background that its list of canvas pages lacks.
  const canvases = [...new Set([...listed, background].flatMap(({ key }) => key ?? []))];
  const label: LabelSettings = {
    name: fields.text('Name', ''),
    widthMm: fields.number('Width', NaN, LABEL_LIMITS.minSideMm, LABEL_LIMITS.maxWidthMm),
    heightMm: fields.number('Height', NaN, LABEL_LIMITS.minSideMm, LABEL_LIMITS.maxHeightMm),
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
  };
  if (Number.isNaN(label.widthMm)) fields.reject('Width');
  if (Number.isNaN(label.heightMm)) fields.reject('Height');
  const wrong = fields.problem();
  if (wrong !== null) return err(wrong);
  const info = fields.unknown({});
  const unknown: UnknownLabelParts = {
    ...(info === undefined ? {} : { info }),
    ...(file === undefined ? {} : { file }),
    ...(background.unread === null ? {} : { background: background.unread }),
    ...(unreadCanvases.length === 0 ? {} : { canvases: unreadCanvases }),
  };
  return ok(Object.keys(unknown).length === 0 ? label : { ...label, unknown });
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

/** Splits at commas, but not at the comma in `data:image/png;base64,`. */
function splitList(text: string): readonly string[] {
  return text.split(/(?<!;base64),/).filter(Boolean);
}

function shortened(path: string): string {
  return path.length <= 80 ? path : `${path.slice(0, 77)}…`;
}

function assetElement(key: AssetKey, asset: Asset): XmlElement {
  return {
    name: 'Asset',
    attributes: { Key: key, Mime: asset.mime },
    children: [{ name: 'Data', text: toBase64(asset.bytes) }],
  };
}

function readAsset(node: RawNode): Result<readonly [AssetKey, Asset]> {
  const key = node.attributes['Key'] ?? '';
  const mime = node.attributes['Mime'];
  const bytes = fromBase64(child(node, 'Data')?.text ?? '');
  if (!/^[0-9a-f]{64}$/.test(key))
    return err(problem('template.badField', { field: 'Asset Key', value: key.slice(0, 40) }));
  if (mime !== 'image/png' && mime !== 'image/jpeg')
    return err(problem('template.badField', { field: 'Mime', value: mime ?? '' }));
  if (!bytes.ok || bytes.value.length === 0)
    return err(problem('template.badField', { field: 'Asset Data', value: key.slice(0, 8) }));
  return ok([key as AssetKey, { mime, bytes: bytes.value }]);
}
