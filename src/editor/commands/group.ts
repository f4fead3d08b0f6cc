import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import type { ElementId, Random } from '#model/kernel/ids.ts';
import { createGroupId, groupIds, MAX_GROUP_DEPTH, type GroupPath } from '#model/elements/base/group-path.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Command } from '../editor.ts';
import { withElements } from '../footprint.ts';
import { commonGroup, groupsAround, isInGroup, parentPath, selectedUnits, withGroup } from '../groups.ts';
import { selectedElements, unlockedElements } from '../selection.ts';

/**
 * Groups the selection at the level of its topmost element. Groups in it stay groups inside the new one. Problems:
 * `edit.needsTwo`, `edit.groupTooDeep`, those of `unlockedElements`.
 */
export function group(): Command {
  return (context) => {
    const selected = unlockedElements(context);
    if (!selected.ok) return selected;
    const units = selectedUnits(context);
    if (units.length < 2) return err(problem('edit.needsTwo'));
    const inside = commonGroup(
      units.map((u) => (u.group === null ? (u.elements[0]?.group ?? '') : parentPath(u.group))),
    );
    const path = joined(inside, createGroupId(context.random));
    const members = new Map<ElementId, LabelElement>();
    for (const unit of units) {
      const around = groupIds(unit.group === null ? unit.elements[0]?.group : parentPath(unit.group)).length;
      for (const element of unit.elements) {
        const kept = groupIds(element.group).slice(around).join('/');
        members.set(element.id, withGroup(element, joined(path, kept)));
      }
    }
    if ([...members.values()].some((e) => groupIds(e.group).length > MAX_GROUP_DEPTH)) {
      return err(problem('edit.groupTooDeep', { most: MAX_GROUP_DEPTH }));
    }
    const { elements } = context.template;
    return ok({ template: { ...context.template, elements: together(elements, members, inside) } });
  };
}

/** Ungroups the selected groups; groups inside them stay. `edit.noGroup` when no whole group is selected. */
export function ungroup(): Command {
  return (context) => {
    const selected = selectedElements(context);
    if (!selected.ok) return selected;
    const freed: LabelElement[] = [];
    for (const { group: path, elements } of selectedUnits(context)) {
      if (path === null) continue;
      for (const e of elements) {
        const inner = e.group?.slice(path.length + 1) ?? '';
        freed.push(withGroup(e, joined(parentPath(path), inner)));
      }
    }
    if (freed.length === 0) return err(problem('edit.noGroup'));
    return ok({ template: withElements(context.template, freed) });
  };
}

function joined(outer: GroupPath, inner: GroupPath): GroupPath {
  return outer === '' || inner === '' ? outer + inner : `${outer}/${inner}`;
}

/** The elements with the members together at the place of the topmost one, but never in the middle of another group. */
function together(
  elements: readonly LabelElement[],
  members: ReadonlyMap<ElementId, LabelElement>,
  inside: GroupPath,
): readonly LabelElement[] {
  const top = elements.findLastIndex((e) => members.has(e.id));
  const others = elements.filter((e) => !members.has(e.id));
  let at = elements.slice(0, top).filter((e) => !members.has(e.id)).length;
  const depth = groupIds(inside).length;
  while (at > 0 && at < others.length && haveGroupInside(others[at - 1], others[at], depth)) at++;
  return [...others.slice(0, at), ...elements.flatMap((e) => members.get(e.id) ?? []), ...others.slice(at)];
}

/** Whether two neighbors share a group that is deeper than `depth`. */
function haveGroupInside(a: LabelElement | undefined, b: LabelElement | undefined, depth: number): boolean {
  return groupIds(commonGroup([a?.group, b?.group])).length > depth;
}

/** The groups of copies: a group that is copied whole gets a new id; a copy of a part of a group stays in it. */
export function groupsOfCopies(
  whole: ReadonlySet<GroupPath>,
  random: Random,
): <E extends LabelElement>(element: E) => E {
  const ids = new Map([...whole].map((path) => [path, createGroupId(random)]));
  return (element) => {
    const old = groupIds(element.group);
    if (old.length === 0) return element;
    const path = groupsAround(element.group).map((around, i) => ids.get(around) ?? old[i]);
    return withGroup(element, path.join('/'));
  };
}

/** Elements of groups that were not copied whole are in none of these groups elsewhere. */
export function withoutPartGroups(element: LabelElement, whole: ReadonlySet<GroupPath>): LabelElement {
  const part = groupsAround(element.group).findLast((path) => !whole.has(path));
  return part === undefined ? element : withGroup(element, element.group?.slice(part.length + 1) ?? '');
}

/** The elements with others on top: those in an existing group are added on top of that group. */
export function withAdded(elements: readonly LabelElement[], added: readonly LabelElement[]): readonly LabelElement[] {
  const list = [...elements];
  for (const element of added) {
    const around = groupsAround(element.group).findLast((path) => elements.some((e) => isInGroup(e, path)));
    if (around === undefined) list.push(element);
    else list.splice(list.findLastIndex((e) => isInGroup(e, around)) + 1, 0, element);
  }
  return list;
}
