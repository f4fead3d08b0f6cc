import type { LayoutOf, Unplaced } from '../base/layout.ts';
import { layoutTextBlock } from '../base/text-block.ts';
import type { TimeTextElement } from './time-text-element.ts';
import { timeTextValue } from './time-value.ts';

export const layoutTimeText: LayoutOf<Unplaced<TimeTextElement>> = (element, _values, context) =>
  layoutTextBlock(
    element,
    timeTextValue(element, () => context.now),
    context,
  );
