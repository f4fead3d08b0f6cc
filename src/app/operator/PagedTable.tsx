import type { ReactElement } from 'react';
import { Table, type TableProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { ListPages } from '#app/ui/ListPages.tsx';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import type { AnswerState } from '#app/state/use-answer.ts';
import '#app/ui/page/page.css';

export const PAGE_SIZE = 20;

interface PagedTableProps<Row> {
  /** The name of the table for screen readers. */
  readonly label: string;
  readonly columns: NonNullable<TableProps<Row>['columns']>;
  readonly rowKey: (row: Row) => string;
  readonly answer: AnswerState<{ readonly list: readonly Row[]; readonly count: number }>;
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Whether all rows are on one page. */
  readonly isWhole?: boolean;
}

/**
 * One page of a server list, with its loading, empty and error states. The first column heads the rows: a screen reader
 * announces it with the buttons of its row.
 */
export function PagedTable<Row extends object>(props: PagedTableProps<Row>): ReactElement {
  const { label, columns, rowKey, answer: state, page, onPage } = props;
  const { t } = useTranslation('operator');
  const { answer, problem, reload } = state;
  return (
    <>
      {problem === null ? null : <ListProblem problem={problem} onRetry={reload} />}
      <p className="operator-count" role="status">
        {answer === null ? '' : t('count', { count: answer.count })}
      </p>
      <Table<Row>
        className="table-card"
        aria-label={label}
        size="middle"
        columns={columns.map((column, i) => (i === 0 ? { ...column, rowScope: 'row' } : column))}
        dataSource={answer === null ? [] : [...answer.list]}
        rowKey={rowKey}
        loading={answer === null && problem === null}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: answer === null ? ' ' : t('empty') }}
      />
      {props.isWhole === true ? null : (
        <ListPages page={page} pageSize={PAGE_SIZE} total={answer?.count ?? 0} onChange={onPage} />
      )}
    </>
  );
}
