import type { LayoutContext } from '#model/elements/base/layout.ts';
import { isTooSmallFor } from '#model/elements/base/pins.ts';
import { activeSizeGroup } from '#model/elements/base/size-group.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { elementIn } from '#model/elements/translated.ts';
import { layoutElement } from '#model/elements/layouts.ts';
import type { ElementValues } from '#model/data/content.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { Mm } from '#model/kernel/units.ts';
import { elementTexts, type ElementTexts } from './element-texts.ts';

/** The em height of an element's size group on one label; null for an element without, and a group without text. */
export type GroupSize = (element: LabelElement) => Mm | null;

const NO_GROUPS: GroupSize = () => null;

/**
 * The sizes of a label's size groups with this record: the smallest that a shown text of the group needs. Each group is
 * measured once, when it is first asked for.
 */
export function createGroupSizes(
  elements: Iterable<LabelElement>,
  record: DataRecord,
  context: LayoutContext,
  values: ElementValues,
): GroupSize {
  const groups = new Map<string, LabelElement[]>();
  for (const element of elements) {
    const name = activeSizeGroup(element);
    if (name === null || isTooSmallFor(element, context.label)) continue;
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [element]);
    else members.push(element);
  }
  if (groups.size === 0) return NO_GROUPS;
  const sizes = new Map<string, Mm | null>();
  return (element) => {
    const name = activeSizeGroup(element);
    if (name === null) return null;
    let size = sizes.get(name);
    if (size === undefined) {
      const needed = (groups.get(name) ?? []).flatMap((member) => {
        const texts = elementTexts(member, record, values);
        const own = texts.hidden
          ? undefined
          : layoutElement(elementIn(member, record.language), texts.values, contextOf(context, texts)).fitted?.[0]
              ?.sizeMm;
        return own === undefined ? [] : [own];
      });
      size = needed.length === 0 ? null : Math.min(...needed);
      sizes.set(name, size);
    }
    return size;
  };
}

/** The context of an element with these texts, whose size group has this size. */
export function contextOf(
  context: LayoutContext,
  { runs }: Pick<ElementTexts, 'runs'>,
  groupSizeMm: Mm | null = null,
): LayoutContext {
  if (groupSizeMm === null && runs === undefined) return context;
  return {
    ...context,
    ...(groupSizeMm === null ? {} : { groupSizeMm }),
    ...(runs === undefined ? {} : { runs }),
  };
}
