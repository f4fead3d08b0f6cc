import type { TextElement } from '#model/elements/text/text-element.ts';
import { TextPanel } from '../panels/TextPanel.tsx';
import type { ElementDescriptor } from '../session/element-descriptor.ts';

export const text: ElementDescriptor<TextElement> = {
  icon: { d: 'M4 6V4h12v2M10 4v12M7.5 16h5' },
  chords: [{ code: 'KeyT' }],
  start: ({ t }, add) => add({ text: t('editor:canvas.newText') }),
  Panel: TextPanel,
};
