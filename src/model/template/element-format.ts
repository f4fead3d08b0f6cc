import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { AssetKey, ElementId } from '#model/kernel/ids.ts';
import type { Rotation } from '#model/kernel/geometry.ts';
import { roundMm, type Mm } from '#model/kernel/units.ts';
import { elementBox } from '#model/elements/base/box.ts';
import type { ElementBase } from '#model/elements/base/element.ts';
import {
  createFieldReader,
  type ElementFields,
  type FieldReader,
  type SourceEntry,
} from '#model/elements/base/fields.ts';
import { isGroupPath } from '#model/elements/base/group-path.ts';
import { MAX_STYLE_NAME } from './named-style.ts';
import { readFollowing, writeFollowing } from '#model/elements/base/pins.ts';
import { readPushed, writePushed } from '#model/elements/base/pushed.ts';
import { readTurn, writeTurn } from '#model/elements/base/turn.ts';
import {
  possibleAssetKeys,
  unchangedValues,
  withUnknownParts,
  type RawNode,
} from '#model/elements/base/unknown-parts.ts';
import { contentsOf, namedAssets, type ElementType, type LabelElement } from '#model/elements/element.ts';
import {
  canHaveCanvasMirror,
  elementTypeInFile,
  fileTypeOf,
  hasSymbol,
  readElementFields,
  writeElementFields,
} from '#model/elements/registry.ts';
import { unknownProblem } from '#model/elements/unknown/unknown.ts';
import { readCondition, readSource, writeOperands, writeSource, writeSourceNode, rawElement } from './source-format.ts';
import type { Template } from './template.ts';
import type { XmlElement } from './xml-writer.ts';

/** The file writes -90 for 270 degrees; 270 itself is also accepted. */
const ROTATION_CODES = { '0': '0', '90': '90', '180': '180', '-90': '270', '270': '270' } as const;
/** Far outside any label: a larger coordinate means that the file is damaged. */
const MAX_POSITION_MM = 10_000;
const ENTRIES = 'DataSourceList';
const IMAGE = 'Image';
/** The condition under which an element is shown: an attribute and a child element of our own (docs/develop/adr/0046). */
const CONDITION = 'ShowWhen';
const CONDITION_OPERANDS = 'ShowWhenOperands';
/** The groups that the element is in: an attribute of our own (docs/develop/adr/0104). */
const GROUP = 'GroupPath';

/** The named style of the element: an attribute of our own (docs/develop/adr/0162). */
const STYLE_NAME = 'StyleName';

/** Attributes that are lengths: written with 3 decimals. */
const LENGTHS = new Set([
  'StartX',
  'StartY',
  'EndX',
  'EndY',
  'Width',
  'Height',
  'PenWidth',
  'BoxWidth',
  'CornerRadius',
  'HideBelowWidth',
  'HideBelowHeight',
]);

type Attributes = ElementFields['attributes'];
type Entry = NonNullable<ElementFields['entries']>[number];

export function writeElement(element: LabelElement): XmlElement {
  const own = writeElementFields(element);
  const entries = entriesOf(own);
  const children = (element.unknown?.children ?? []).map(rawElement);
  const { ofChildren = {} } = element.unknown ?? {};
  if (entries !== undefined) {
    children.unshift({ name: ENTRIES, attributes: ofChildren[ENTRIES] ?? {}, children: entries.map(writeEntry) });
  }
  const operands = element.showWhen === undefined ? [] : writeOperands(element.showWhen);
  const ofOperands = ofChildren[CONDITION_OPERANDS];
  if (operands.length > 0 || (element.showWhen !== undefined && ofOperands !== undefined)) {
    children.push({ name: CONDITION_OPERANDS, attributes: ofOperands ?? {}, children: operands });
  }
  return {
    name: 'Object',
    attributes: withUnknownParts(knownAttributes(element, own), element.unknown),
    children,
  };
}

function knownAttributes(element: LabelElement, own: ElementFields): Attributes {
  const attributes: Record<string, string | number | boolean> = {
    Id: element.id,
    Name: element.name,
    Type: fileTypeOf(element.type),
    Lock: element.locked,
    StartX: element.xMm,
    StartY: element.yMm,
    ...endsOf(element),
    Width: element.widthMm,
    Height: element.heightMm,
    Rotate: element.rotation === 270 ? -90 : element.rotation,
    MirrorImage: element.mirror,
    CopyMirrorImage: element.canvasMirror,
    ...(element.showWhen === undefined ? {} : { [CONDITION]: element.showWhen.formula }),
    ...(element.group === undefined ? {} : { [GROUP]: element.group }),
    ...(element.styleName === undefined ? {} : { [STYLE_NAME]: element.styleName }),
    ...writeFollowing(element),
    ...writePushed(element),
    ...writeTurn(element),
    ...own.attributes,
    ...(own.asset === undefined ? {} : { [IMAGE]: own.asset }),
  };
  for (const name of LENGTHS) {
    const value = attributes[name];
    if (typeof value === 'number') attributes[name] = roundMm(value);
  }
  return attributes;
}

/**
 * The corner of the box on the label opposite to its start. It follows from place, size and rotation, which take
 * precedence in a file; its value is kept until one of them changes.
 */
function endsOf(element: ElementBase): { readonly EndX: Mm; readonly EndY: Mm } {
  const { x, y, width, height } = elementBox(element);
  return { EndX: x + width, EndY: y + height };
}

function entriesOf(own: ElementFields): readonly Entry[] | undefined {
  return own.entries ?? own.sources?.map((source) => ({ source, attributes: {} }));
}

function writeEntry({ source, attributes }: Entry): XmlElement {
  return writeSourceNode('DataSource', source, attributes);
}

/** A value as in the file. */
export interface KeptValue {
  readonly field: string;
  readonly value: string;
}

/** The values of the file that are kept while others are used instead, because these have not been changed. */
export function keptValues(element: LabelElement): readonly KeptValue[] {
  const known = keptByElement.get(element);
  if (known !== undefined) return known;
  const found = findKeptValues(element);
  keptByElement.set(element, found);
  return found;
}

/** Cache: elements are immutable, and a run reads this for each of its labels. */
const keptByElement = new WeakMap<LabelElement, readonly KeptValue[]>();

function findKeptValues(element: LabelElement): readonly KeptValue[] {
  // Writing the element only to see that nothing was kept would take most of the time of reading it.
  const sources = contentsOf(element).flatMap((content) => content.sources);
  if ([element, ...sources].every(({ unknown }) => unknown?.values === undefined)) return [];
  const own = writeElementFields(element);
  const places = [
    { unknown: element.unknown, written: knownAttributes(element, own) },
    ...(entriesOf(own) ?? []).map(({ source, attributes }) => ({
      unknown: source.unknown,
      written: { ...writeSource(source), ...attributes },
    })),
  ];
  return places.flatMap(({ unknown, written }) =>
    unchangedValues(unknown, written).flatMap((field) => {
      const kept = unknown?.values?.[field];
      return kept === undefined || kept.quiet === true ? [] : [{ field, value: kept.raw }];
    }),
  );
}

/**
 * Reads one element, which gets `id`, whatever the file has (see `elementIds`). Everything that can't be read is kept:
 * an unknown value next to the one used instead, an unknown or invalid element as an `UnknownElement`. Each is reported
 * to `onNotice`. Problem: `template.unknownElementType` for a node that is no `Object`.
 */
export function readElement(node: RawNode, id: ElementId, onNotice: (notice: Problem) => void): Result<LabelElement> {
  const name = node.attributes['Name'] ?? '';
  if (node.name !== 'Object') return err(problem('template.unknownElementType', { type: node.name }, name));
  const type = elementTypeInFile(node.attributes);
  const known = type === undefined ? null : readAs(node, id, type, onNotice);
  const element = known?.ok === true ? known.value : readUnknown(node, id, known === null ? null : known.error);
  for (const { field, value } of keptValues(element)) onNotice(problem('template.keptValue', { field, value }, name));
  if (element.type === 'unknown') onNotice({ ...unknownProblem(element), path: name });
  return ok(element);
}

function readAs(
  node: RawNode,
  id: ElementId,
  type: ElementType,
  onNotice: (notice: Problem) => void,
): Result<LabelElement> {
  const elementName = node.attributes['Name'] ?? '';
  const list = node.children.find((c) => c.name === ENTRIES);
  // An empty formula means nothing: the element is always shown.
  const hasCondition = (node.attributes[CONDITION] ?? '') !== '';
  const operands = hasCondition ? node.children.find((c) => c.name === CONDITION_OPERANDS) : undefined;
  const read = (): readonly SourceEntry[] =>
    (list?.children ?? []).map((entry) => readSource(entry, elementName, onNotice));
  const fields = createFieldReader({
    elementName,
    attributes: node.attributes,
    list: list === undefined ? undefined : { node: list, read },
    assetField: IMAGE,
    children: node.children.filter((c) => c !== list && c !== operands),
    knownChildren: operands === undefined ? [] : [operands],
  });
  const base = readBase(fields, id, type);
  if (base.canvasMirror && !canHaveCanvasMirror(type)) fields.keep('CopyMirrorImage');
  const element = readElementFields(
    base.canvasMirror && !canHaveCanvasMirror(type) ? { ...base, canvasMirror: false } : base,
    fields,
  );
  if (!element.ok) return element;
  if (!hasCondition) return ok(withUnknown(element.value, fields));
  const showWhen = readCondition(fields.text(CONDITION, ''), operands, elementName, onNotice);
  return ok(withUnknown({ ...element.value, showWhen }, fields));
}

function readUnknown(node: RawNode, id: ElementId, fault: Problem | null): LabelElement {
  const { attributes, children } = node;
  const elementName = attributes['Name'] ?? '';
  const fields = createFieldReader({ elementName, attributes, children, mode: 'lenient' });
  const field = String(fault?.params?.['field'] ?? '');
  const element: LabelElement = {
    ...readBase(fields, id, 'unknown'),
    type: 'unknown',
    fileType: fields.text('Type', ''),
    fault: fault === null ? null : { field, value: String(fault.params?.['value'] ?? '') },
  };
  return withUnknown(element, fields);
}

function withUnknown(element: LabelElement, fields: FieldReader): LabelElement {
  for (const [name, endMm] of Object.entries(endsOf(element))) {
    if (fields.has(name) && fields.text(name, '') !== String(roundMm(endMm))) fields.keep(name, 'quiet');
  }
  const unknown = fields.unknown(() => knownAttributes(element, writeElementFields(element)));
  return unknown === undefined ? element : { ...element, unknown };
}

/** Reads the fields of every element. */
function readBase<T extends ElementType>(
  fields: FieldReader,
  id: ElementId,
  type: T,
): ElementBase & { readonly type: T } {
  fields.text('Type', '');
  fields.text('Id', '');
  const position = (field: string): number => fields.number(field, 0, -MAX_POSITION_MM, MAX_POSITION_MM);
  const size = (field: string): number => fields.number(field, 0, 0, MAX_POSITION_MM);
  return {
    id,
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
    ...readGroup(fields),
    ...readStyleName(fields),
    ...readFollowing(fields),
    ...readPushed(fields),
    ...readTurn(fields, hasSymbol(type)),
  };
}

function readStyleName(fields: FieldReader): Pick<ElementBase, 'styleName'> {
  if (!fields.has(STYLE_NAME)) return {};
  const styleName = fields.text(STYLE_NAME, '');
  if (styleName !== '' && styleName.length <= MAX_STYLE_NAME) return { styleName };
  fields.keep(STYLE_NAME, styleName === '' ? 'quiet' : undefined);
  return {};
}

/** An invalid path is kept, and the element is in no group. */
function readGroup(fields: FieldReader): Pick<ElementBase, 'group'> {
  if (!fields.has(GROUP)) return {};
  const group = fields.text(GROUP, '');
  if (isGroupPath(group)) return { group };
  fields.keep(GROUP, group === '' ? 'quiet' : undefined);
  return {};
}

/** The images that elements and canvas pages still use, or that unknown parts of the file may name. */
export function usedAssets(template: Template): ReadonlySet<AssetKey> {
  const used = new Set<AssetKey>(template.label.canvases);
  if (template.label.background !== null) used.add(template.label.background);
  // Entries of the list of images name themselves, and can be long.
  const { assets: _, ...parts } = template.label.unknown ?? {};
  for (const key of possibleAssetKeys(parts)) used.add(key);
  for (const element of template.elements) for (const key of namedAssets(element)) used.add(key);
  return used;
}
