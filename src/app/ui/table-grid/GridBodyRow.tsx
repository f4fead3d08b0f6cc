import { memo, type JSX, type MemoExoticComponent, type ReactNode } from 'react';
import type { VirtualItem } from '@tanstack/react-virtual';
import type { GridRow } from './row-pages.ts';

interface GridBodyRowProps {
  readonly id: string;
  /** The position of the row in the view. */
  readonly place: number;
  /** CSS pixels from the top of the body. */
  readonly top: number;
  /** Undefined while it is fetched. */
  readonly row: GridRow | undefined;
  /** The number that the spreadsheet shows. */
  readonly number: number | null;
  readonly numberWidth: number;
  readonly cells: readonly VirtualItem[];
  /** The offset of the cells' positions. */
  readonly left: number;
  readonly firstColumn: number;
  readonly activeColumn: number | null;
  /** Whether the canvas shows this row. */
  readonly shown: boolean;
  /** Whether its box is checked; null for a grid without boxes. */
  readonly checked: boolean | null;
  /** Whether the row has a problem. */
  readonly bad: boolean;
  /** The columns with edited cells, as `,2,5,`. */
  readonly edited: string;
  /** The field in the active cell during editing. */
  readonly input: ReactNode;
  /** Additional texts for screen readers. Not looked up here: scrolling renders many rows. */
  readonly spoken: Readonly<Record<'onCanvas' | 'error' | 'bad' | 'edited', string>>;
}

/**
 * Right-aligned texts: numbers in common formats, with an optional currency or percent sign. Digits with a leading zero are
 * a code.
 */
const NUMBER = /^(?!0\d)[-+(]?[\p{Sc}\s]*\d[\d.,\u00a0\u202f' ]*[\p{Sc}%)\s]*$/u;

export const GridBodyRow: MemoExoticComponent<(props: GridBodyRowProps) => JSX.Element> = memo(Line);

function Line({
  id,
  place,
  top,
  row,
  number,
  numberWidth,
  cells,
  left,
  firstColumn,
  activeColumn,
  shown,
  checked,
  bad,
  edited,
  input,
  spoken,
}: GridBodyRowProps): JSX.Element {
  return (
    <div
      className={shown ? 'tg-row tg-row-shown' : 'tg-row'}
      role="row"
      data-place={place}
      aria-rowindex={place + 2}
      aria-selected={checked ?? shown}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div className="tg-number" role="rowheader" aria-colindex={1} style={{ width: numberWidth }}>
        {checked === null ? null : (
          <span
            className="tg-check"
            role="checkbox"
            aria-checked={checked}
            aria-label={String(number ?? '')}
            data-check
          />
        )}
        {bad ? <span className="tg-bad" title={spoken.bad} aria-hidden /> : null}
        {number ?? ''}
        {bad ? <span className="tg-spoken">{spoken.bad}</span> : null}
        {shown ? <span className="tg-spoken">{spoken.onCanvas}</span> : null}
      </div>
      <div className="tg-clip" style={{ left: numberWidth }}>
        {cells.map(({ index, start, size }) => {
          const text = row?.texts[index - firstColumn];
          const isEdited = edited.includes(`,${index},`);
          const error = row?.errors?.has(index - firstColumn) === true;
          const kind = error
            ? ' tg-error'
            : text !== undefined && text.length < 24 && NUMBER.test(text)
              ? ' tg-figure'
              : '';
          return (
            <div
              key={index}
              id={`${id}-${place}-${index}`}
              className={`tg-cell${kind}${isEdited ? ' tg-edited' : ''}${activeColumn === index ? ' tg-active' : ''}`}
              role="gridcell"
              data-cell={index}
              aria-colindex={index + 2}
              aria-selected={activeColumn === index}
              title={isEdited ? spoken.edited : text !== undefined && text.length > 12 ? text : undefined}
              style={{ left: start - left, width: size }}
            >
              {activeColumn === index && input !== null ? input : text === undefined ? <i className="tg-wait" /> : text}
              {isEdited ? <span className="tg-spoken">{spoken.edited}</span> : null}
              {error ? <span className="tg-spoken">{spoken.error}</span> : null}
            </div>
          );
        })}
      </div>
    </div>
  );
}
