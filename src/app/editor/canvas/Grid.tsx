import type { JSX } from 'react';
import { CANVAS_UNITS_PER_MM } from '#model/kernel/units.ts';
import type { EditorViewport } from '#editor/editor.ts';
import type { LabelSettings } from '#model/template/template.ts';
import { pxPerMm } from '#editor/viewport.ts';

/** Above this side, in canvas units, the coarse grid is shown (specification 1, section 9). */
const LARGE_SIDE = 756;
/** Closer lines would look like a gray area; they are left out. */
const MIN_GAP_PX = 4;

/** The specification's grid over the label: a line every 5 units, stronger every 10; on a large label 25 and 50. */
export function Grid({ view, label }: { view: EditorViewport; label: LabelSettings }): JSX.Element | null {
  const scale = pxPerMm(view);
  const large = Math.max(label.widthMm, label.heightMm) * CANVAS_UNITS_PER_MM > LARGE_SIDE;
  const minor = (large ? 25 : 5) * view.zoom;
  const major = (large ? 50 : 10) * view.zoom * (minor < MIN_GAP_PX ? 5 : 1);
  if (major < MIN_GAP_PX) return null;
  const lines = (step: number): string => `M${step} 0V${step}H0`;
  return (
    <>
      <defs>
        <pattern
          id="ed-grid"
          patternUnits="userSpaceOnUse"
          x={view.originXPx}
          y={view.originYPx}
          width={major}
          height={major}
        >
          {minor < MIN_GAP_PX ? null : (
            <path className="ed-grid-minor" d={`M${minor} 0V${major}M0 ${minor}H${major}`} />
          )}
          <path className="ed-grid-major" d={lines(major)} />
        </pattern>
      </defs>
      <rect
        x={view.originXPx}
        y={view.originYPx}
        width={label.widthMm * scale}
        height={label.heightMm * scale}
        fill="url(#ed-grid)"
        pointerEvents="none"
      />
    </>
  );
}
