import { useState, type DragEvent, type RefObject } from 'react';
import { carriesFiles } from '#app/shell/dropped-files.ts';
import { useActions } from '../session/actions.tsx';
import { transferred } from '../session/arrival.ts';

interface DropHandlers {
  onDragOver(event: DragEvent): void;
  onDragLeave(event: DragEvent): void;
  onDrop(event: DragEvent): void;
}

/** Takes files, texts and cells that are dropped on the canvas: they come to stand where they are let go. */
export function useFileDrop(area: RefObject<HTMLElement | null>): { handlers: DropHandlers; over: boolean } {
  const { arrive } = useActions();
  const [over, setOver] = useState(false);

  const handlers: DropHandlers = {
    onDragOver(event) {
      if (!isForCanvas(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    },
    onDragLeave(event) {
      if (event.target === area.current || event.relatedTarget === null) setOver(false);
    },
    onDrop(event) {
      setOver(false);
      if (!isForCanvas(event.dataTransfer)) return;
      event.preventDefault();
      const rect = area.current?.getBoundingClientRect();
      const at = { x: event.clientX - (rect?.left ?? 0), y: event.clientY - (rect?.top ?? 0) };
      arrive({ ...transferred(event.dataTransfer), at });
    },
  };
  return { handlers, over };
}

function isForCanvas(data: DataTransfer): boolean {
  return carriesFiles(data) || data.types.includes('text/plain') || data.types.includes('text/html');
}
