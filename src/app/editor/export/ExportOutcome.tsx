import { Alert } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#app/i18n/problem-text.ts';
import type { ExportedFile } from './export-labels.ts';

/** A user reads no more reasons than this; the rest are left out. */
const SHOWN_REASONS = 20;

/** Says how many labels are in the file, and which rows are missing and why. */
export function ExportOutcome({ file }: { readonly file: ExportedFile }): JSX.Element {
  const { t, i18n } = useTranslation(['export', 'problems']);
  const number = new Intl.NumberFormat(i18n.language);
  const { exported, refused } = file;
  const said = t('over.exported', { count: exported, number: number.format(exported) });
  if (refused.length === 0) return <Alert type="success" showIcon title={said} data-testid="export-over" />;
  const reasons = refused.flatMap(({ row, problems }) =>
    problems.map(({ elementName, problem }) => {
      const reason = [elementName, problemText(t, problem)].filter((part) => part !== '').join(': ');
      return row > 0 ? t('over.reason', { row: number.format(row), reason }) : reason;
    }),
  );
  return (
    <Alert
      type="warning"
      showIcon
      data-testid="export-over"
      title={`${exported === 0 ? '' : `${said} `}${t('over.refused', { count: refused.length, number: number.format(refused.length) })}`}
      description={
        <ul className="ed-export-reasons">
          {reasons.slice(0, SHOWN_REASONS).map((reason, i) => (
            <li key={`${i} ${reason}`}>{reason}</li>
          ))}
          {reasons.length > SHOWN_REASONS ? <li>…</li> : null}
        </ul>
      }
    />
  );
}
