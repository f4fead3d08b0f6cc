import { useCallback, useRef, useState, type JSX, type RefObject } from 'react';
import { FilterForm } from './FilterForm.tsx';
import type { QueryControls } from './use-table-query.ts';

/** The size of the form, in CSS pixels. */
const FORM_PX = { width: 268, height: 162 };
const MARGIN_PX = 8;

export interface FilterFormControls {
  /** For the element around the table, which gets the focus back when the form closes. */
  readonly around: RefObject<HTMLDivElement | null>;
  /** Opens the form below the heading's button. */
  open(column: string, anchor: HTMLElement): void;
  /** The form while it is open. */
  readonly form: JSX.Element | null;
}

/** Edits the filter of one column at a time, next to its heading and inside the window. */
export function useFilterForm({ query, filter }: Pick<QueryControls, 'query' | 'filter'>): FilterFormControls {
  const around = useRef<HTMLDivElement>(null);
  const [filtering, setFiltering] = useState<{ column: string; left: number; top: number } | null>(null);
  const close = useCallback(() => {
    setFiltering(null);
    around.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
  }, []);
  const form =
    filtering === null ? null : (
      <FilterForm
        key={filtering.column}
        column={filtering.column}
        filter={query.filters.find(({ column }) => column === filtering.column)}
        place={filtering}
        onClose={close}
        onApply={(next) => {
          filter(filtering.column, next);
          close();
        }}
      />
    );
  return {
    around,
    open(column, anchor) {
      const box = anchor.getBoundingClientRect();
      setFiltering({
        column,
        left: within(box.left, window.innerWidth - FORM_PX.width),
        top: within(box.bottom + 2, window.innerHeight - FORM_PX.height),
      });
    },
    form,
  };
}

function within(px: number, most: number): number {
  return Math.max(MARGIN_PX, Math.min(px, most - MARGIN_PX));
}
