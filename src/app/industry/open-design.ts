import { roundMm } from '#model/kernel/units.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import type { IndustryTemplate } from '#protocol/api.ts';
import { editLabelPath } from '#app/state/label-attributes.ts';

/** The editor's address for a ready template: saved, it becomes a new one of the user's. */
export function designPath({ id, name, file, width, height }: IndustryTemplate): string {
  const settings = createLabelSettings(name, { widthMm: roundMm(width), heightMm: roundMm(height) });
  return editLabelPath({ id, parentId: '', file, revision: 0, type: 'common', localFile: '', settings }, 'common');
}
