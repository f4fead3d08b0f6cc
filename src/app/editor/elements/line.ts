import type { LineElement } from '#model/elements/line/line-element.ts';
import { LinePanel } from '../panels/LinePanel.tsx';
import type { ElementDescriptor } from '../session/element-descriptor.ts';

export const line: ElementDescriptor<LineElement> = {
  icon: { d: 'M4 16 16 4' },
  chords: [{ code: 'KeyL' }],
  Panel: LinePanel,
};
