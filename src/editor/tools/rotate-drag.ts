import { unionRects, type Point } from '#model/kernel/geometry.ts';
import { elementBox } from '#model/elements/base/box.ts';
import type { EditorPointer, Turn } from '../editor.ts';
import { turnedElements } from '../commands/rotate.ts';
import { asShown, refitted, withElements } from '../footprint.ts';
import { chosenElements } from '../selection.ts';
import { canvasToLabel } from '../viewport.ts';
import type { DragSession, ToolHost } from './tool-host.ts';

/**
 * Turns the selection about its common center. The frame follows the pointer; the elements turn to the nearest quarter,
 * because a file has no angles between. With Shift the frame snaps to quarters, too.
 */
export function rotateDrag(host: ToolHost, start: Point): DragSession {
  host.beginDrag();
  const { template, selection } = host.state();
  const measured = host.context().bounds;
  const elements = chosenElements(template, selection).map((e) => refitted(e, measured));
  const [only] = elements;
  const { pushes } = host.state();
  const boxMm = unionRects(elements.map((e) => elementBox(asShown(e, pushes)))) ?? { x: 0, y: 0, width: 0, height: 0 };
  const centre = { x: boxMm.x + boxMm.width / 2, y: boxMm.y + boxMm.height / 2 };
  let last = angleAt(start);
  let turn: Turn = {
    boxMm,
    degrees: 0,
    quarters: 0,
    beforeDegrees: elements.length === 1 && only !== undefined ? only.rotation : 0,
    atPx: start,
  };
  let swept = 0;

  /** The angle of a point of the canvas around the center, in degrees clockwise. */
  function angleAt(point: Point): number {
    const at = canvasToLabel(host.state().viewport, point);
    return (Math.atan2(at.y - centre.y, at.x - centre.x) * 180) / Math.PI;
  }

  return {
    move(pointer: EditorPointer) {
      const angle = angleAt({ x: pointer.xPx, y: pointer.yPx });
      // The shorter way round from the last position.
      swept += ((((angle - last + 180) % 360) + 360) % 360) - 180;
      last = angle;
      const quarters = Math.round(swept / 90);
      if (quarters !== turn.quarters) {
        const turns = (((quarters % 4) + 4) % 4) as 0 | 1 | 2 | 3;
        host.updateDrag(turns === 0 ? template : withElements(template, turnedElements(elements, turns)));
      }
      const degrees = pointer.shift ? quarters * 90 : swept;
      turn = { ...turn, degrees, quarters, atPx: { x: pointer.xPx, y: pointer.yPx } };
      host.show({ type: 'rotate', turn });
    },
    end() {
      host.endDrag();
      host.show({ type: 'none', turned: turn });
    },
    cancel: () => host.revertDrag(),
  };
}
