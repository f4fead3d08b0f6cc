import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { AssetKey, ElementId } from '#model/kernel/ids.ts';
import type { Rotation } from '#model/kernel/geometry.ts';
import { roundMm } from '#model/kernel/units.ts';
import type { ElementBase } from '#model/elements/base/element.ts';
import { createFieldReader, type ElementFields, type SourceEntry } from '#model/elements/base/fields.ts';
import { assetsOf, type ElementType, type LabelElement } from '#model/elements/element.ts';
import {
  canHaveCanvasMirror,
  elementTypeInFile,
  fileTypeOf,
  readElementFields,
  writeElementFields,
} from '#model/elements/registry.ts';
import { readSource, writeSource } from './source-format.ts';
import type { Template } from './template.ts';
import type { XmlNode } from './xml-reader.ts';
import type { XmlElement } from './xml-writer.ts';

/** 270 is written -90; a file that says 270 is understood. */
const ROTATION_CODES = { '0': '0', '90': '90', '180': '180', '-90': '270', '270': '270' } as const;
/** Far outside any label: a coordinate beyond it is a damaged file. */
const MAX_POSITION_MM = 10_000;

/** Attributes whose value is a length: written with 3 decimals. */
const LENGTHS = new Set(['StartX', 'StartY', 'Width', 'Height', 'PenWidth', 'BoxWidth', 'CornerRadius']);

export function writeElement(element: LabelElement): XmlElement {
  const own = writeElementFields(element);
  const attributes: Record<string, string | number | boolean> = {
    Id: element.id,
    Name: element.name,
    Type: fileTypeOf(element.type),
    Lock: element.locked,
    StartX: element.xMm,
    StartY: element.yMm,
    Width: element.widthMm,
    Height: element.heightMm,
    Rotate: element.rotation === 270 ? -90 : element.rotation,
    MirrorImage: element.mirror,
    CopyMirrorImage: element.canvasMirror,
    ...own.attributes,
    ...element.unknownAttributes,
    ...(own.asset === undefined ? {} : { Image: own.asset }),
  };
  for (const name of LENGTHS) {
    const value = attributes[name];
    if (typeof value === 'number') attributes[name] = roundMm(value);
  }
  const entries = own.entries ?? own.sources?.map((source) => ({ source, attributes: {} }));
  const children: XmlElement[] =
    entries === undefined ? [] : [{ name: 'DataSourceList', children: entries.map(writeEntry) }];
  return { name: 'Object', attributes, children };
}

export function readElement(node: XmlNode, onNotice: (notice: Problem) => void): Result<LabelElement> {
  const name = node.attributes['Name'] ?? '';
  const fileType = node.attributes['Type'] ?? '';
  const type = elementTypeInFile(node.attributes);
  if (node.name !== 'Object' || type === undefined) {
    return err(problem('template.unknownElementType', { type: fileType === '' ? node.name : fileType }, name));
  }
  const entries: SourceEntry[] = [];
  for (const entry of node.children.find((c) => c.name === 'DataSourceList')?.children ?? []) {
    const source = readSource(entry, name, onNotice);
    if (!source.ok) return source;
    entries.push({ source: source.value, fields: createFieldReader(name, entry.attributes, [], null) });
  }
  const fields = createFieldReader(name, node.attributes, entries, node.attributes['Image'] ?? null);
  const id = fields.text('Id', '');
  if (!/^[A-Za-z0-9]{8}$/.test(id)) fields.reject('Id');
  fields.text('Type', '');
  fields.text('Image', '');
  const position = (field: string): number => fields.number(field, 0, -MAX_POSITION_MM, MAX_POSITION_MM);
  const size = (field: string): number => fields.number(field, 0, 0, MAX_POSITION_MM);
  const base: ElementBase & { readonly type: ElementType } = {
    id: id as ElementId,
    type,
    name: fields.text('Name', ''),
    locked: fields.flag('Lock', false),
    xMm: position('StartX'),
    yMm: position('StartY'),
    widthMm: size('Width'),
    heightMm: size('Height'),
    rotation: Number(fields.code('Rotate', ROTATION_CODES, '0')) as Rotation,
    mirror: fields.flag('MirrorImage', false),
    canvasMirror: fields.flag('CopyMirrorImage', false),
  };
  if (base.canvasMirror && !canHaveCanvasMirror(type)) fields.reject('CopyMirrorImage');
  const element = readElementFields(base, fields);
  if (!element.ok) return element;
  const unknown = fields.unknown();
  return unknown === undefined ? element : ok({ ...element.value, unknownAttributes: unknown });
}

function writeEntry({ source, attributes }: NonNullable<ElementFields['entries']>[number]): XmlElement {
  const written = writeSource(source);
  return { ...written, attributes: { ...written.attributes, ...attributes } };
}

/** The images that elements and canvas pages still use. */
export function usedAssets(template: Template): ReadonlySet<AssetKey> {
  const used = new Set<AssetKey>(template.label.canvases);
  if (template.label.background !== null) used.add(template.label.background);
  for (const element of template.elements) for (const asset of assetsOf(element)) used.add(asset);
  return used;
}
