import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rect } from '#model/kernel/geometry.ts';
import { canvasUnitsToMm } from '#model/kernel/units.ts';
import type { MeasureUnit } from '#app/state/unit.ts';
import type { DrawnBox, EditorViewport, SnapGuide } from '#editor/editor.ts';
import { labelRectToCanvas, labelToCanvas } from '#editor/viewport.ts';
import { unitMark } from '#app/state/unit.ts';
import { formatLength } from '../session/display-unit.ts';

export function Marquee({ view, rect }: { view: EditorViewport; rect: Rect }): JSX.Element {
  return <rect className="ed-marquee" {...labelRectToCanvas(view, rect)} />;
}

/** Guide lines extend 6000 canvas units to either side (specification 1, section 9). */
const GUIDE_MM = canvasUnitsToMm(6000);

export function Guides({ view, guides }: { view: EditorViewport; guides: readonly SnapGuide[] }): JSX.Element {
  return (
    <g className="ed-guides">
      {guides.map((guide, i) => {
        const across = guide.axis === 'x';
        const far = labelToCanvas(view, across ? { x: guide.atMm, y: -GUIDE_MM } : { x: -GUIDE_MM, y: guide.atMm });
        const end = labelToCanvas(view, across ? { x: guide.atMm, y: GUIDE_MM } : { x: GUIDE_MM, y: guide.atMm });
        const from = labelToCanvas(
          view,
          across ? { x: guide.atMm, y: guide.fromMm } : { x: guide.fromMm, y: guide.atMm },
        );
        const to = labelToCanvas(view, across ? { x: guide.atMm, y: guide.toMm } : { x: guide.toMm, y: guide.atMm });
        return (
          // In a drag a guide follows another: its lines are changed and not replaced.
          <g key={i}>
            <line className="ed-guide-far" x1={far.x} y1={far.y} x2={end.x} y2={end.y} />
            <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
          </g>
        );
      })}
    </g>
  );
}

const TIP_HEIGHT = 22;
/** About the width of a digit in the tip's font size of 11 px. */
const CHARACTER_PX = 6.4;

/** Shows the position during a move, or the size during a resize. */
export function MeasureTip({
  view,
  box,
  moving,
  unit,
}: {
  view: EditorViewport;
  box: Rect;
  moving: boolean;
  unit: MeasureUnit;
}): JSX.Element {
  const { i18n } = useTranslation();
  const frame = labelRectToCanvas(view, box);
  const text = moving
    ? `X ${formatLength(box.x, unit, i18n.language)}   Y ${formatLength(box.y, unit, i18n.language)}`
    : `${formatLength(box.width, unit, i18n.language)} × ${formatLength(box.height, unit, i18n.language)} ${unitMark(unit, i18n.language)}`;
  const below = frame.y + frame.height + 10;
  const y = below + TIP_HEIGHT > view.heightPx ? Math.max(4, frame.y - TIP_HEIGHT - 10) : below;
  return <Tip view={view} text={text} x={frame.x + frame.width / 2 - tipWidth(text) / 2} y={y} />;
}

function tipWidth(text: string): number {
  return text.length * CHARACTER_PX + 14;
}

/** A tip near the pointer or the moved element, kept inside the canvas. `x` and `y`: its top left. */
export function Tip({ view, text, x, y }: { view: EditorViewport; text: string; x: number; y: number }): JSX.Element {
  const width = tipWidth(text);
  const left = Math.min(Math.max(4, x), Math.max(4, view.widthPx - width - 4));
  const top = Math.min(Math.max(4, y), Math.max(4, view.heightPx - TIP_HEIGHT - 4));
  return (
    // Without a transform: if one changes, the browser makes its list of layers again.
    <g className="ed-tip">
      <rect x={left} y={top} width={width} height={TIP_HEIGHT} rx={5} />
      <text x={left + width / 2} y={top + 15}>
        {text}
      </text>
    </g>
  );
}

/** The element that is being drawn: its box, or the line between its ends. */
export function DrawnMark({
  view,
  rect,
  line,
}: {
  view: EditorViewport;
  rect: Rect;
  line: DrawnBox | null;
}): JSX.Element {
  if (line === null) return <rect className="ed-drawn" {...labelRectToCanvas(view, rect)} />;
  const from = labelToCanvas(view, line.fromMm);
  const to = labelToCanvas(view, line.toMm);
  return <line className="ed-drawn" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />;
}
