import { useEffect, useMemo, useState } from 'react';
import type { TableView } from '#services/spreadsheet/table-view.ts';
import { readWidths, writeWidth } from './panel-memory.ts';

const MIN_PX = 76;
const MAX_PX = 260;
/** Space for the sort mark, the funnel and the edges. */
const HEADING_ROOM_PX = 56;
/** Space for the mark of a bound column. */
const MARK_ROOM_PX = 30;
const CELL_ROOM_PX = 24;
const SAMPLE_ROWS = 30;
const SAMPLE_COLUMNS = 64;

/** The width of a text in the table's font, rather too large than too small: a truncated number is misread. */
function textPx(text: string): number {
  let px = 0;
  for (const character of text.slice(0, 60)) {
    if ((character.codePointAt(0) ?? 0) >= 0x2e80) px += 13;
    else px += /[\dA-ZÀ-ÞА-Я-]/.test(character) ? 9 : 7.8;
  }
  return px;
}

/** The widths of a sheet's columns: as set by the user, otherwise by the first rows. */
export function useColumnWidths(
  sheet: string,
  columns: readonly string[],
  view: TableView | null,
  bound: ReadonlyMap<string, unknown>,
): { readonly widths: readonly number[]; setWidth(column: number, px: number): void } {
  const [set, setSet] = useState<{ readonly sheet: string; readonly px: Readonly<Record<string, number>> }>({
    sheet,
    px: readWidths(sheet),
  });
  const [fitted, setFitted] = useState<Readonly<Record<string, number>>>({});
  if (set.sheet !== sheet) setSet({ sheet, px: readWidths(sheet) });
  const names = JSON.stringify(columns);
  useEffect(() => {
    if (view === null) return;
    let current = true;
    const sample = (JSON.parse(names) as readonly string[]).slice(0, SAMPLE_COLUMNS);
    void view.rows(sample, 0, SAMPLE_ROWS).then((window) => {
      if (!current || !window.ok || window.value.rows.length === 0) return;
      const { rows } = window.value;
      const fit = sample.map((name, i): [string, number] => [
        name,
        Math.max(0, ...rows.map((texts) => textPx(texts[i] ?? ''))) + CELL_ROOM_PX,
      ]);
      // Once fitted, a column keeps its width: it must not jump when rows are sorted.
      setFitted((now) => ({ ...Object.fromEntries(fit), ...now }));
    });
    return () => {
      current = false;
    };
  }, [view, names]);
  const widths = useMemo(
    () =>
      columns.map((name) => {
        const own = set.px[name];
        if (own !== undefined) return own;
        const heading = textPx(name) + HEADING_ROOM_PX + (bound.has(name) ? MARK_ROOM_PX : 0);
        return Math.round(Math.min(MAX_PX, Math.max(MIN_PX, heading, fitted[name] ?? 0)));
      }),
    [columns, set, fitted, bound],
  );
  return {
    widths,
    setWidth(column, px) {
      const name = columns[column];
      if (name === undefined) return;
      setSet((now) => ({ ...now, px: { ...now.px, [name]: px } }));
      writeWidth(sheet, name, px);
    },
  };
}
