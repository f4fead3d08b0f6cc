import type { LabelSettings, Template } from './template.ts';

/** A template of an empty label. */
export function createTemplate(label: LabelSettings): Template {
  return { label, elements: [], assets: new Map() };
}
