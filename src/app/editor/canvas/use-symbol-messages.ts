import { App } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ElementProblem } from '#model/page/display-list.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '../session/store.ts';

/** Specification 2, section 5: a problem is told after one second, debounced, so that typing is not interrupted. */
const TOLERANCE_MS = 1_000;
const NONE: readonly ElementProblem[] = [];

/**
 * Tells the user when a code has had no data, or invalid data, for a second. The reason is left out while the panel
 * shows that very element, because the panel gives it already.
 */
export function useSymbolMessages(): void {
  const { t } = useTranslation(['tips', 'problems']);
  const { message } = App.useApp();
  const { editor, frame: frames } = useEditorSession();
  const frame = useStore(frames);
  const failing = (frame?.problems ?? NONE).filter(({ problem }) => /^(symbol|gs1)\./.test(problem.code));
  const keys = failing.map(({ elementId, problem }) => JSON.stringify([elementId, problem]));
  const key = frame === null ? null : keys.join('\n');
  const revision = frame?.revision ?? 0;
  const tell = useEffectEvent((before: string) => {
    const fresh = failing.find((_, i) => !before.split('\n').includes(keys[i] ?? ''));
    if (fresh === undefined) return;
    const { selection } = editor.state();
    const inPanel = selection.length === 1 && selection[0] === fresh.elementId;
    const tip = t(fresh.problem.code === 'symbol.empty' ? 'tips:tip61' : 'tips:tip111');
    const content = inPanel ? tip : `${tip}: ${fresh.elementName}: ${problemText(t, fresh.problem)}`;
    void message.error({ content, key: 'symbol' });
  });

  const told = useRef<{ readonly key: string; readonly revision: number } | null>(null);
  useEffect(() => {
    if (key === null || key === told.current?.key) return undefined;
    // Faults that were there when the label was opened are only marked on the canvas; new ones get a message.
    told.current ??= { key, revision };
    const before = told.current.key;
    // Each further edit begins the second anew, also one that leaves the fault as it is.
    const timer = setTimeout(() => {
      told.current = { key, revision };
      tell(before);
    }, TOLERANCE_MS);
    return () => clearTimeout(timer);
  }, [key, revision]);
}
