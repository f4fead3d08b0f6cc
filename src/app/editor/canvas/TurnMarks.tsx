import type { CSSProperties, JSX } from 'react';
import type { EditorViewport, Turn } from '#editor/editor.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';
import { Tip } from './GestureMarks.tsx';

/** The frame that is being turned, and the angle at the pointer. `settling`: it has been let go, and comes to rest. */
export function TurnMarks({
  view,
  turn,
  settling,
}: {
  view: EditorViewport;
  turn: Turn;
  settling: boolean;
}): JSX.Element {
  const frame = labelRectToCanvas(view, turn.boxMm);
  const style = {
    '--ed-from': `${turn.degrees}deg`,
    '--ed-to': `${turn.quarters * 90}deg`,
    transformOrigin: `${frame.x + frame.width / 2}px ${frame.y + frame.height / 2}px`,
    transform: `rotate(${turn.degrees}deg)`,
  } as CSSProperties;
  return (
    <>
      <rect className={settling ? 'ed-turn ed-turn-settling' : 'ed-turn'} style={style} {...frame} />
      {settling ? null : <Tip view={view} text={turnText(turn)} x={turn.atPx.x + 18} y={turn.atPx.y + 18} />}
    </>
  );
}

/** The angle of the hand and the one that will be kept, or just that where both are the same. */
function turnText({ degrees, quarters, beforeDegrees }: Turn): string {
  const shown = (angle: number): string => `${(((Math.round(angle) % 360) + 360) % 360).toString()}°`;
  const free = shown(beforeDegrees + degrees);
  const kept = shown(beforeDegrees + quarters * 90);
  return free === kept ? kept : `${free} → ${kept}`;
}
