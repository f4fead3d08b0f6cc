import { useState, type DragEvent, type RefObject } from 'react';
import { carriesFiles } from '#app/ui/dropped-files.ts';
import type { Point } from '#model/kernel/geometry.ts';
import { carriedColumn, carriesColumn } from '../data/carried-column.ts';
import { bindableAt, useBindColumn } from '../data/use-bind-column.ts';
import { useActions } from '../session/actions.tsx';
import { transferred } from '../session/arrival.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { pointedOnCanvas } from '../session/highlighted-element.ts';

interface DropHandlers {
  onDragOver(event: DragEvent): void;
  onDragLeave(event: DragEvent): void;
  onDrop(event: DragEvent): void;
}

/**
 * Accepts files, texts and cells that are dropped on the canvas and places them at the drop. A dropped column heading is
 * bound to the element there, which is outlined meanwhile, or otherwise becomes a new text.
 */
export function useFileDrop(area: RefObject<HTMLElement | null>): { handlers: DropHandlers; over: boolean } {
  const { editor } = useEditorSession();
  const { arrive } = useActions();
  const bind = useBindColumn();
  const [over, setOver] = useState(false);

  function placeOf(event: DragEvent): Point {
    const rect = area.current?.getBoundingClientRect();
    return { x: event.clientX - (rect?.left ?? 0), y: event.clientY - (rect?.top ?? 0) };
  }

  const handlers: DropHandlers = {
    onDragOver(event) {
      const isColumn = carriesColumn(event.dataTransfer);
      if (!isColumn && !isForCanvas(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
      const at = placeOf(event);
      if (isColumn) pointedOnCanvas.set(bindableAt(editor, at)?.element.id ?? null);
    },
    onDragLeave(event) {
      if (event.target !== area.current && event.relatedTarget !== null) return;
      setOver(false);
      pointedOnCanvas.set(null);
    },
    onDrop(event) {
      setOver(false);
      pointedOnCanvas.set(null);
      const column = carriedColumn(event.dataTransfer);
      if (column !== null) {
        event.preventDefault();
        void bind(column, placeOf(event));
        return;
      }
      if (!isForCanvas(event.dataTransfer)) return;
      event.preventDefault();
      arrive({ ...transferred(event.dataTransfer), at: placeOf(event) });
    },
  };
  return { handlers, over };
}

function isForCanvas(data: DataTransfer): boolean {
  return carriesFiles(data) || data.types.includes('text/plain') || data.types.includes('text/html');
}
