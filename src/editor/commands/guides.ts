import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { roundMm } from '#model/kernel/units.ts';
import { MAX_GUIDE_MM, MAX_GUIDES, type RulerGuide } from '#model/template/ruler-guides.ts';
import type { LabelSettings } from '#model/template/template.ts';
import type { Command } from '../editor.ts';

/** Adds a guide. `edit.tooManyGuides` at the limit. */
export function addGuide(guide: RulerGuide): Command {
  return ({ template }) => {
    const label = withGuide(template.label, null, guide);
    if (label === template.label) return err(problem('edit.tooManyGuides', { most: MAX_GUIDES }));
    return ok({ template: { ...template, label } });
  };
}

/** Moves a guide; null removes it. */
export function changeGuide(index: number, guide: RulerGuide | null): Command {
  return ({ template }) => {
    const label = withGuide(template.label, index, guide);
    return ok({ template: label === template.label ? template : { ...template, label } });
  };
}

export function removeGuides(): Command {
  return ({ template }) => {
    if (template.label.guides === undefined) return ok({ template });
    return ok({ template: { ...template, label: withGuides(template.label, []) } });
  };
}

/**
 * The label with the guide at `index` replaced; an `index` of null adds one, a `guide` of null removes one. The same
 * label when nothing changes or there are too many guides.
 */
export function withGuide(label: LabelSettings, index: number | null, guide: RulerGuide | null): LabelSettings {
  const guides = [...(label.guides ?? [])];
  const placed = guide === null ? [] : [withinReach(guide)];
  if (index === null) {
    return guide === null || guides.length >= MAX_GUIDES ? label : withGuides(label, [...guides, ...placed]);
  }
  const old = guides[index];
  const [now] = placed;
  if (old === undefined || (now !== undefined && now.axis === old.axis && now.atMm === old.atMm)) return label;
  guides.splice(index, 1, ...placed);
  return withGuides(label, guides);
}

function withinReach({ axis, atMm }: RulerGuide): RulerGuide {
  return { axis, atMm: roundMm(Math.min(MAX_GUIDE_MM, Math.max(-MAX_GUIDE_MM, atMm))) };
}

function withGuides(label: LabelSettings, guides: readonly RulerGuide[]): LabelSettings {
  if (guides.length > 0) return { ...label, guides };
  const { guides: _, ...rest } = label;
  return rest;
}
