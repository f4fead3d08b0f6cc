import { memo, type JSX, type MemoExoticComponent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { VirtualItem } from '@tanstack/react-virtual';
import type { SortKey } from '#protocol/table-query.ts';
import type { GridCell } from './grid-keys.ts';
import { GridHeading } from './GridHeading.tsx';
/** The content and the actions of a table's headings. */
export interface HeadingsProps {
  readonly columns: readonly string[];
  readonly sort: readonly SortKey[];
  readonly filtered: ReadonlySet<string>;
  /** A mark next to a heading for what is bound to the column. */
  readonly renderMark?: ((column: string) => ReactNode) | undefined;
  /** Moves to another cell; `row` is the row of the sheet, null if it is not known yet or a heading. */
  readonly onCell: (cell: GridCell, row: number | null) => void;
  readonly onSort: (column: string, add: boolean) => void;
  /** Opens the filter of a column; `anchor` is its heading. */
  readonly onFilter: (column: string, anchor: HTMLElement) => void;
  readonly onWidth: (column: number, width: number) => void;
  /** Makes headings draggable: sets the data of the drag. */
  readonly onCarry?: ((column: string, data: DataTransfer) => void) | undefined;
}

interface GridHeadProps extends HeadingsProps {
  readonly id: string;
  readonly numberWidth: number;
  readonly cells: readonly VirtualItem[];
  /** The offset of the headings' positions. */
  readonly left: number;
  /** The heading with the keyboard focus; null for none. */
  readonly activeColumn: number | null;
}

/** The headings above the rows. They do not render again when the rows are scrolled. */
export const GridHead: MemoExoticComponent<(props: GridHeadProps) => JSX.Element> = memo(Head);

function Head({ id, columns, numberWidth, cells, left, activeColumn, ...rest }: GridHeadProps): JSX.Element {
  const { t } = useTranslation('table');
  return (
    <div className="tg-head" role="row" aria-rowindex={1}>
      <div className="tg-corner" role="columnheader" aria-colindex={1} style={{ width: numberWidth }}>
        <span className="tg-spoken">{t('grid.rowNumber')}</span>
      </div>
      <div className="tg-clip" style={{ left: numberWidth }}>
        {cells.map(({ index, start, size }) => (
          <GridHeading
            key={index}
            id={`${id}--1-${index}`}
            column={columns[index] ?? ''}
            index={index}
            left={start - left}
            width={size}
            active={activeColumn === index}
            sort={rest.sort}
            filtered={rest.filtered.has(columns[index] ?? '')}
            mark={rest.renderMark?.(columns[index] ?? '')}
            onChoose={() => rest.onCell({ row: -1, column: index }, null)}
            onSort={rest.onSort}
            onFilter={rest.onFilter}
            onWidth={(px) => rest.onWidth(index, px)}
            onCarry={rest.onCarry}
          />
        ))}
      </div>
    </div>
  );
}
