import { createContext, useContext, useEffect, useLayoutEffect, useRef, type Context, type RefObject } from 'react';

/** The label of the number fields in a row of a panel, if there is one. */
export const ScrubLabel: Context<RefObject<HTMLElement | null> | null> =
  createContext<RefObject<HTMLElement | null> | null>(null);

export interface Scrubbing extends ScrubRange {
  /** The number at the start of a scrub; null if there is none. */
  readonly from: number | null;
  /** Called with each number during the scrub, and with the first one again when it is canceled. */
  change(value: number): void;
  /** Called at the end of the scrub: all of it is one change. */
  end(): void;
}

/**
 * Dragging the label of a number field sideways changes its number; Esc cancels, and a click focuses the field.
 * The label is the mark inside the field, the `<label>` of its id, or that of the row around it. `box` holds the input.
 */
export function useScrub(box: RefObject<HTMLElement | null>, scrubbing: Scrubbing, enabled: boolean): void {
  const rowLabel = useContext(ScrubLabel);
  const latest = useRef(scrubbing);
  useLayoutEffect(() => {
    latest.current = scrubbing;
  });

  useEffect(() => {
    const input = box.current?.querySelector('input') ?? null;
    const handle = input === null ? null : labelOf(input, box.current, rowLabel?.current ?? null);
    // A row may have two fields: its label then belongs to the first.
    if (!enabled || input === null || handle === null || handle.dataset['scrub'] !== undefined) return;
    const stop = new AbortController();
    handle.dataset['scrub'] = '';
    handle.addEventListener('pointerdown', (event) => press(event, handle, input, () => latest.current, stop.signal), {
      signal: stop.signal,
    });
    return () => {
      delete handle.dataset['scrub'];
      stop.abort();
    };
  }, [box, rowLabel, enabled]);
}

function labelOf(input: HTMLInputElement, box: HTMLElement | null, row: HTMLElement | null): HTMLElement | null {
  return box?.querySelector<HTMLElement>('.ant-input-prefix') ?? input.labels?.[0] ?? row;
}

function press(
  down: PointerEvent,
  handle: HTMLElement,
  input: HTMLInputElement,
  latest: () => Scrubbing,
  unmounted: AbortSignal,
): void {
  if (down.button !== 0 || !down.isPrimary) return;
  // Prevents a text selection, and takes over the typed text before the scrub.
  down.preventDefault();
  if (document.activeElement === input) input.blur();
  handle.setPointerCapture(down.pointerId);
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, unmounted]);
  let from: number | null = null;
  let last: number | null = null;

  function change(to: number): void {
    if (to === last) return;
    last = to;
    latest().change(to);
  }
  function finish(): void {
    over.abort();
    document.documentElement.style.removeProperty('cursor');
    if (from === null) return;
    latest().end();
    // The click that follows would focus the field.
    const swallow = new AbortController();
    window.addEventListener(
      'click',
      (event) => {
        event.preventDefault();
        event.stopPropagation();
      },
      { capture: true, signal: swallow.signal },
    );
    setTimeout(() => swallow.abort());
  }
  function takeBack(): void {
    if (from !== null) change(from);
    finish();
  }

  handle.addEventListener(
    'pointermove',
    (move) => {
      const dx = move.clientX - down.clientX;
      if (from === null) {
        from = Math.abs(dx) > SCRUB_THRESHOLD_PX ? latest().from : null;
        if (from === null) return;
        last = from;
        document.documentElement.style.setProperty('cursor', 'ew-resize');
      }
      change(scrubbed(from, dx, move.shiftKey, latest()));
    },
    { signal },
  );
  handle.addEventListener(
    'pointerup',
    () => {
      const clicked = from === null;
      finish();
      if (!clicked) return;
      input.focus();
      input.select();
    },
    { signal },
  );
  handle.addEventListener('pointercancel', takeBack, { signal });
  window.addEventListener(
    'keydown',
    (key) => {
      if (key.key !== 'Escape' || from === null) return;
      key.preventDefault();
      key.stopPropagation();
      takeBack();
    },
    { capture: true, signal },
  );
}

/** The distance of the pointer that starts a scrub; a shorter press is a click on the label. */
const SCRUB_THRESHOLD_PX = 3;
/** Pixels of the pointer per step of the field. */
const PX_PER_STEP = 2;
const SHIFT_STEPS = 10;

interface ScrubRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly decimals: number;
}

/** The number after the pointer has moved `dxPx` to the right from `from`; Shift makes steps ten times as large. */
export function scrubbed(from: number, dxPx: number, shift: boolean, range: ScrubRange): number {
  const steps = Math.trunc(dxPx / PX_PER_STEP) * (shift ? SHIFT_STEPS : 1);
  const { min, max, step, decimals } = range;
  return Math.min(max, Math.max(min, Number((from + steps * step).toFixed(decimals))));
}
