import { useEffect } from 'react';

/** Alt with the up and down arrows steps to another row for any focus, except in an open dialog. */
export function useRowKeys(step: (by: 1 | -1) => void): void {
  useEffect(() => {
    const stop = new AbortController();
    window.addEventListener(
      'keydown',
      (event) => {
        if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
        if (event.code !== 'ArrowUp' && event.code !== 'ArrowDown') return;
        if (event.target instanceof Element && event.target.closest('[role="dialog"], [role="combobox"]') !== null)
          return;
        event.preventDefault();
        step(event.code === 'ArrowUp' ? -1 : 1);
      },
      { signal: stop.signal },
    );
    return () => stop.abort();
  }, [step]);
}
