import { problem } from '#model/kernel/problem.ts';
import { plainLayout } from '../base/box.ts';
import type { LayoutOf } from '../base/layout.ts';
import type { ImageElement } from './image-element.ts';

export const layoutImage: LayoutOf<ImageElement> = (element, _value, context) => {
  const rect = { x: 0, y: 0, width: element.widthMm, height: element.heightMm };
  if (context.imageSize(element.asset) === null) {
    return { ...plainLayout(element, []), problems: [problem('image.missing')], placeholder: true };
  }
  return plainLayout(element, [{ type: 'image', asset: element.asset, rect, oneBit: element.oneBit }]);
};
