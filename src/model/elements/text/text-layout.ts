import type { LayoutOf, Unplaced } from '../base/layout.ts';
import { layoutTextBlock } from '../base/text-block.ts';
import type { TextElement } from './text-element.ts';

/** Prefix and suffix are written around a value, but not around an empty one. */
export const layoutText: LayoutOf<Unplaced<TextElement>> = (element, [value = ''], context) =>
  layoutTextBlock(element, value === '' ? '' : element.prefix + value + element.suffix, context);
