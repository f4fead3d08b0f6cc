import type { JSX, PointerEvent } from 'react';
import { pxPerMm, scrollRange } from '#editor/viewport.ts';
import { useEditorSession, useEditorState, useShownLabel } from '../session/editor-session.tsx';

/** A press outside the thumb scrolls by this share of the view. */
const PAGE_SHARE = 0.9;

/**
 * Scroll bars at the canvas's edges, on the axes on which the label is partly hidden. Wheel and keys scroll without them.
 */
export function ScrollBars(): JSX.Element {
  const view = useEditorState((s) => s.viewport);
  const label = useShownLabel();
  const scale = pxPerMm(view);
  return (
    <>
      <ScrollBar axis="x" originPx={view.originXPx} labelPx={label.widthMm * scale} viewPx={view.widthPx} />
      <ScrollBar axis="y" originPx={view.originYPx} labelPx={label.heightMm * scale} viewPx={view.heightPx} />
    </>
  );
}

interface ScrollBarProps {
  readonly axis: 'x' | 'y';
  readonly originPx: number;
  readonly labelPx: number;
  readonly viewPx: number;
}

function ScrollBar({ axis, originPx, labelPx, viewPx }: ScrollBarProps): JSX.Element | null {
  const { editor } = useEditorSession();
  const range = scrollRange(originPx, labelPx, viewPx);
  if (range === null) return null;
  const { start, share, totalPx } = range;
  const pan = (px: number): void => (axis === 'x' ? editor.panBy(-px, 0) : editor.panBy(0, -px));
  const at = (event: { readonly clientX: number; readonly clientY: number }): number =>
    axis === 'x' ? event.clientX : event.clientY;

  function onPress(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    // The canvas keeps the focus.
    event.preventDefault();
    const bar = event.currentTarget;
    const box = bar.getBoundingClientRect();
    const barPx = axis === 'x' ? box.width : box.height;
    const pressed = (at(event) - (axis === 'x' ? box.x : box.y)) / barPx;
    // The thumb of a very long label is longer than its share.
    if (event.target === bar) {
      pan(pressed < start ? -viewPx * PAGE_SHARE : viewPx * PAGE_SHARE);
      return;
    }
    bar.setPointerCapture(event.pointerId);
    const stop = new AbortController();
    const { signal } = stop;
    let before = at(event);
    const move = (moved: globalThis.PointerEvent): void => {
      pan(((at(moved) - before) * totalPx) / barPx);
      before = at(moved);
    };
    bar.addEventListener('pointermove', move, { signal });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
      bar.addEventListener(end, () => stop.abort(), { signal });
    }
  }

  const percent = (part: number): string => `${part * 100}%`;
  return (
    <div
      className={`ed-scroll ed-scroll-${axis}`}
      data-testid={`scroll-${axis}`}
      aria-hidden
      onPointerDown={onPress}
      style={{ '--at': percent(start), '--length': percent(share) } as React.CSSProperties}
    >
      <i />
    </div>
  );
}
