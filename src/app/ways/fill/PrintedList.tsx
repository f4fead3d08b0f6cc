import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { HeldButtons } from '../HeldButtons.tsx';
import { reportMood, reportText, stageMood, stageText } from '../run-text.ts';
import type { PrintedForm } from './use-printed-forms.ts';

/** What was filled in and printed at this screen, the latest first, with what became of it. */
export function PrintedList({ list }: { readonly list: readonly PrintedForm[] }): ReactElement | null {
  const { t, i18n } = useTranslation(['ways', 'print', 'problems']);
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'medium' });
  if (list.length === 0) return null;
  return (
    <section className="scan-list" aria-label={t('fill.list')}>
      <h2>{t('fill.list')}</h2>
      <ol>
        {list.map(({ jobId, at, text, stage, report }, i) => (
          <li key={jobId} className="scan-item" data-mood={report === null ? stageMood(stage) : reportMood(report)}>
            <div className="scan-item-head">
              <strong>{text === '' ? t('fill.empty') : text}</strong>
              <time dateTime={new Date(at).toISOString()}>{time.format(at)}</time>
            </div>
            <p role={i === 0 ? 'status' : undefined}>{report === null ? stageText(t, stage) : reportText(t, report)}</p>
            {report === null ? <HeldButtons jobId={jobId} stage={stage} /> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
