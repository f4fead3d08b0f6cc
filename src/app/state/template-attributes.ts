import { createLabelSettings } from '#model/template/label-limits.ts';
import { roundMm } from '#model/kernel/units.ts';
import type { LabelSettings } from '#model/template/template.ts';
import type { TemplateInfo } from '#protocol/api.ts';
import type { LabelAttributes } from './label-attributes.ts';

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

/** What the route says of the label once it is saved. */
export function savedAttributes(info: TemplateInfo, settings: LabelSettings): LabelAttributes {
  return {
    id: info.id,
    parentId: info.parent_id,
    file: info.file_web,
    revision: info.revision,
    type: info.type,
    localFile: '',
    settings: { ...settings, name: info.name, canvases: [], background: null },
  };
}
