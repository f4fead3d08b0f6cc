import type { ElementId } from '#model/kernel/ids.ts';
import { groupIds, type GroupPath } from '#model/elements/base/group-path.ts';
import { changed } from '#model/elements/base/footprint.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Template } from '#model/template/template.ts';
import { chosenElements } from './selection.ts';

type Selecting = { readonly template: Pick<Template, 'elements'>; readonly selection: readonly ElementId[] };

/** A unit of selection: a whole group, or an element. */
export interface Unit {
  /** The path of the group; null for a single element. */
  readonly group: GroupPath | null;
  readonly elements: readonly LabelElement[];
}

/** Whether the element is in the group or in one inside it. `''` means no group and contains everything. */
export function isInGroup({ group }: Pick<LabelElement, 'group'>, path: GroupPath): boolean {
  return path === '' || group === path || group?.startsWith(`${path}/`) === true;
}

/** The path of the group around this one; `''` for an outermost one. */
export function parentPath(path: GroupPath): GroupPath {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The paths of the groups that an element is in, the outermost first. */
export function groupsAround(path: GroupPath | undefined): readonly GroupPath[] {
  const ids = groupIds(path);
  return ids.map((_, i) => ids.slice(0, i + 1).join('/'));
}

/** The innermost group that all are in; `''` for none. */
export function commonGroup(paths: readonly (GroupPath | undefined)[]): GroupPath {
  const [first, ...others] = paths.map(groupIds);
  const length = (first ?? []).findIndex((id, i) => others.some((ids) => ids[i] !== id));
  return (first ?? []).slice(0, length === -1 ? undefined : length).join('/');
}

export function withGroup<E extends LabelElement>(element: E, path: GroupPath): E {
  if (path !== '') return changed<E>(element, { group: path } as Partial<E>);
  if (element.group === undefined) return element;
  const { group: _, ...rest } = element;
  return rest as E;
}

/** The paths of the groups of which every element is among the chosen ones. */
export function wholeGroups(
  elements: readonly LabelElement[],
  isChosen: (element: LabelElement) => boolean,
): ReadonlySet<GroupPath> {
  const whole = new Set<GroupPath>();
  const broken = new Set<GroupPath>();
  for (const element of elements) {
    if (element.group === undefined) continue;
    for (const path of groupsAround(element.group)) (isChosen(element) ? whole : broken).add(path);
  }
  for (const path of broken) whole.delete(path);
  return whole;
}

/** What is selected, as units in painting order: the outermost groups that are selected whole, and single elements. */
export function selectedUnits({ template, selection }: Selecting): readonly Unit[] {
  const chosen = new Set(selection);
  const whole = wholeGroups(template.elements, (e) => chosen.has(e.id));
  const units = new Map<string, { group: GroupPath | null; elements: LabelElement[] }>();
  for (const element of template.elements) {
    if (!chosen.has(element.id)) continue;
    const group = groupsAround(element.group).find((path) => whole.has(path)) ?? null;
    // Paths consist of letters and digits, like ids; the mark distinguishes the two.
    const key = group === null ? `:${element.id}` : group;
    const known = units.get(key);
    if (known === undefined) units.set(key, { group, elements: [element] });
    else known.elements.push(element);
  }
  return [...units.values()];
}

/** Whether the selection is exactly one whole group. */
export function isOneGroup(state: Selecting): boolean {
  const [only, more] = selectedUnits(state);
  return more === undefined && only !== undefined && only.group !== null;
}

/**
 * The group that the user has entered, derived from the selection: the innermost one around the selection that is not
 * selected whole. `''` outside all groups.
 */
export function enteredGroup({ template, selection }: Selecting): GroupPath {
  const chosen = chosenElements(template as Template, selection);
  let path = commonGroup(chosen.length === 0 ? [] : chosen.map((e) => e.group));
  const ids = new Set(selection);
  while (path !== '' && membersOf(template.elements, path).every((e) => ids.has(e.id))) path = parentPath(path);
  return path;
}

export function membersOf(elements: readonly LabelElement[], path: GroupPath): readonly LabelElement[] {
  return elements.filter((e) => isInGroup(e, path));
}

/**
 * What a click on an element selects when `inside` is entered: the element itself, or the group directly in the
 * innermost entered group that contains the element.
 */
export function unitOf(elements: readonly LabelElement[], id: ElementId, inside: GroupPath): readonly ElementId[] {
  const element = elements.find((e) => e.id === id);
  if (element?.group === undefined) return [id];
  const shared = commonGroup([inside, element.group]);
  const path = groupsAround(element.group)[groupIds(shared).length];
  return path === undefined ? [id] : membersOf(elements, path).map((e) => e.id);
}

/** The unit of an element for the current selection. */
export function unitAt(state: Selecting, id: ElementId): readonly ElementId[] {
  return unitOf(state.template.elements, id, enteredGroup(state));
}

/** These elements and all that share an outermost group with one of them, in painting order. */
export function withWholeGroups(elements: readonly LabelElement[], ids: readonly ElementId[]): readonly ElementId[] {
  const wanted = new Set(ids);
  const groups = new Set<string>();
  for (const { id, group } of elements) if (group !== undefined && wanted.has(id)) groups.add(outermost(group));
  if (groups.size === 0) return ids;
  return elements
    .filter(({ id, group }) => wanted.has(id) || (group !== undefined && groups.has(outermost(group))))
    .map((e) => e.id);
}

function outermost(path: GroupPath): string {
  const end = path.indexOf('/');
  return end === -1 ? path : path.slice(0, end);
}

/** The unit that a double-click on an element selects: one level deeper. Null if that is the element itself. */
export function unitInside(state: Selecting, id: ElementId): readonly ElementId[] | null {
  const unit = unitAt(state, id);
  if (unit.length < 2) return null;
  const members = new Set(unit);
  const path = commonGroup(state.template.elements.filter((e) => members.has(e.id)).map((e) => e.group));
  return unitOf(state.template.elements, id, path);
}

/** The unit that Enter selects: the first one in the selected group. Null when anything else is selected. */
export function firstInside(state: Selecting): readonly ElementId[] | null {
  const [only, more] = selectedUnits(state);
  const [first, second] = only?.elements ?? [];
  if (more !== undefined || first === undefined || second === undefined) return null;
  return unitInside(state, first.id);
}

/** The unit that Esc selects: the whole group that was entered; null outside all groups. */
export function groupAround(state: Selecting): readonly ElementId[] | null {
  const path = enteredGroup(state);
  return path === '' ? null : membersOf(state.template.elements, path).map((e) => e.id);
}

/**
 * The next (1) or previous (-1) unit in the entered group, and after its end the one next to the group; the first or
 * last when nothing is selected. Null past either end. `elements` are those of the template in traversal order, in
 * which groups stay together.
 */
export function neighbourUnit(
  state: Selecting,
  elements: readonly LabelElement[],
  step: 1 | -1,
): readonly ElementId[] | null {
  const unit = (id: ElementId, inside: GroupPath): readonly ElementId[] => unitOf(state.template.elements, id, inside);
  const first = elements.at(step === 1 ? 0 : -1);
  if (state.selection.length === 0) return first === undefined ? null : unit(first.id, '');
  let inside = enteredGroup(state);
  for (;;) {
    const group = inside;
    const passed = new Set(state.selection.flatMap((id) => unit(id, group)));
    const members = membersOf(elements, group);
    const edge =
      step === 1 ? members.findLastIndex((e) => passed.has(e.id)) : members.findIndex((e) => passed.has(e.id));
    const next = members[edge + step];
    if (edge !== -1 && next !== undefined) return unit(next.id, group);
    if (group === '') return null;
    inside = parentPath(group);
  }
}
