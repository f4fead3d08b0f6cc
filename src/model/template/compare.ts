import type { Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { outerBox } from '#model/elements/base/turned-box.ts';
import { contentsOf, type LabelElement } from '#model/elements/element.ts';
import { diffTemplates } from './change.ts';
import type { LabelSettings, Template } from './template.ts';

/** A difference between two versions of an element or label. */
export type Difference = 'place' | 'size' | 'content' | 'look' | 'order' | 'settings';

export interface ElementDifference {
  readonly type: 'added' | 'removed' | 'changed';
  readonly id: ElementId;
  /** Its current name, or the last one of a removed element. */
  readonly name: string;
  /** The marked area, in mm on the label: null where it doesn't exist. */
  readonly before: Rect | null;
  readonly after: Rect | null;
  /** Empty unless it has changed. */
  readonly what: readonly Difference[];
}

export interface TemplateDifference {
  /** In painting order: existing elements, then removed ones. */
  readonly elements: readonly ElementDifference[];
  /** Differences of the label itself; its name doesn't count. */
  readonly label: readonly Difference[];
}

/** The changes between two templates, both read from files. Elements are matched by their ids. */
export function compareTemplates(before: Template, after: Template): TemplateDifference {
  const earlier = new Map(before.elements.map((element) => [element.id, element]));
  // Unchanged elements are the same object in both, as `diffTemplates` compares them.
  const elements = after.elements.map((element) => {
    const same = earlier.get(element.id);
    return same !== undefined && isSame(same, element) ? same : element;
  });
  const change = diffTemplates(before, { ...after, elements });
  const touched = new Set([...change.added.map(({ element }) => element.id), ...change.updated.map(([, to]) => to.id)]);
  const found: ElementDifference[] = [];
  for (const element of elements) {
    if (!touched.has(element.id)) continue;
    const was = earlier.get(element.id);
    const isMoved = was !== undefined && change.added.some((placed) => placed.element.id === element.id);
    found.push({
      type: was === undefined ? 'added' : 'changed',
      id: element.id,
      name: element.name,
      before: was === undefined ? null : outerBox(was),
      after: outerBox(element),
      what: was === undefined ? [] : [...differences(was, element), ...(isMoved ? (['order'] as const) : [])],
    });
  }
  const kept = new Set(elements.map(({ id }) => id));
  for (const element of before.elements) {
    if (kept.has(element.id)) continue;
    const { id, name } = element;
    found.push({ type: 'removed', id, name, before: outerBox(element), after: null, what: [] });
  }
  return { elements: found, label: labelDifferences(before.label, after.label) };
}

function differences(before: LabelElement, after: LabelElement): Difference[] {
  const what: Difference[] = [];
  const has = (fields: readonly (keyof LabelElement)[]): boolean =>
    fields.some((field) => before[field] !== after[field]);
  if (has(['xMm', 'yMm', 'rotation', 'turnDegrees'])) what.push('place');
  if (has(['widthMm', 'heightMm'])) what.push('size');
  const contents = !isSame(contentsOf(before), contentsOf(after));
  if (contents) what.push('content');
  const { xMm, yMm, rotation, turnDegrees, widthMm, heightMm } = after;
  const rest = { ...before, xMm, yMm, rotation, turnDegrees, widthMm, heightMm };
  // The contents of an element are among its fields; a changed type is a changed look.
  if (!contents && !isSame(rest, after)) what.push('look');
  return what;
}

function labelDifferences(before: LabelSettings, after: LabelSettings): Difference[] {
  const what: Difference[] = [];
  if (before.widthMm !== after.widthMm || before.heightMm !== after.heightMm) what.push('size');
  const { name, widthMm, heightMm } = after;
  if (!isSame({ ...before, name, widthMm, heightMm }, after)) what.push('settings');
  return what;
}

/** Whether both are equal; the order of their fields doesn't matter. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [a, b] = [one, other].map((value) => Object.entries(value).filter(([, field]) => field !== undefined));
  const fields = new Map(b);
  return (
    a?.length === b?.length && (a ?? []).every(([name, value]) => fields.has(name) && isSame(value, fields.get(name)))
  );
}
