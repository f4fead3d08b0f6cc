import { hasRowPictures } from '#model/elements/image/image-element.ts';
import type { PictureSet } from '#model/data/pictures/picture-set.ts';
import type { Template } from '#model/template/template.ts';
import type { PictureMark } from '#protocol/printing.ts';

/** The mark of the pictures that a run of this template takes; null for a run that takes none. */
export function pictureMark({ elements }: Pick<Template, 'elements'>, set: PictureSet | null): PictureMark | null {
  if (set === null || !elements.some(hasRowPictures)) return null;
  const bytes = set.entries.reduce((sum, { file, packed }) => sum + (packed?.bytes ?? file.size), 0);
  return { name: set.name, files: set.entries.length, bytes };
}

/** Whether these are the pictures that a run began with. */
export function isSameMark(one: PictureMark, other: PictureMark | null): boolean {
  return other !== null && one.name === other.name && one.files === other.files && one.bytes === other.bytes;
}
