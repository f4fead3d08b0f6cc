import { useEffect, type KeyboardEvent, type RefObject } from 'react';
import { focusCanvas } from './regions.ts';

interface ToolbarProps {
  onKeyDown(event: KeyboardEvent): void;
  onFocus(event: React.FocusEvent): void;
  onClick(event: React.MouseEvent): void;
}

/**
 * Makes a row of buttons a toolbar by the ARIA practices: it is one tab stop, and arrows, Home and End move between its
 * buttons. After a click the canvas gets the focus, so that arrow keys still move the selection.
 */
export function useToolbarKeys(bar: RefObject<HTMLElement | null>, direction: 'horizontal' | 'vertical'): ToolbarProps {
  // After each render, because a new button would be a second tab stop.
  useEffect(() => {
    const buttons = enabledIn(bar.current);
    const isCandidate = (button: HTMLElement): boolean => button === document.activeElement || isStop(button);
    // Visibility needs the page's layout: it is checked for as few buttons as possible.
    setStop(buttons, buttons.find((one) => isCandidate(one) && isVisible(one)) ?? buttons.find(isVisible));
  });
  const [back, forth] = direction === 'horizontal' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  return {
    onKeyDown(event) {
      const buttons = enabledIn(bar.current).filter(isVisible);
      const at = buttons.findIndex((button) => button === event.target);
      if (at < 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const count = buttons.length;
      const to = { [back]: (at - 1 + count) % count, [forth]: (at + 1) % count, Home: 0, End: count - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      buttons[to]?.focus();
    },
    onFocus(event) {
      const buttons = enabledIn(bar.current);
      const target = buttons.find((button) => button === event.target);
      if (target !== undefined) setStop(buttons, target);
    },
    onClick(event) {
      // `detail` counts clicks of the mouse; it is 0 when a key pressed the button.
      if (event.detail > 0) focusCanvas();
    },
  };
}

function enabledIn(bar: HTMLElement | null): readonly HTMLElement[] {
  return bar === null ? [] : [...bar.querySelectorAll<HTMLElement>('button:not(:disabled)')];
}

function isVisible(button: HTMLElement): boolean {
  return button.checkVisibility({ visibilityProperty: true });
}

function isStop(button: HTMLElement): boolean {
  return button.getAttribute('tabindex') === '0';
}

/** Makes one button the toolbar's tab stop. */
function setStop(buttons: readonly HTMLElement[], stop: HTMLElement | undefined): void {
  for (const button of buttons) {
    const tabIndex = button === stop ? '0' : '-1';
    if (button.getAttribute('tabindex') !== tabIndex) button.setAttribute('tabindex', tabIndex);
  }
}
