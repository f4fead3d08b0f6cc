import { ok } from '#model/kernel/result.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import type { Asset, LabelSettings } from '#model/template/template.ts';
import { withUnknownLabelParts } from '#model/template/unknown-label-parts.ts';
import type { Command } from '../editor.ts';
import { withOwnAddress } from '#model/template/label-address.ts';

/** Images that come with new settings. */
export type NewImages = ReadonlyMap<AssetKey, Asset>;

/** Changes the label's settings. New backgrounds come with their images. */
export function setLabel(settings: Partial<LabelSettings>, images?: NewImages): Command {
  return ({ template }) => {
    const changed = { ...template.label, ...settings };
    const label = withUnknownLabelParts(changed, changed.unknown ?? {});
    const same = JSON.stringify(label) === JSON.stringify(template.label);
    const added = [...(images ?? [])].filter(([key]) => !template.assets.has(key));
    const assets = added.length === 0 ? template.assets : new Map([...template.assets, ...added]);
    return ok({ template: { ...template, label: same ? template.label : label, assets } });
  };
}

/** Makes the codes that open the label name the id under which it was saved. Codes that already do so don't change. */
export function nameOwnLabel(origin: string, id: string): Command {
  return ({ template }) => {
    const elements = withOwnAddress(template.elements, origin, id);
    return ok({ template: elements === template.elements ? template : { ...template, elements } });
  };
}
