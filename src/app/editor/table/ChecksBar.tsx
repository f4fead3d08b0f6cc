import { Button, Checkbox, Progress } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowFault } from '#printing/check-rows.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import type { RowChecks } from './use-row-checks.ts';

interface ChecksBarProps {
  readonly checks: RowChecks;
  /** Whether the table shows only the rows with problems. */
  readonly isNarrowed: boolean;
  onNarrow(narrow: boolean): void;
  /** Goes to the first row of a fault, and to its element. */
  onFault(fault: RowFault): void;
  onAgain(): void;
  onStop(): void;
  onClose(): void;
}

/** How a check of all rows goes, and what it has found: each kind of problem once, with how many rows have it. */
export function ChecksBar(props: ChecksBarProps): JSX.Element {
  const { checks, isNarrowed, onNarrow, onFault } = props;
  const { t } = useTranslation(['table', 'common', 'problems']);
  const { findings, running, problem, isCurrent } = checks;
  const { done, total, bad, faults } = findings;
  return (
    <div className="dt-checks" data-testid="table-checks">
      <div className="dt-checks-head">
        {running ? (
          <Progress
            aria-label={t('checks.progress')}
            percent={total === 0 ? 0 : Math.floor((100 * done) / total)}
            size="small"
            style={{ width: 160 }}
          />
        ) : null}
        <span role="status">
          {problem !== null && problem.code !== 'aborted'
            ? problemText(t, problem)
            : bad.size === 0
              ? t('checks.none', { count: done })
              : t('checks.found', { count: bad.size, total: done })}
          {problem?.code === 'aborted' ? ` ${t('checks.stopped')}` : ''}
          {running || isCurrent ? '' : ` ${t('checks.old')}`}
        </span>
        {bad.size === 0 ? null : (
          <Checkbox checked={isNarrowed} disabled={running} onChange={(event) => onNarrow(event.target.checked)}>
            {t('checks.only')}
          </Checkbox>
        )}
        <span className="dt-grow" />
        {running ? (
          <Button size="small" onClick={props.onStop}>
            {t('common:action.cancel')}
          </Button>
        ) : (
          <>
            <Button size="small" onClick={props.onAgain}>
              {t('checks.again')}
            </Button>
            <Button size="small" type="text" onClick={props.onClose}>
              {t('common:action.close')}
            </Button>
          </>
        )}
      </div>
      {faults.length === 0 ? null : (
        <ul>
          {faults.map((fault) => (
            <li key={`${fault.elementId} ${fault.elementName} ${fault.problem.code}`}>
              <button type="button" className="dt-link" onClick={() => onFault(fault)}>
                {fault.elementName === '' ? null : <b>{fault.elementName}: </b>}
                {problemText(t, fault.problem)}
              </button>{' '}
              <span>{t('checks.rows', { count: fault.count, row: fault.row })}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
