import type { Mm } from '#model/kernel/units.ts';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import type { Command } from '../editor.ts';
import { setText } from './content.ts';
import { setProperties } from './properties.ts';

/** Guidelines for the QR-bill 2.3, section 6.3: the symbol's side without its quiet zone. */
const SIDE_MM = 46 as Mm;

/**
 * Sets the content of a Swiss QR bill in the selected code, with level M and 46 mm as the guidelines require. A locked
 * code keeps its size. The Swiss cross is not drawn: it is an image in the middle, 7 x 7 mm.
 */
export function setSwissBill({ id, locked, options }: QrcodeElement, content: string): Command {
  return (context) => {
    const typed = setText({ id, content: 0 }, content)(context);
    if (!typed.ok) return typed;
    const size = locked ? {} : { widthMm: SIDE_MM, heightMm: SIDE_MM };
    const form = setProperties('qrcode', { options: { ...options, level: 'M' }, ...size });
    return form({ ...context, template: typed.value.template });
  };
}
