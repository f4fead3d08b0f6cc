import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import { Icon } from '../widgets/icons.tsx';
import type { PreflightLine } from './preflight-lines.ts';

/** Heights of the rows in CSS pixels, as in preflight.css. */
export const PREFLIGHT_ROW_PX: Readonly<Record<PreflightLine['type'], number>> = {
  kind: 30,
  group: 62,
  row: 28,
  more: 28,
};

export interface PreflightListRowProps {
  readonly line: PreflightLine;
  readonly id: string;
  readonly hasKeys: boolean;
  /** Goes to its row and element. */
  onChoose(): void;
  /** Shows or hides its rows. */
  onToggle(): void;
}

export function PreflightListRow({ line, id, hasKeys, onChoose, onToggle }: PreflightListRowProps): JSX.Element {
  const { t, i18n } = useTranslation(['side', 'problems']);
  const number = numberFormat(i18n.language);
  const common = { id, 'data-keys': hasKeys };
  if (line.type === 'kind') {
    return (
      <div {...common} role="treeitem" aria-level={1} aria-expanded className="pf-kind" data-testid="preflight-kind">
        <span>{t(`preflight.kind.${line.kind}`)}</span>
        <small>{number.format(line.count)}</small>
      </div>
    );
  }
  const { group } = line;
  const name = group.elementName === '' ? t('preflight.label') : group.elementName;
  if (line.type === 'more') {
    return (
      <div {...common} role="treeitem" aria-level={3} className="pf-row pf-more" onClick={onChoose}>
        {t('preflight.more', { count: line.count, number: number.format(line.count) })}
      </div>
    );
  }
  if (line.type === 'row') {
    const words = problemText(t, line.row.problem);
    return (
      <div
        {...common}
        role="treeitem"
        aria-level={3}
        className="pf-row"
        data-testid="preflight-row"
        data-row={line.row.row}
        onClick={onChoose}
      >
        <span>{rowName(t('preflight.row', { row: line.row.row }), line.row.row)}</span>{' '}
        <small title={words}>{words}</small>
      </div>
    );
  }
  const [first] = group.rows;
  const ofFirst = first === undefined ? '' : problemText(t, first.problem);
  const words = group.varies ? t('preflight.example', { row: first?.row, words: ofFirst }) : ofFirst;
  const labels = t('preflight.rows', { count: group.count, number: number.format(group.count) });
  const severity = t(group.blocks ? 'preflight.blocks' : 'preflight.warns');
  return (
    <div
      {...common}
      role="treeitem"
      aria-level={2}
      aria-expanded={line.isOpen}
      className={group.blocks ? 'pf-group pf-blocks' : 'pf-group'}
      data-testid="preflight-group"
      data-code={first?.problem.code}
      data-blocks={group.blocks}
      data-count={group.count}
      onClick={onChoose}
    >
      <span className="pf-mark" role="img" title={severity}>
        <Icon name="warning" size={15} />
      </span>
      <span className="pf-words">
        <b title={name}>{name}</b>
        <small title={words}>{words}</small>
      </span>
      <button
        type="button"
        className="pf-toggle"
        tabIndex={-1}
        aria-label={labels}
        data-testid="preflight-toggle"
        onClick={(event) => {
          event.stopPropagation();
          onToggle();
        }}
      >
        {number.format(group.count)}
        <Icon name="next" size={12} />
      </button>
    </div>
  );
}

/** A label without data has no rows. */
function rowName(words: string, row: number): string {
  return row === 0 ? '–' : words;
}
