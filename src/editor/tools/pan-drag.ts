import type { Point } from '#model/kernel/geometry.ts';
import type { EditorPointer } from '../editor.ts';
import type { DragSession, ToolHost } from './tool-host.ts';

/** Pans the canvas. A canceled pan is not reverted: nothing was changed. */
export function panDrag(host: ToolHost, start: Point): DragSession {
  let last = start;
  host.show({ type: 'pan' });
  return {
    move(pointer: EditorPointer) {
      host.panBy(pointer.xPx - last.x, pointer.yPx - last.y);
      last = { x: pointer.xPx, y: pointer.yPx };
    },
    end: () => {},
    cancel: () => {},
  };
}
