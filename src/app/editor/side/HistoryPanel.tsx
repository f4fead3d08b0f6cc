import { useId, useRef, useState, type JSX, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Change } from '#model/template/change.ts';
import { stepOf, type StepInfo } from '#editor/step-kind.ts';
import { nextIndexForKey } from '#app/ui/choice/radio-keys.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { useSettled } from '../session/use-settled.ts';
import { VirtualList } from './VirtualList.tsx';

/** Changes are immutable: the description of one is computed once. */
const known = new WeakMap<Change, StepInfo>();

/** The undo steps, first one first. A click undoes or redoes to the state after a step. */
export function HistoryPanel(): JSX.Element {
  const { t } = useTranslation('side');
  const { editor } = useEditorSession();
  // Any step, and any extension of one, is a new revision.
  useSettled((s) => s.revision);
  useSettled((s) => s.canRedo);
  const { changes, done } = editor.history();
  const [keyed, setKeyed] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const active = Math.min(keyed ?? done, changes.length);

  function go(step: number): void {
    setKeyed(null);
    editor.goToStep(step);
  }
  function words(step: number): string {
    const change = changes[step - 1];
    if (change === undefined) return t('history.start');
    const info = known.get(change) ?? stepOf(change);
    known.set(change, info);
    const [name = ''] = info.names;
    const what = info.names.length === 1 ? name : t('history.elements', { count: info.names.length });
    return info.names.length === 0 ? t(`step.${info.kind}`) : `${t(`step.${info.kind}`)}: ${what}`;
  }
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = nextIndexForKey(event.key, active, changes.length + 1);
    if (to !== null) setKeyed(to);
    else if (event.key === 'Enter' || event.key === ' ') go(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <VirtualList
      list={list}
      role="listbox"
      label={t('history.list')}
      testId="history-list"
      count={changes.length + 1}
      active={active}
      activeId={`${prefix}-${active}`}
      onKeyDown={onKeyDown}
      renderLine={(step) => (
        <div
          role="option"
          id={`${prefix}-${step}`}
          aria-selected={step === done}
          aria-setsize={changes.length + 1}
          aria-posinset={step + 1}
          className={step > done ? 'ed-step ed-step-undone' : 'ed-step'}
          data-keys={keyed !== null && step === active}
          data-testid="history-step"
          onClick={() => go(step)}
        >
          {words(step)}
        </div>
      )}
    />
  );
}
