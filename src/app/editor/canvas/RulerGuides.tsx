import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { unitMark, useUnit } from '#app/state/unit.ts';
import type { EditorState, EditorViewport } from '#editor/editor.ts';
import { shownGuides } from '#editor/ruler-guides.ts';
import { labelToCanvas } from '#editor/viewport.ts';
import type { RulerGuide } from '#model/template/ruler-guides.ts';
import { formatLength } from '../session/display-unit.ts';

/** The width of the strip around a guide that reacts to the pointer. */
const HIT_PX = 7;

/** The ruler guides, and the dragged one with its position. They are never printed. */
export function RulerGuides({ state }: { state: EditorState }): JSX.Element {
  const { viewport, interaction, guidesLocked } = state;
  const dragged = interaction.type === 'guide' ? interaction : null;
  return (
    <g className={guidesLocked ? 'ed-ruler-guides ed-ruler-guides-locked' : 'ed-ruler-guides'}>
      {shownGuides(state).map((guide, i) =>
        dragged?.index === i ? null : (
          <Guide key={i} view={viewport} guide={guide} {...(guidesLocked ? {} : { index: i })} />
        ),
      )}
      {dragged === null || dragged.leaving ? null : (
        <>
          <Guide view={viewport} guide={dragged.guide} />
          <GuideTip view={viewport} guide={dragged.guide} />
        </>
      )}
    </g>
  );
}

function Guide({ view, guide, index }: { view: EditorViewport; guide: RulerGuide; index?: number }): JSX.Element {
  const across = guide.axis === 'x';
  const at = Math.round(labelToCanvas(view, { x: guide.atMm, y: guide.atMm })[guide.axis]) + 0.5;
  const strip = across
    ? { x: at - HIT_PX / 2, y: 0, width: HIT_PX, height: view.heightPx }
    : { x: 0, y: at - HIT_PX / 2, width: view.widthPx, height: HIT_PX };
  return (
    <g data-testid="ruler-guide">
      <path d={across ? `M${at} 0V${view.heightPx}` : `M0 ${at}H${view.widthPx}`} />
      {index === undefined ? null : (
        <rect
          {...strip}
          data-ruler-guide={index}
          data-ruler-axis={guide.axis}
          style={{ cursor: across ? 'col-resize' : 'row-resize' }}
        />
      )}
    </g>
  );
}

function GuideTip({ view, guide }: { view: EditorViewport; guide: RulerGuide }): JSX.Element {
  const { i18n } = useTranslation();
  const unit = useUnit();
  const at = labelToCanvas(view, { x: guide.atMm, y: guide.atMm })[guide.axis];
  const text = `${formatLength(guide.atMm, unit, i18n.language)} ${unitMark(unit, i18n.language)}`;
  const width = text.length * 6.4 + 14;
  const { x, y } = guide.axis === 'x' ? { x: at + 8, y: 8 } : { x: 8, y: at + 8 };
  return (
    <g className="ed-tip">
      <rect x={x} y={y} width={width} height={22} rx={5} />
      <text x={x + width / 2} y={y + 15}>
        {text}
      </text>
    </g>
  );
}

/** The index of the pressed guide in the label's list; null if the press was elsewhere. */
export function guideAt(
  target: EventTarget | null,
): { readonly axis: RulerGuide['axis']; readonly index: number } | null {
  if (!(target instanceof SVGElement)) return null;
  const { rulerGuide, rulerAxis } = target.dataset;
  return rulerGuide === undefined ? null : { axis: rulerAxis === 'x' ? 'x' : 'y', index: Number(rulerGuide) };
}
