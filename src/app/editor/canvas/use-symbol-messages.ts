import { App } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ElementProblem } from '#model/page/display-list.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { startTimer, stopTimer } from '#services/idle.ts';
import { useEditorSession } from '../session/editor-session.tsx';

/** Specification 2, section 5: a problem is reported after one second, debounced, so that typing is not interrupted. */
const TOLERANCE_MS = 1_000;

/**
 * Reports that a code has had no data, or invalid data, for a second: the message, and the reason after a colon. The name
 * is left out while the panel shows that very element.
 */
export function useSymbolMessages(): void {
  const { t } = useTranslation(['tips', 'problems']);
  const { message } = App.useApp();
  const { editor, frame } = useEditorSession();
  const showMessage = useEffectEvent((failing: readonly ElementProblem[], before: ReadonlySet<string>) => {
    const fresh = failing.find((each) => !before.has(keyOf(each)));
    if (fresh === undefined) return;
    const { selection } = editor.state();
    const inPanel = selection.length === 1 && selection[0] === fresh.elementId;
    const isEmpty = fresh.problem.code === 'symbol.empty';
    const tip = t(isEmpty ? 'tips:tip61' : 'tips:tip111');
    const where = inPanel ? [] : [fresh.elementName];
    const reason = isEmpty && inPanel ? [] : [problemText(t, fresh.problem)];
    const content = [tip, ...where, ...reason].join(': ');
    void message.error({ content, key: 'symbol' });
  });

  // Outside React: no picture renders anything for it.
  useEffect(() => {
    let shown: string | null = null;
    let last: { readonly key: string; readonly revision: number } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      const picture = frame.get();
      if (picture === null) return;
      const failing = picture.problems.filter(({ problem }) => /^(symbol|gs1)\./.test(problem.code));
      const { revision } = picture;
      const key = failing.map(keyOf).join('\n');
      // Each further edit restarts the second, also one that keeps the fault.
      if (last?.key === key && last.revision === revision) return;
      last = { key, revision };
      stopTimer(timer);
      // Faults from when the label was opened are only marked on the canvas; new ones get a message.
      shown ??= key;
      if (key === shown) return;
      const before = new Set(shown.split('\n'));
      timer = startTimer(() => {
        shown = key;
        showMessage(failing, before);
      }, TOLERANCE_MS);
    };
    look();
    const stop = frame.subscribe(look);
    return () => {
      stop();
      stopTimer(timer);
    };
  }, [frame]);
}

function keyOf({ elementId, problem }: ElementProblem): string {
  return JSON.stringify([elementId, problem]);
}
