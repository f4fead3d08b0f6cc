import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { fromBase64, toBase64 } from '#model/kernel/base64.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { createFieldReader } from '#model/elements/base/fields.ts';
import { readElement, usedAssets, writeElement } from './element-format.ts';
import { LABEL_LIMITS } from './label-limits.ts';
import type { Asset, LabelSettings, Template } from './template.ts';
import { readXml, type XmlNode } from './xml-reader.ts';
import { writeXml, type XmlElement } from './xml-writer.ts';

/** The file format's version that this code writes; a later one is refused rather than half read. */
const FORMAT_VERSION = 1;

/** The template as a `.tprt` file: XML with the specification's field names, lengths in mm with 3 decimals. */
export function writeTemplate(template: Template): string {
  const used = usedAssets(template);
  const assets = [...template.assets].filter(([key]) => used.has(key));
  return writeXml({
    name: 'Template',
    attributes: { Version: FORMAT_VERSION },
    children: [
      { name: 'FileInfo', attributes: fileInfo(template.label) },
      { name: 'AssetList', children: assets.map(([key, asset]) => assetElement(key, asset)) },
      { name: 'ObjectList', children: template.elements.map(writeElement) },
    ],
  });
}

/**
 * Reads a `.tprt` file. Everything that is not understood is a problem with its place, except where the
 * specification names a fallback: those are told to `onNotice`.
 * Problems: those of `readXml`, `template.badField`, `template.unknownElementType`.
 */
export function readTemplate(xml: string, onNotice: (notice: Problem) => void = () => undefined): Result<Template> {
  const root = readXml(xml);
  if (!root.ok) return root;
  const info = child(root.value, 'FileInfo');
  if (root.value.name !== 'Template' || info === undefined) return err(problem('template.notXml'));
  const version = Number(root.value.attributes['Version'] ?? 1);
  if (!(version <= FORMAT_VERSION))
    return err(problem('template.badField', { field: 'Version', value: String(version) }));

  const assets = new Map<AssetKey, Asset>();
  for (const node of child(root.value, 'AssetList')?.children ?? []) {
    const asset = readAsset(node);
    if (!asset.ok) return asset;
    assets.set(asset.value[0], asset.value[1]);
  }
  const label = readFileInfo(info, assets);
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

function child(node: XmlNode, name: string): XmlNode | undefined {
  return node.children.find((c) => c.name === name);
}

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
    Background: label.background ?? '',
    PrintBackground: label.printBackground ? 'yes' : 'no',
    Canvas: label.canvases.join(','),
  };
}

function readFileInfo(node: XmlNode, assets: ReadonlyMap<AssetKey, Asset>): Result<LabelSettings> {
  const fields = createFieldReader('', node.attributes, [], null);
  const spacing = (name: string): number => fields.number(name, 0, 0, LABEL_LIMITS.maxSpacingMm);
  const grid = (name: string): number => {
    const count = fields.number(name, 1, 1, LABEL_LIMITS.maxGrid);
    if (!Number.isInteger(count)) fields.reject(name);
    return count;
  };
  const background = fields.text('Background', '') as AssetKey;
  if (background !== '' && !assets.has(background)) fields.reject('Background');
  const listed = fields.text('Canvas', '').split(',').filter(Boolean) as AssetKey[];
  if (listed.some((key) => !assets.has(key))) fields.reject('Canvas');
  // A file may name its only background without listing it.
  const canvases = [...new Set([...listed, ...(background === '' ? [] : [background])])];
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
    background: background === '' ? null : background,
    printBackground: fields.flag('PrintBackground', false),
  };
  if (Number.isNaN(label.widthMm)) fields.reject('Width');
  if (Number.isNaN(label.heightMm)) fields.reject('Height');
  const wrong = fields.problem();
  return wrong === null ? ok(label) : err(wrong);
}

function assetElement(key: AssetKey, asset: Asset): XmlElement {
  return {
    name: 'Asset',
    attributes: { Key: key, Mime: asset.mime },
    children: [{ name: 'Data', text: toBase64(asset.bytes) }],
  };
}

function readAsset(node: XmlNode): Result<readonly [AssetKey, Asset]> {
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
