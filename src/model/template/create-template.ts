import type { LabelSettings, Template } from './template.ts';

/** A label with nothing on it yet. */
export function createTemplate(label: LabelSettings): Template {
  return { label, elements: [], assets: new Map() };
}
