import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { fromMm, type MeasureUnit } from '#app/state/unit.ts';
import type { EditorViewport, SpanMark } from '#editor/editor.ts';
import { labelToCanvas } from '#editor/viewport.ts';
import { numberFormat } from '#app/state/language-formats.ts';

const LABEL_HEIGHT_PX = 16;
/** About the width of a digit in the label's font size of 11 px. */
const CHARACTER_PX = 6.4;
/** Half the length of the strokes at the ends of a span. */
const END_PX = 4;

/** Gaps, distances and sizes with their numbers, in the user's unit. */
export function SpanMarks({
  view,
  marks,
  unit,
}: {
  view: EditorViewport;
  marks: readonly SpanMark[];
  unit: MeasureUnit;
}): JSX.Element {
  const { i18n } = useTranslation();
  // A hundredth of a millimeter is finer than any printer.
  const format = numberFormat(i18n.language, { maximumFractionDigits: unit === 'inch' ? 3 : 2 });
  return (
    <g className="ed-spans" data-testid="span-marks">
      {marks.map((mark, i) => (
        <Span key={i} view={view} mark={mark} text={format.format(fromMm(mark.toMm - mark.fromMm, unit))} />
      ))}
    </g>
  );
}

function Span({ view, mark, text }: { view: EditorViewport; mark: SpanMark; text: string }): JSX.Element {
  const across = mark.axis === 'x';
  const from = labelToCanvas(view, across ? { x: mark.fromMm, y: mark.atMm } : { x: mark.atMm, y: mark.fromMm });
  const to = labelToCanvas(view, across ? { x: mark.toMm, y: mark.atMm } : { x: mark.atMm, y: mark.toMm });
  const width = text.length * CHARACTER_PX + 8;
  const length = across ? to.x - from.x : to.y - from.y;
  // A number that does not fit between the ends is next to the line.
  const fits = length >= (across ? width : LABEL_HEIGHT_PX) + 2 * END_PX;
  const offset = across ? LABEL_HEIGHT_PX / 2 + END_PX + 2 : width / 2 + END_PX + 2;
  const x = (from.x + to.x) / 2 + (across || fits ? 0 : offset);
  const y = (from.y + to.y) / 2 + (across && !fits ? offset : 0);
  const ends = across
    ? `M${from.x} ${from.y - END_PX}v${2 * END_PX}M${to.x} ${to.y - END_PX}v${2 * END_PX}M${from.x} ${from.y}H${to.x}`
    : `M${from.x - END_PX} ${from.y}h${2 * END_PX}M${to.x - END_PX} ${to.y}h${2 * END_PX}M${from.x} ${from.y}V${to.y}`;
  return (
    <g>
      <path d={ends} />
      <rect x={x - width / 2} y={y - LABEL_HEIGHT_PX / 2} width={width} height={LABEL_HEIGHT_PX} rx={4} />
      <text x={x} y={y + 4}>
        {text}
      </text>
    </g>
  );
}
