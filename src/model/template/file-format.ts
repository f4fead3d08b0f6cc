import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { fromBase64, toBase64 } from '#model/kernel/base64.ts';
import type { AssetKey, ElementId } from '#model/kernel/ids.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { createFieldReader } from '#model/elements/base/fields.ts';
import { withUnknownParts, type RawNode } from '#model/elements/base/unknown-parts.ts';
import { readElement, usedAssets, writeElement } from './element-format.ts';
import { elementIds } from './element-ids.ts';
import { fileInfo, labelNotices, readFileInfo } from './label-format.ts';
import { rawElement } from './raw-element.ts';
import type { Asset, Template } from './template.ts';
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
 * `data.unknownSource`, `template.backgroundPath`. An element whose `Id` cannot be used gets a new one, reported as
 * `template.newId`. Fallbacks that the specification names are reported, too. Only faults in what a template cannot do
 * without are problems.
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
  const objects = child(root.value, 'ObjectList')?.children ?? [];
  const { ids, replaced } = elementIds(objects);
  const around = file.unknown({});
  const label = readFileInfo(info, assets, {
    ...(around === undefined ? {} : { file: around }),
    ...(replaced.length === 0 ? {} : { replacedIds: replaced }),
  });
  if (!label.ok) return label;
  for (const notice of labelNotices(label.value)) onNotice(notice);

  const elements: LabelElement[] = [];
  for (const [i, node] of objects.entries()) {
    const element = readElement(node, ids[i] as ElementId, onNotice);
    if (!element.ok) return element;
    elements.push(element.value);
  }
  return ok({ label: label.value, elements, assets });
}

function child(node: RawNode, name: string): RawNode | undefined {
  return node.children.find((c) => c.name === name);
}

const LISTS: ReadonlySet<string> = new Set(['FileInfo', 'AssetList', 'ObjectList']);

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
