import type { ShapeRequest } from '#model/elements/base/layout.ts';
import { contentOf, lastKnownContent } from '#model/data/content.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { Template } from '#model/template/template.ts';

/** A text that will be shaped, and the face that it asks for: what fonts must be loaded before laying out. */
export type TextUse = Pick<ShapeRequest, 'text' | 'family' | 'bold' | 'italic'>;

/** Every text of a label with this record. */
export function textUses(template: Template, record: DataRecord): readonly TextUse[] {
  return template.elements.flatMap((element): TextUse[] => {
    if (element.type !== 'text' && element.type !== 'barcode') return [];
    const content = contentOf(element, record);
    const value = content.ok ? content.value : lastKnownContent(element);
    if (element.type === 'text') {
      const { fontFamily: family, bold, italic } = element;
      return [{ text: element.prefix + value + element.suffix, family, bold, italic }];
    }
    if (element.numberPosition === 'none') return [];
    // Check digits and the default value of an impossible one are digits; so nothing need be encoded here.
    return [{ text: `${value}0123456789()`, family: element.fontFamily, bold: false, italic: false }];
  });
}
