import { Tooltip } from 'antd';
import { useEffect, useState, type JSX } from 'react';
import { startTimer, stopTimer } from '#services/idle.ts';
import './tooltips.css';

/** How long the pointer rests on an element before its tooltip appears. */
const DELAY_MS = 400;
/** How long the tooltip stays after that, so that the pointer can move onto it. */
const LEAVE_MS = 100;
const POPUP = 'lw-tooltip-popup';
const WITH_TOOLTIP = '[data-tooltip]';

interface TooltipAttributes {
  readonly 'data-tooltip': string;
  readonly 'data-tooltip-keys': string;
}

/**
 * Attributes of an element with a tooltip: its text, and its shortcut as it is shown. They cost nothing until the pointer
 * rests on the element, as `Tooltips` shows the text.
 */
export function tooltip(text: string, keys = ''): TooltipAttributes {
  return { 'data-tooltip': text, 'data-tooltip-keys': keys };
}

interface ShownTooltip {
  readonly text: string;
  readonly keys: string;
  /** The element's area in the window. */
  readonly area: DOMRect;
}

/** The one tooltip of the application, for the element with `tooltip` attributes under the pointer. */
export function Tooltips(): JSX.Element | null {
  const [shown, setShown] = useState<ShownTooltip | null>(null);
  useEffect(() => watchPointer(setShown), []);
  if (shown === null) return null;
  const { text, keys, area } = shown;
  const { left, top, width, height } = area;
  return (
    <Tooltip
      open
      classNames={{ root: POPUP }}
      title={
        <span className="lw-tooltip">
          {text}
          {keys === '' ? null : <kbd>{keys}</kbd>}
        </span>
      }
    >
      <span className="lw-tooltip-area" style={{ left, top, width, height }} />
    </Tooltip>
  );
}

/** Calls `show` when the pointer has rested on an element, and with null when it leaves or the user does anything else. */
function watchPointer(show: (tooltip: ShownTooltip | null) => void): () => void {
  let target: Element | null = null;
  /** The element whose tooltip was shown last. */
  let explained: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function aimAt(next: Element | null): void {
    if (next === target) return;
    stopTimer(timer);
    target = next;
    if (next === null) {
      timer = startTimer(() => show(null), LEAVE_MS);
      return;
    }
    show(null);
    timer = startTimer(() => {
      explained = next;
      show(tooltipOf(next));
    }, DELAY_MS);
  }
  function onPointerOver({ target: under, pointerType }: PointerEvent): void {
    if (!(under instanceof Element) || pointerType === 'touch') return;
    if (under.closest(`.${POPUP}`) === null) aimAt(under.closest(WITH_TOOLTIP));
    else {
      stopTimer(timer);
      target = explained;
    }
  }
  /** The element keeps quiet until the pointer comes back. */
  function onOther(): void {
    stopTimer(timer);
    show(null);
  }
  const listening = new AbortController();
  const options = { signal: listening.signal, capture: true, passive: true };
  document.addEventListener('pointerover', onPointerOver, options);
  document.documentElement.addEventListener('pointerleave', () => aimAt(null), { signal: listening.signal });
  for (const event of ['pointerdown', 'keydown', 'scroll', 'wheel']) document.addEventListener(event, onOther, options);
  return () => {
    listening.abort();
    stopTimer(timer);
  };
}

/** null if the element was removed, or its text is empty. */
function tooltipOf(element: Element): ShownTooltip | null {
  const text = element.getAttribute('data-tooltip') ?? '';
  if (text === '' || !element.isConnected) return null;
  return { text, keys: element.getAttribute('data-tooltip-keys') ?? '', area: element.getBoundingClientRect() };
}
