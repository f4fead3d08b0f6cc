import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { fromBase64, toBase64 } from '#model/kernel/base64.ts';
import type { AssetKey, ElementId } from '#model/kernel/ids.ts';
import { withSources, type LabelElement } from '#model/elements/element.ts';
import { unknownSourceProblem } from '#model/elements/base/content.ts';
import { withSoundReferences } from '#model/elements/references.ts';
import { createFieldReader } from '#model/elements/base/fields.ts';
import { withUnknownParts, type RawNode } from '#model/elements/base/unknown-parts.ts';
import { readElement, usedAssets, writeElement } from './element-format.ts';
import { elementIds } from './element-ids.ts';
import { embeddedImage, sniffImage } from './embedded-image.ts';
import { fileInfo, fileInfoChildren, labelNotices, readFileInfo, withValuesOfChildren } from './label-format.ts';
import { keptReference, rawElement } from './source-format.ts';
import { isSvg } from './svg/read-svg.ts';
import type { Asset, ImageMime, Template } from './template.ts';
import { readXml } from './xml-reader.ts';
import { writeXml, type XmlElement } from './xml-writer.ts';

/**
 * The version of the file format that this code writes. Files of a later version are rejected instead of being read in
 * part.
 */
const FORMAT_VERSION = 1;

const ASSETS = 'AssetList';
const ASSET = 'Asset';
const OBJECTS = 'ObjectList';
const DATA = 'Data';

/** The template as a `.tprt` file: XML with the specification's names, lengths in mm with 3 decimals. */
export function writeTemplate(template: Template): string {
  const used = usedAssets(template);
  const { unknown } = template.label;
  const { ofChildren = {} } = unknown?.file ?? {};
  const assets = [...template.assets].filter(([key]) => used.has(key));
  return writeXml({
    name: 'Template',
    attributes: withUnknownParts({ Version: FORMAT_VERSION }, unknown?.file),
    children: [
      {
        name: 'FileInfo',
        attributes: withUnknownParts(fileInfo(template.label), unknown?.info),
        children: [...fileInfoChildren(template.label), ...(unknown?.info?.children ?? []).map(rawElement)],
      },
      {
        name: ASSETS,
        attributes: ofChildren[ASSETS] ?? {},
        children: [
          ...assets.map(([key, asset]) => assetElement(key, asset)),
          ...(unknown?.assets ?? []).map(rawElement),
        ],
      },
      { name: OBJECTS, attributes: ofChildren[OBJECTS] ?? {}, children: template.elements.map(writeElement) },
      ...(unknown?.file?.children ?? []).map(rawElement),
    ],
  });
}

/**
 * Reads a `.tprt` file. Anything that this version doesn't know or can't use is kept, to be written back, and reported
 * to `onNotice`: `template.keptValue`, `template.unknownElementType`, `template.badField`, `data.unknownSource`,
 * `data.referenceMissing`, `data.referenceCircle`, `template.backgroundPath`, `template.unreadImage`. An element with
 * an unusable `Id` gets a new one, reported as `template.newId`. Fallbacks that the specification names are reported,
 * too. Only faults in required parts are problems. Problems: those of `readXml`, `template.badField`,
 * `template.unknownElementType`.
 */
export function readTemplate(xml: string, onNotice: (notice: Problem) => void = () => undefined): Result<Template> {
  const read = readTemplatePart(xml, onNotice);
  if (!read.ok) return read;
  const elements = withSoundReferences(read.value.elements, (broken) => {
    const source = keptReference(broken);
    onNotice({ ...unknownSourceProblem(source), path: broken.element.name });
    return source;
  });
  return ok({ ...read.value, elements });
}

/** Reads a copied part of a template, with references that may be to missing elements. */
export function readTemplatePart(xml: string, onNotice: (notice: Problem) => void = () => undefined): Result<Template> {
  const root = readXml(xml);
  if (!root.ok) return root;
  const info = child(root.value, 'FileInfo');
  if (root.value.name !== 'Template' || info === undefined) return err(problem('template.notXml'));
  const lists = [ASSETS, OBJECTS].flatMap((name) => child(root.value, name) ?? []);
  const file = createFieldReader({
    elementName: '',
    attributes: root.value.attributes,
    children: root.value.children.filter((node) => node !== info && !lists.includes(node)),
    knownChildren: lists,
  });
  const version = Number(file.text('Version', '1'));
  if (!(version <= FORMAT_VERSION))
    return err(problem('template.badField', { field: 'Version', value: String(version) }));

  const assets = new Map<AssetKey, Asset>();
  const unread: RawNode[] = [];
  for (const node of child(root.value, ASSETS)?.children ?? []) {
    const asset = readAsset(node);
    if (asset === null) unread.push(node);
    else assets.set(asset[0], asset[1]);
  }
  const objects = child(root.value, OBJECTS)?.children ?? [];
  const { ids, replaced, named } = elementIds(objects);
  const around = file.unknown(() => ({}));
  const label = readFileInfo(withValuesOfChildren(info), assets, {
    ...(around === undefined ? {} : { file: around }),
    ...(replaced.length === 0 ? {} : { replacedIds: replaced }),
    ...(unread.length === 0 ? {} : { assets: unread }),
  });
  if (!label.ok) return label;
  for (const notice of labelNotices(label.value)) onNotice(notice);

  const elements: LabelElement[] = [];
  for (const [i, node] of objects.entries()) {
    const element = readElement(withOwnImage(node, assets), ids[i] as ElementId, onNotice);
    if (!element.ok) return element;
    elements.push(withIds(element.value, named));
  }
  return ok({ label: label.value, elements, assets });
}

/**
 * Converts an image that holds its picture as base64, as in files of the original product, to one with a picture of the
 * file.
 */
function withOwnImage(node: RawNode, assets: Map<AssetKey, Asset>): RawNode {
  if (node.attributes['Type'] !== 'Image' || (node.attributes['Image'] ?? '') !== '') return node;
  const { Data: data = '', ...attributes } = node.attributes;
  const image = embeddedImage(data);
  if (image === null) return node;
  assets.set(image[0], image[1]);
  return { ...node, attributes: { ...attributes, Image: image[0] } };
}

/** The element with references to the ids that elements have here, which may differ from the file. */
function withIds(element: LabelElement, named: ReadonlyMap<string, ElementId>): LabelElement {
  return withSources(element, (source) => {
    const id = source.type === 'reference' ? named.get(source.element) : undefined;
    return source.type === 'reference' && id !== undefined && id !== source.element
      ? { ...source, element: id }
      : source;
  });
}

function child(node: RawNode, name: string): RawNode | undefined {
  return node.children.find((c) => c.name === name);
}

function assetElement(key: AssetKey, asset: Asset): XmlElement {
  const { mime, bytes, unknown } = asset;
  const data = { name: DATA, attributes: unknown?.ofChildren?.[DATA] ?? {}, text: toBase64(bytes) };
  return {
    name: ASSET,
    attributes: withUnknownParts({ Key: key, Mime: mime }, unknown),
    children: [data, ...(unknown?.children ?? []).map(rawElement)],
  };
}

/** Null for an invalid image: its name, type or data can't be used. */
function readAsset(node: RawNode): readonly [AssetKey, Asset] | null {
  const data = child(node, DATA);
  const fields = createFieldReader({
    elementName: '',
    attributes: node.attributes,
    children: node.children.filter((other) => other !== data),
    knownChildren: data === undefined ? [] : [data],
  });
  const key = fields.text('Key', '');
  const said = fields.text('Mime', '');
  const bytes = fromBase64(data?.text ?? '');
  if (node.name !== ASSET || !/^[0-9a-f]{64}$/.test(key) || !bytes.ok || bytes.value.length === 0) return null;
  const mime = isImageMime(said) ? said : (sniffImage(bytes.value) ?? (isSvg(bytes.value) ? 'image/svg+xml' : null));
  if (mime === null) return null;
  // The picture's own type takes precedence.
  if (mime !== said) fields.keep('Mime', 'quiet');
  const unknown = fields.unknown(() => ({ Mime: mime }));
  return [key as AssetKey, { mime, bytes: bytes.value, ...(unknown === undefined ? {} : { unknown }) }];
}

function isImageMime(text: string): text is ImageMime {
  return text === 'image/png' || text === 'image/jpeg' || text === 'image/svg+xml';
}
