import { ok } from '#model/kernel/result.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import type { Asset, LabelSettings } from '#model/template/template.ts';
import type { Command } from '../editor.ts';

/** Changes the label's own settings. A new background comes with its image. */
export function setLabel(
  settings: Partial<LabelSettings>,
  background?: { readonly key: AssetKey; readonly asset: Asset },
): Command {
  return ({ template }) => {
    const label = {
      ...template.label,
      ...settings,
      ...(background === undefined ? {} : { background: background.key }),
    };
    const same = JSON.stringify(label) === JSON.stringify(template.label);
    const assets =
      background === undefined || template.assets.has(background.key)
        ? template.assets
        : new Map([...template.assets, [background.key, background.asset] as const]);
    return ok({ template: { ...template, label: same ? template.label : label, assets } });
  };
}
