import { useEffect, type KeyboardEvent, type RefObject } from 'react';
import { focusCanvas } from './regions.ts';

interface ToolbarProps {
  onKeyDown(event: KeyboardEvent): void;
  onFocus(event: React.FocusEvent): void;
  onClick(event: React.MouseEvent): void;
}

/**
 * A row of buttons as the ARIA practices want a toolbar: one stop of the Tab key, arrows, Home and End go through it.
 * A press of the mouse leaves the focus on the canvas, so that arrow keys go on moving what is selected.
 */
export function useToolbarKeys(bar: RefObject<HTMLElement | null>, direction: 'horizontal' | 'vertical'): ToolbarProps {
  // After each rendering: a button that has just come would be one more stop.
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
      // A press by a key counts no clicks.
      if (event.detail > 0) focusCanvas();
    },
  };
}

function buttonsIn(bar: HTMLElement | null): readonly HTMLElement[] {
  return bar === null ? [] : [...bar.querySelectorAll<HTMLElement>('button:not(:disabled)')];
}

function isStop(button: HTMLElement): boolean {
  return button.getAttribute('tabindex') === '0';
}
