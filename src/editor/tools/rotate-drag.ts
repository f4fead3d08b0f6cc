import { unionRects, type Point } from '#model/kernel/geometry.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { angleOf } from '#model/elements/base/turn.ts';
import { centerOf, outerBox } from '#model/elements/base/turned-box.ts';
import { mayTurnFreely } from '#model/elements/registry.ts';
import type { EditorPointer, Turn } from '../editor.ts';
import { turnedElements } from '../commands/rotate.ts';
import { asShown, refitted, withElements } from '../footprint.ts';
import { chosenElements } from '../selection.ts';
import { canvasToLabel } from '../viewport.ts';
import type { DragSession, ToolHost } from './tool-host.ts';

/** The angles that a hand easily finds: with Shift, and without it near a quarter turn. */
const SHIFT_STEP = 15;
const QUARTER = 90;
const NEAR_QUARTER = 3;

/**
 * Turns the selection about its common center, by tenths of a degree: with Shift to a multiple of 15 degrees, and near a
 * quarter turn to it unless Ctrl is held. Symbols without permission for other angles turn to the nearest quarter; the
 * frame then follows the pointer, or with Shift the symbols.
 */
export function rotateDrag(host: ToolHost, start: Point): DragSession {
  host.beginDrag();
  const { template, selection } = host.state();
  const measured = host.context().bounds;
  const elements = chosenElements(template, selection).map((e) => refitted(e, measured));
  const [first] = elements;
  const only = elements.length === 1 && first !== undefined ? first : null;
  const { pushes } = host.state();
  const boxOf = only === null ? outerBox : elementBox;
  const boxMm = unionRects(elements.map((e) => boxOf(asShown(e, pushes)))) ?? { x: 0, y: 0, width: 0, height: 0 };
  const centre = centerOf(boxMm);
  const isFree = elements.every(mayTurnFreely);
  const beforeDegrees = only === null ? 0 : angleOf(only);
  let last = angleAt(start);
  let turn: Turn = {
    boxMm,
    boxDegrees: only?.turnDegrees ?? 0,
    degrees: 0,
    keptDegrees: 0,
    beforeDegrees,
    atPx: start,
  };
  let swept = 0;

  /** The angle of a point of the canvas around the center, in degrees clockwise. */
  function angleAt(point: Point): number {
    const at = canvasToLabel(host.state().viewport, point);
    return (Math.atan2(at.y - centre.y, at.x - centre.x) * 180) / Math.PI;
  }

  function wantedDegrees({ shift, control }: EditorPointer): number {
    const nearest = (angle: number, step: number): number => Math.round(angle / step) * step;
    if (!isFree) return nearest(swept, QUARTER);
    const angle = beforeDegrees + swept;
    const quarter = nearest(angle, QUARTER);
    const wanted = shift
      ? nearest(angle, SHIFT_STEP)
      : !control && Math.abs(angle - quarter) <= NEAR_QUARTER
        ? quarter
        : angle;
    return Math.round((wanted - beforeDegrees) * 10) / 10;
  }

  return {
    move(pointer: EditorPointer) {
      const angle = angleAt({ x: pointer.xPx, y: pointer.yPx });
      // The shorter way round from the last position.
      swept += ((((angle - last + 180) % 360) + 360) % 360) - 180;
      last = angle;
      const keptDegrees = wantedDegrees(pointer);
      const degrees = isFree || pointer.shift ? keptDegrees : swept;
      const isTurned = keptDegrees !== turn.keptDegrees;
      turn = { ...turn, degrees, keptDegrees, atPx: { x: pointer.xPx, y: pointer.yPx } };
      if (!isTurned) return host.show({ type: 'rotate', turn });
      const turned = turnedElements(elements, keptDegrees);
      host.showDrag(turned === elements ? template : withElements(template, turned), { type: 'rotate', turn });
    },
    end() {
      host.endDrag();
      host.show({ type: 'none', turned: turn });
    },
    cancel: () => host.revertDrag(),
  };
}
