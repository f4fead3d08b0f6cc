import { Tooltip } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { FIRST_DATA_ROW } from '#model/data/tables.ts';
import { NumberInput } from '#app/number/NumberInput.tsx';
import { problemText } from '#app/i18n/problem-text.ts';
import { Icon, type IconName } from '../widgets/icons.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '../session/store.ts';

/**
 * Steps the canvas through the rows of the bound spreadsheets, which have the numbers that the spreadsheet shows, or
 * through the labels of running numbers alone, which have no end.
 */
export function RowStepper(): JSX.Element | null {
  const { t } = useTranslation('editor');
  const { data } = useEditorSession();
  const { row, count, numbered, problem, missing } = useStore(data.state);
  if (count === 0) {
    if (problem === null || missing.size > 0) return null;
    return <span className="ed-row-problem">{problemText(t, problem)}</span>;
  }
  const of = numbered ? 'labels' : 'rows';
  const first = numbered ? 1 : FIRST_DATA_ROW;
  return (
    <div className="ed-rows" role="group" aria-label={t(`${of}.label`)}>
      <Step name="first" label={t(`${of}.first`)} disabled={row === 0} onClick={() => data.showRow(0)} />
      <Step name="previous" label={t(`${of}.previous`)} disabled={row === 0} onClick={() => data.showRow(row - 1)} />
      <span className="ed-row-number" data-testid="row-label">
        {numbered ? null : <span>{t('rows.row')}</span>}
        <RowNumber row={row} count={count} first={first} label={t(`${of}.number`)} />
        {numbered ? null : <span>{t('rows.of', { first, last: first + count - 1 })}</span>}
      </span>
      <Step name="next" label={t(`${of}.next`)} disabled={row >= count - 1} onClick={() => data.showRow(row + 1)} />
      <Step name="last" label={t(`${of}.last`)} disabled={row >= count - 1} onClick={() => data.showRow(count - 1)} />
    </div>
  );
}

function RowNumber({
  row,
  count,
  first,
  label,
}: {
  row: number;
  count: number;
  first: number;
  label: string;
}): JSX.Element {
  const { data } = useEditorSession();
  return (
    <span style={{ width: `${Math.max(4, String(first + count - 1).length + 3)}ch` }}>
      <NumberInput
        size="small"
        label={label}
        value={row + first}
        min={first}
        max={first + count - 1}
        precision={0}
        onChange={(wanted) => data.showRow(wanted - first)}
      />
    </span>
  );
}

function Step({
  name,
  label,
  disabled,
  onClick,
}: {
  name: Extract<IconName, 'first' | 'previous' | 'next' | 'last'>;
  label: string;
  disabled: boolean;
  onClick(): void;
}): JSX.Element {
  return (
    <Tooltip title={label} mouseEnterDelay={0.5}>
      <button
        type="button"
        className="ed-tool ed-tool-small"
        aria-label={label}
        disabled={disabled}
        data-testid={`row-${name}`}
        onClick={onClick}
      >
        <Icon name={name} size={16} />
      </button>
    </Tooltip>
  );
}
