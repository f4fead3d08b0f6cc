import type { ImageElement } from '#model/elements/image/image-element.ts';
import { ImagePanel } from '../panels/ImagePanel.tsx';
import type { ElementDescriptor } from '../session/element-descriptor.ts';

export const image: ElementDescriptor<ImageElement> = {
  icon: { d: 'M3.5 4.5h13v11h-13zM3.5 13l3.5-3.5 3 3 2-2 4.5 4.5M13.2 7.6h.01' },
  chords: [{ code: 'KeyI' }],
  needsChoiceBeforePlacing: true,
  start(host, add) {
    void host.chooseImage().then((image) => {
      if (image !== null) add({ image });
    });
  },
  startFromCloud(host, add) {
    void host.chooseCloudImage().then((image) => {
      if (image !== null) add({ image });
    });
  },
  Panel: ImagePanel,
};
