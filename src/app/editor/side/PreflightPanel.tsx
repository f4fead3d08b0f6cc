import { Button, Progress } from 'antd';
import { useEffect, useMemo, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { spreadsheetKey } from '#model/elements/base/reading.ts';
import { boundTables } from '#model/data/tables.ts';
import { languageName } from '#model/template/label-languages.ts';
import type { Template } from '#model/template/template.ts';
import { untranslatedTexts } from '#model/template/translated-template.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { WorkPace } from '#app/print/report/WorkPace.tsx';
import { HiddenRowsNote } from '#app/ui/table-grid/HiddenRowsNote.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import type { PreflightState } from '../session/preflight-controller.ts';
import { useStore } from '#app/state/store.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import { FitProofList } from './FitProofList.tsx';
import { PreflightList } from './PreflightList.tsx';

/** The problems with the rows of the label before printing, found in the background. */
export function PreflightPanel(): JSX.Element {
  const { t } = useTranslation(['side', 'common', 'problems']);
  const { preflight, data } = useEditorSession();
  const state = useStore(preflight.state);
  const { sheets } = useStore(data.state);
  const template = useEditorState((s) => s.template);
  const used = useMemo(
    () =>
      boundTables(template).flatMap((table) => {
        const info = sheets.get(spreadsheetKey(table));
        return info === undefined ? [] : [{ info, sheet: table.sheet }];
      }),
    [template, sheets],
  );
  useEffect(() => preflight.watch(), [preflight]);
  const { phase, findings, printer, grade } = state;
  const isRunning = phase === 'running';
  return (
    <div className="ed-preflight" data-testid="preflight" data-phase={phase} data-done={findings.done}>
      <div className="ed-preflight-head">
        {/* Above the text, which may get longer and must not move it. */}
        {isRunning ? (
          <div className="ed-preflight-progress">
            <Progress
              aria-label={t('preflight.progress')}
              percent={findings.total === 0 ? 0 : Math.floor((100 * findings.done) / findings.total)}
              size="small"
            />
            <Button size="small" data-testid="preflight-cancel" onClick={preflight.cancel}>
              {t('common:action.cancel')}
            </Button>
          </div>
        ) : (
          <Button size="small" data-testid="preflight-again" onClick={preflight.again}>
            {t(phase === 'idle' ? 'preflight.start' : 'preflight.again')}
          </Button>
        )}
        {isRunning ? <WorkPace done={findings.done} total={findings.total} isActive /> : null}
        <p role="status" data-testid="preflight-status">
          <Status state={state} />
        </p>
        {printer === null ? null : (
          <p className="ed-preflight-terms">
            {printer.name === '' ? '' : `${printer.name} · `}
            {t('preflight.terms', { dpi: printer.dpi, grade })}
          </p>
        )}
        <Untranslated template={template} />
        <HiddenRowsNote className="ed-preflight-terms" sheets={used} />
      </div>
      {phase === 'over' && !state.isStale ? <FitProofList proofs={state.proofs} /> : null}
      <PreflightList groups={findings.groups} />
    </div>
  );
}

/** The languages that lack texts. */
function Untranslated({ template }: { readonly template: Template }): JSX.Element | null {
  const { t, i18n } = useTranslation(['side', 'editor']);
  const { perform } = useActions();
  const lacking = useMemo(
    () =>
      (template.label.languages?.tags ?? []).flatMap((tag) => {
        const count = untranslatedTexts(template, tag).length;
        return count === 0 ? [] : [{ tag, count }];
      }),
    [template],
  );
  if (lacking.length === 0) return null;
  return (
    <p className="ed-preflight-terms" data-testid="preflight-untranslated">
      {lacking
        .map(({ tag, count }) => t('preflight.untranslated', { count, language: languageName(tag, i18n.language) }))
        .join(' ')}{' '}
      <Button type="link" size="small" onClick={() => perform('languages')}>
        {t('editor:action.languages')}
      </Button>
    </p>
  );
}

function Status({ state }: { readonly state: PreflightState }): JSX.Element {
  const { t, i18n } = useTranslation(['side', 'problems']);
  const { phase, findings, problem, isStale } = state;
  const { done, total, refused, groups } = findings;
  const number = numberFormat(i18n.language);
  const failure: Problem | null = problem === null || problem.code === 'aborted' ? null : problem;
  const words: string[] = phase === 'idle' ? [t('preflight.idle')] : [];
  if (failure !== null) words.push(problemText(t, failure));
  else if (done > 0) {
    if (total > 1) words.push(t('preflight.seen', { done: number.format(done), total: number.format(total) }));
    if (refused > 0) words.push(t('preflight.refused', { count: refused, number: number.format(refused) }));
    else words.push(t(groups.length === 0 ? 'preflight.nothing' : 'preflight.fine'));
  } else if (phase === 'running') words.push(t('preflight.starting'));
  if (problem?.code === 'aborted') words.push(t('preflight.stopped'));
  return (
    <>
      {words.join(' ')}
      {isStale ? <em data-testid="preflight-stale"> {t('preflight.stale')}</em> : null}
    </>
  );
}
