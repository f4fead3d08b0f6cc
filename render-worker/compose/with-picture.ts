import { RECORD_PICTURE } from '#model/document/document-template.ts';
import { assetsOf, type LabelElement } from '#model/elements/element.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { Template } from '#model/template/template.ts';

/** The id of a record's picture while its label is made; null for a record without one. */
export function pictureKey({ picture }: DataRecord): AssetKey | null {
  return picture === undefined ? null : (picture.key as AssetKey);
}

/**
 * The template of a record's own label: with its picture where the template says so, and its overlay. Without the
 * picture nothing is shown there: the record reports what is missing.
 */
export function withPicture(template: Template, record: DataRecord, over: readonly LabelElement[] = []): Template {
  if (record.page === undefined) return template;
  const key = pictureKey(record);
  const elements = template.elements.flatMap((element): readonly LabelElement[] => {
    if (!assetsOf(element).includes(RECORD_PICTURE)) return [element];
    return key === null ? [] : [{ ...element, asset: key } as LabelElement];
  });
  return { ...template, elements: [...elements, ...over] };
}
