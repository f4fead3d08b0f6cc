import type { ReactElement } from 'react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { dateFormat } from '#app/state/language-formats.ts';
import { HeldButtons } from '../HeldButtons.tsx';
import { reportMood, reportText, stageMood, stageText, type Mood } from '../run-text.ts';
import type { FoundRow } from './find-rows.ts';
import type { ScanEntry, ScanState } from './scan-session.ts';

export interface ScanListProps {
  readonly entries: readonly ScanEntry[];
  readonly onPrint: (entry: ScanEntry, row: FoundRow) => void;
}

/** The keys scanned in this session, latest first, with their results. */
export function ScanList({ entries, onPrint }: ScanListProps): ReactElement {
  const { t } = useTranslation('ways');
  return (
    <section className="scan-list" aria-label={t('scan.list')}>
      <h2>{t('scan.list')}</h2>
      {entries.length === 0 ? <p className="scan-list-empty">{t('scan.nothing')}</p> : null}
      <ol>
        {entries.map((entry, i) => (
          <ScanItem key={entry.id} entry={entry} isLast={i === 0} onPrint={(row) => onPrint(entry, row)} />
        ))}
      </ol>
    </section>
  );
}

interface ScanItemProps {
  readonly entry: ScanEntry;
  readonly isLast: boolean;
  readonly onPrint: (row: FoundRow) => void;
}

function ScanItem({ entry, isLast, onPrint }: ScanItemProps): ReactElement {
  const { t, i18n } = useTranslation('ways');
  const { key, at, state } = entry;
  const time = dateFormat(i18n.language, { timeStyle: 'medium' });
  const row = 'row' in state ? state.row.row : null;
  return (
    <li className="scan-item" data-mood={moodOf(state)}>
      <div className="scan-item-head">
        <strong>{key}</strong>
        <span>
          {row === null ? null : `${t('scan.row', { row })} · `}
          <time dateTime={new Date(at).toISOString()}>{time.format(at)}</time>
        </span>
      </div>
      <p role={isLast ? 'status' : undefined}>
        <StateText entry={entry} />
      </p>
      {state.type === 'several' ? (
        <ul className="scan-item-rows">
          {state.rows.map((found) => (
            <li key={found.index}>
              <span>{t('scan.row', { row: found.row })}</span>
              <span className="scan-item-texts">{[...new Set(found.texts)].join(' · ')}</span>
              <Button size="small" onClick={() => onPrint(found)}>
                {t('scan.printRow', { row: found.row })}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {state.type === 'repeated' || state.type === 'over' ? (
        <Button size="small" onClick={() => onPrint(state.row)}>
          {t('scan.printAgain')}
        </Button>
      ) : null}
      {state.type === 'printing' ? <HeldButtons jobId={state.jobId} stage={state.stage} /> : null}
    </li>
  );
}

function moodOf(state: ScanState): Mood | 'waits' {
  if (state.type === 'looking') return 'busy';
  if (state.type === 'repeated' || state.type === 'several') return 'waits';
  if (state.type === 'printing') return stageMood(state.stage);
  return state.type === 'over' ? reportMood(state.report) : 'bad';
}

function StateText({ entry: { state } }: { readonly entry: ScanEntry }): string {
  const { t, i18n } = useTranslation(['ways', 'print', 'problems']);
  const time = dateFormat(i18n.language, { timeStyle: 'medium' });
  switch (state.type) {
    case 'looking':
      return t('ways:scan.looking');
    case 'unknown':
      return t('ways:scan.unknown');
    case 'several':
      return t('ways:scan.several', { count: state.rows.length });
    case 'repeated':
      return t(state.isQuick ? 'ways:scan.twice' : 'ways:scan.repeated', { time: time.format(state.before) });
    case 'failed':
      return problemText(t, state.problem);
    case 'printing':
      return stageText(t, state.stage);
    case 'over':
      return reportText(t, state.report);
  }
}
