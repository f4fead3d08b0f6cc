import { createLabelSettings } from '#model/template/label-limits.ts';
import { roundMm } from '#model/kernel/units.ts';
import type { LabelSettings } from '#model/template/template.ts';
import type { TemplateInfo } from '#protocol/api.ts';
import type { LabelAttributes } from './label-attributes.ts';

/** The editor's address attributes of a saved template; its other settings are in the template file. */
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

/** The route's attributes of the label after saving. */
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
