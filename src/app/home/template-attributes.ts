import { createLabelSettings } from '#model/template/label-limits.ts';
import { roundMm } from '#model/kernel/units.ts';
import type { TemplateInfo } from '#protocol/api.ts';
import type { LabelAttributes } from '#app/state/label-attributes.ts';

/** What the editor's address says of a saved template; its other settings are in the template file. */
export function attributesOf(info: TemplateInfo): LabelAttributes {
  return {
    id: info.id,
    parentId: info.parent_id,
    file: info.file,
    revision: info.revision,
    type: info.type,
    localFile: '',
    settings: createLabelSettings(info.name, { widthMm: roundMm(info.width), heightMm: roundMm(info.height) }),
  };
}
