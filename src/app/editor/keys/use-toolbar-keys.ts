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
    const buttons = buttonsIn(bar.current);
    const stop = buttons.find((button) => button === document.activeElement || isStop(button)) ?? buttons[0];
    for (const button of buttons) button.setAttribute('tabindex', button === stop ? '0' : '-1');
  });
  const [back, forth] = direction === 'horizontal' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  return {
    onKeyDown(event) {
      const buttons = buttonsIn(bar.current);
      const at = buttons.findIndex((button) => button === event.target);
      if (at < 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const count = buttons.length;
      const to = { [back]: (at - 1 + count) % count, [forth]: (at + 1) % count, Home: 0, End: count - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      buttons[to]?.focus();
    },
    onFocus(event) {
      const buttons = buttonsIn(bar.current);
      if (!buttons.some((button) => button === event.target)) return;
      for (const button of buttons) button.setAttribute('tabindex', button === event.target ? '0' : '-1');
    },
    onClick(event) {
      // `detail` counts clicks of the mouse; it is 0 when a key pressed the button.
      if (event.detail > 0) focusCanvas();
    },
  };
}

function buttonsIn(bar: HTMLElement | null): readonly HTMLElement[] {
  const buttons = bar === null ? [] : [...bar.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  return buttons.filter((button) => button.checkVisibility({ visibilityProperty: true }));
}

function isStop(button: HTMLElement): boolean {
  return button.getAttribute('tabindex') === '0';
}
