import { ok } from '#model/kernel/result.ts';
import { freeBox } from '#model/elements/base/box-behaviour.ts';
import { plainLayout } from '#model/elements/base/box.ts';
import { oneContent } from '#model/elements/base/content-behaviour.ts';
import { fixedText, type DataSource } from '#model/elements/base/content.ts';
import { createBase, PLAIN, type ElementDefinition } from '#model/elements/base/definition.ts';
import type { ElementBase } from '#model/elements/base/element.ts';

/** An element type that the product does not have: a row of black squares, as many as its value has characters. */
export interface ToyElement extends ElementBase {
  readonly type: 'toy';
  readonly sources: readonly DataSource[];
  /** Height of the squares, as a fraction of the box. */
  readonly share: number;
}

export const toy: ElementDefinition<ToyElement> = {
  ...freeBox<ToyElement>(),
  ...oneContent<ToyElement>(),
  ...PLAIN,
  type: 'toy',
  fileType: 'Toy',
  create: (options) => ({ ...createBase('toy', options, 30, 10), sources: [fixedText('abc')], share: 1 }),
  read: (base, fields) => ok({ ...base, type: 'toy', sources: fields.sources, share: fields.number('Share', 1, 0, 1) }),
  write: (element) => ({ sources: element.sources, attributes: { Share: element.share } }),
  staysWhenMoved: true,
  layout(element, [value = '']) {
    const width = element.widthMm / Math.max(1, 2 * value.length - 1);
    const rects = Array.from(value, (_, i) => ({
      type: 'rect' as const,
      rect: { x: 2 * i * width, y: 0, width, height: element.heightMm * element.share },
      ink: 'black' as const,
    }));
    return plainLayout(element, rects);
  },
};
