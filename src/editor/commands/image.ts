import type { Size } from '#model/kernel/geometry.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import { ok } from '#model/kernel/result.ts';
import { withFootprint } from '#model/elements/base/footprint.ts';
import { keptInPlace, withoutTurn } from '#model/elements/base/turned-box.ts';
import { definitionOf, type LabelElement } from '#model/elements/element.ts';
import type { Asset } from '#model/template/template.ts';
import type { Command } from '../editor.ts';
import { withElements } from '../footprint.ts';
import { selectedElements, unlockedElements } from '../selection.ts';

/** Replaces the picture of the selected images: same width, proportions of the new picture. */
export function setImage(image: { readonly key: AssetKey; readonly asset: Asset; readonly size: Size }): Command {
  return (context) => {
    const selected = selectedElements(context);
    if (!selected.ok) return selected;
    const next = selected.value.flatMap((element): readonly LabelElement[] => {
      const { withImage } = definitionOf(element.type);
      return withImage === undefined
        ? []
        : [keptInPlace(element, withImage(element, { asset: image.key, size: image.size }))];
    });
    const assets = new Map([...context.template.assets, [image.key, image.asset] as const]);
    return ok({ template: { ...withElements(context.template, next), assets } });
  };
}

/** Fits the selected images to the whole label, at their rotation in quarters. */
export function fitToLabel(): Command {
  return (context) => {
    const selected = unlockedElements(context);
    if (!selected.ok) return selected;
    const { widthMm, heightMm } = context.template.label;
    const whole = { x: 0, y: 0, width: widthMm, height: heightMm };
    const images = selected.value.filter((e) => definitionOf(e.type).withImage !== undefined);
    return ok({
      template: withElements(
        context.template,
        images.map((e) => withFootprint<LabelElement>(withoutTurn(e), whole)),
      ),
    });
  };
}

/** Whether each row has a picture of its own, for the selected images. */
export function setRowPictures(rows: { readonly on?: boolean; readonly emptyAllowed?: boolean }): Command {
  return (context) => {
    const selected = selectedElements(context);
    if (!selected.ok) return selected;
    const next = selected.value.flatMap((element): readonly LabelElement[] => {
      const { withRowPictures } = definitionOf(element.type);
      return withRowPictures === undefined ? [] : [withRowPictures(element, rows)];
    });
    return ok({ template: withElements(context.template, next) });
  };
}
