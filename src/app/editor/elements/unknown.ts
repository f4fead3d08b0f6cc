import type { UnknownElement } from '#model/elements/unknown/unknown-element.ts';
import { UnknownPanel } from '../panels/UnknownPanel.tsx';
import type { ElementDescriptor } from '../session/element-descriptor.ts';

export const unknown: ElementDescriptor<UnknownElement> = {
  icon: { d: 'M3.5 5h13v10h-13zM3.5 5l13 10M16.5 5l-13 10' },
  chords: [],
  Panel: UnknownPanel,
};
