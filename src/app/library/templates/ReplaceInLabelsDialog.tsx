import { Button, Modal, type InputRef } from 'antd';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { findTexts, type FoundText, type TextSearch } from '#editor/commands/replace-text.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { placeText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { useSession } from '#app/state/session.ts';
import { MarkedText, NO_TERMS, ReplaceFields } from '#app/ui/ReplaceFields.tsx';
import { readLabels, replaceInLabel, type FailedLabel, type LabelScope, type ReadLabel } from './replace-in-labels.ts';

export interface ReplaceInLabelsDialogProps {
  readonly scope: LabelScope;
  onClose(): void;
  /** Called after labels were saved. */
  onChanged(): void;
}

/** More labels are only counted. */
const MOST_LISTED = 100;

/** What the dialog is doing; `done` of `total` labels are read or saved. */
type Phase =
  | { readonly type: 'reading' | 'saving'; readonly done: number; readonly total: number }
  | { readonly type: 'ready' };

/** Finds and replaces in the typed texts of saved labels. Each changed label is saved as a new version. */
export function ReplaceInLabelsDialog({ scope, onClose, onChanged }: ReplaceInLabelsDialogProps): JSX.Element {
  const { t } = useTranslation(['replace', 'common', 'problems']);
  const services = useServices();
  const userId = useSession()?.userId ?? '';
  const [terms, setTerms] = useState(NO_TERMS);
  const [labels, setLabels] = useState<readonly ReadLabel[]>([]);
  const [failed, setFailed] = useState<readonly FailedLabel[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [changed, setChanged] = useState<number | null>(null);
  const [phase, setPhase] = useState<Phase>({ type: 'reading', done: 0, total: totalOf(scope) });
  const field = useRef<InputRef>(null);
  const saving = useRef<AbortController>(null);
  const shown = useDeferredValue(terms);
  /** Results of the shown search: labels are searched once, while others are still read. */
  const known = useMemo(() => ({ terms: shown, found: new Map<ReadLabel, FoundLabel | null>() }), [shown]);
  const found = useMemo(() => foundIn(labels, known), [labels, known]);
  const matches = found.reduce((sum, { count }) => sum + count, 0);

  useEffect(() => {
    const stop = new AbortController();
    let done = 0;
    void readLabels(scope, services, stop.signal, (label, total) => {
      if ('problem' in label) setFailed((before) => [...before, label]);
      else setLabels((before) => [...before, label]);
      done++;
      setPhase({ type: 'reading', done, total });
    }).then((ended) => {
      if (stop.signal.aborted) return;
      if (!ended.ok) setProblem(ended.error);
      setPhase({ type: 'ready' });
    });
    return () => {
      stop.abort();
      saving.current?.abort();
    };
  }, [scope, services]);

  async function replaceAll(): Promise<void> {
    const stop = new AbortController();
    saving.current = stop;
    const { signal } = stop;
    const render = services.createRenderClient();
    const chosen = foundIn(labels, { terms, found: new Map() }).map(({ label }) => label);
    setFailed([]);
    setChanged(null);
    let saved = 0;
    for (const [done, label] of chosen.entries()) {
      setPhase({ type: 'saving', done, total: chosen.length });
      const outcome = await replaceInLabel(label, terms, userId, { ...services, render }, signal);
      if (outcome.ok) {
        saved++;
        const { value: now } = outcome;
        setLabels((before) => before.map((each) => (each.id === now.id ? now : each)));
      } else if (!signal.aborted) {
        setFailed((before) => [...before, { ...label, problem: outcome.error }]);
      }
      if (signal.aborted) break;
    }
    render.dispose();
    setChanged(saved);
    setPhase({ type: 'ready' });
    if (saved > 0) onChanged();
    field.current?.focus({ cursor: 'all' });
  }

  function statusText(): string {
    if (phase.type !== 'ready') return t(phase.type, { done: phase.done, total: phase.total });
    if (problem !== null) return placeText(t, problem);
    if (changed !== null) return changed === 0 ? t('unchanged') : t('changed', { count: changed });
    if (terms.text === '') return t('hintLabels');
    if (found.length === 0) return t('none');
    return `${t('found', { count: matches })} · ${t('inLabels', { count: found.length })}`;
  }

  return (
    <Modal
      open
      centered
      width={560}
      title={t('titleLabels', { count: totalOf(scope) })}
      closable={phase.type !== 'saving'}
      maskClosable={false}
      keyboard={phase.type !== 'saving'}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
      footer={
        <>
          {phase.type === 'saving' ? (
            <Button onClick={() => saving.current?.abort()}>{t('common:action.cancel')}</Button>
          ) : (
            <Button onClick={onClose}>{t('common:action.close')}</Button>
          )}
          <Button
            type="primary"
            disabled={phase.type !== 'ready' || found.length === 0}
            // A double click would replace in what it has just replaced.
            onClick={({ detail }) => (detail > 1 ? undefined : void replaceAll())}
            data-testid="replace-all"
          >
            {t('replaceAll')}
          </Button>
        </>
      }
    >
      <ReplaceFields
        terms={terms}
        field={field}
        onChange={(next) => {
          setTerms(next);
          setChanged(null);
        }}
      />
      <p className="replace-count" role="status" data-testid="replace-status">
        {statusText()}
      </p>
      <ul className="replace-list" aria-label={t('listLabels')}>
        {failed.map(({ id, name, problem }) => (
          <li key={id} className="replace-failed">
            <b>{name}</b> {placeText(t, problem)}
          </li>
        ))}
        {found.slice(0, MOST_LISTED).map(({ label, first, count }) => (
          <li key={label.id} className="replace-row">
            <span className="replace-name">{label.name}</span>
            <span className="replace-text">
              <MarkedText text={first.text} matches={first.matches} />
            </span>
            <span className="replace-number">{count}</span>
          </li>
        ))}
        {found.length > MOST_LISTED ? (
          <li className="replace-more">{t('moreLabels', { count: found.length - MOST_LISTED })}</li>
        ) : null}
      </ul>
    </Modal>
  );
}

interface FoundLabel {
  readonly label: ReadLabel;
  readonly first: FoundText;
  readonly count: number;
}

interface Search {
  readonly terms: TextSearch;
  /** The labels that were searched. */
  readonly found: Map<ReadLabel, FoundLabel | null>;
}

function foundIn(labels: readonly ReadLabel[], { terms, found }: Search): readonly FoundLabel[] {
  return labels.flatMap((label): readonly FoundLabel[] => {
    let result = found.get(label);
    if (result === undefined) {
      result = searched(label, terms);
      found.set(label, result);
    }
    return result === null ? [] : [result];
  });
}

function searched(label: ReadLabel, terms: TextSearch): FoundLabel | null {
  const texts = findTexts(label.elements, terms);
  const [first] = texts;
  return first === undefined ? null : { label, first, count: texts.reduce((sum, one) => sum + one.matches.length, 0) };
}

function totalOf(scope: LabelScope): number {
  return scope.type === 'all' ? scope.count : scope.labels.length;
}
