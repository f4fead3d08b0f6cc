import type { AssetKey } from '#model/kernel/ids.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { usedAssets } from '#model/template/element-format.ts';
import type { Asset, LabelSettings, Template } from '#model/template/template.ts';

/** The source of elements that the patch itself contains. */
const BROUGHT = -1;

/**
 * One step of the journal: a template as a difference to the previous one. Unchanged elements cost nothing, and whole
 * images are in one step only. A patch of nothing (`before` is null) contains the whole template.
 */
export interface DraftPatch {
  /** The later list, in runs: `count` elements of the earlier list from an index on, or the next of `elements` (-1). */
  readonly runs: readonly (readonly [from: number, count: number])[];
  readonly elements: readonly LabelElement[];
  readonly label?: LabelSettings;
  readonly assets?: ReadonlyMap<AssetKey, Asset>;
}

/** The patch from one template to the other; elements are compared by identity, in O(n). */
export function patchBetween(before: Template | null, after: Template): DraftPatch {
  const places = new Map(before?.elements.map((element, index) => [element, index]));
  const runs: [from: number, count: number][] = [];
  const elements: LabelElement[] = [];
  for (const element of after.elements) {
    const place = places.get(element) ?? BROUGHT;
    if (place === BROUGHT) elements.push(element);
    const last = runs.at(-1);
    if (last !== undefined && place === (last[0] === BROUGHT ? BROUGHT : last[0] + last[1])) last[1]++;
    else runs.push([place, 1]);
  }
  const assets = new Map([...after.assets].filter(([key]) => before?.assets.has(key) !== true));
  return {
    runs,
    elements,
    ...(before?.label === after.label ? {} : { label: after.label }),
    ...(assets.size === 0 ? {} : { assets }),
  };
}

/** The template after the patch; null if it does not apply to the previous one. */
export function applyPatch(before: Template | null, patch: DraftPatch): Template | null {
  const label = patch.label ?? before?.label;
  if (label === undefined) return null;
  const elements: LabelElement[] = [];
  let brought = 0;
  for (const [from, count] of patch.runs) {
    const taken =
      from === BROUGHT ? patch.elements.slice(brought, brought + count) : before?.elements.slice(from, from + count);
    if (taken?.length !== count) return null;
    if (from === BROUGHT) brought += count;
    elements.push(...taken);
  }
  return { label, elements, assets: new Map([...(before?.assets ?? []), ...(patch.assets ?? [])]) };
}

/** A template as its file contains it: without unused images. */
export function asInFile(template: Template): Template {
  const used = usedAssets(template);
  return { ...template, assets: new Map([...template.assets].filter(([key]) => used.has(key))) };
}
