import type { TimeTextElement } from '#model/elements/time-text/time-text-element.ts';
import { TimeTextPanel } from '../panels/TimeTextPanel.tsx';
import type { ElementDescriptor } from '../session/element-descriptor.ts';

export const timeText: ElementDescriptor<TimeTextElement> = {
  icon: { d: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 6v4l2.7 1.8' },
  chords: [{ code: 'KeyD' }],
  Panel: TimeTextPanel,
};
