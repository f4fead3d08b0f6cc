import { useState, type DragEvent, type RefObject } from 'react';
import { problem } from '#model/kernel/problem.ts';
import { carriesFiles } from '#app/shell/dropped-files.ts';
import { useSpreadsheets } from '../data/use-spreadsheets.tsx';
import { useActions } from '../session/actions.tsx';

/** Several images dropped at once are placed this far apart, in CSS pixels. */
const STEP_PX = 20;

interface DropHandlers {
  onDragOver(event: DragEvent): void;
  onDragLeave(event: DragEvent): void;
  onDrop(event: DragEvent): void;
}

/** Files dropped on the canvas: an image becomes an element where it is let go, a spreadsheet opens as data. */
export function useFileDrop(area: RefObject<HTMLElement | null>): { handlers: DropHandlers; over: boolean } {
  const { placeImage, report } = useActions();
  const { open } = useSpreadsheets();
  const [over, setOver] = useState(false);

  /** Takes the files one after the other, so that each is an undo entry of its own. */
  async function take(files: readonly File[], x: number, y: number): Promise<void> {
    let images = 0;
    for (const file of files) {
      if (file.type.startsWith('image/')) {
        const offset = STEP_PX * images++;
        await placeImage(file, { x: x + offset, y: y + offset });
      } else if (/\.(xlsx|f?ods|xls|csv)$/i.test(file.name)) await open(file);
      else report(problem('file.notForCanvas', { file: file.name }));
    }
  }

  const handlers: DropHandlers = {
    onDragOver(event) {
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    },
    onDragLeave(event) {
      if (event.target === area.current || event.relatedTarget === null) setOver(false);
    },
    onDrop(event) {
      setOver(false);
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      const rect = area.current?.getBoundingClientRect();
      const files = [...event.dataTransfer.files];
      void take(files, event.clientX - (rect?.left ?? 0), event.clientY - (rect?.top ?? 0));
    },
  };
  return { handlers, over };
}
