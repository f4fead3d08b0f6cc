import type { TableElement } from '#model/elements/table/table-element.ts';
import { TablePanel } from '../panels/TablePanel.tsx';
import type { ElementDescriptor } from '../session/element-descriptor.ts';

export const table: ElementDescriptor<TableElement> = {
  icon: { d: 'M3.5 4.5h13v11h-13zM3.5 10h13M10 4.5v11' },
  chords: [{ code: 'KeyG' }],
  Panel: TablePanel,
};
