import { useEffect, useMemo, useState } from 'react';
import type { Operand } from '#model/elements/base/content.ts';
import { spreadsheetKey } from '#model/elements/base/reading.ts';
import { boundTables } from '#model/data/tables.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { possibleReferences } from '#model/elements/references.ts';
import type { SheetInfo, SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';
import { columnSource, offeredSheets } from './bindings.ts';

/** Names for formulas: the columns of the open spreadsheets, and other elements. */
export interface OfferedNames {
  readonly columns: readonly Operand[];
  /** The elements that this one may take its value from. */
  elementsFor(element: LabelElement): readonly Operand[];
}

interface OfferedSheet {
  readonly info: SpreadsheetInfo;
  readonly sheet: SheetInfo;
}

/** The most sheets whose first values are fetched: they replace rows only while a spreadsheet is missing. */
const MOST_SHEETS = 8;

/** The distinct names for formulas. Bound sheets are first, so that their columns keep plain names. */
export function useOfferedNames(): OfferedNames {
  const { data } = useEditorSession();
  const { sheets } = useStore(data.state);
  const template = useEditorState((s) => s.template);
  const { elements } = template;
  const bound = JSON.stringify(boundTables(template).map((table) => [spreadsheetKey(table), table.sheet]));
  const offered = useMemo((): readonly OfferedSheet[] => {
    const all = [...sheets.values()].flatMap((info) => offeredSheets(info).map((sheet) => ({ info, sheet })));
    const isBound = ({ info, sheet }: OfferedSheet): boolean =>
      bound.includes(JSON.stringify([spreadsheetKey(info), sheet.name]));
    return [...all.filter(isBound), ...all.filter((each) => !isBound(each))];
  }, [sheets, bound]);

  const [firstRows, setFirstRows] = useState<ReadonlyMap<SheetInfo, readonly string[]>>(new Map());
  useEffect(() => {
    let isWanted = true;
    const asked = offered.slice(0, MOST_SHEETS).map(async ({ info, sheet }) => {
      return [sheet, await data.firstRow(info, sheet.name, sheet.columns)] as const;
    });
    void Promise.all(asked).then((rows) => (isWanted ? setFirstRows(new Map(rows)) : undefined));
    return () => {
      isWanted = false;
    };
  }, [data, offered]);

  return useMemo(() => {
    const taken = new Set<string>();
    const free = (names: readonly string[]): string | undefined => names.find((name) => !taken.has(name));
    const columns: Operand[] = [];
    for (const { info, sheet } of offered) {
      const first = firstRows.get(sheet);
      for (const [i, column] of sheet.columns.entries()) {
        const name = free([column, `${column} (${sheet.name})`, `${column} (${sheet.name}, ${info.fileName})`]);
        if (name === undefined) continue;
        taken.add(name);
        columns.push({ name, source: columnSource(info, sheet.name, column, first?.[i] ?? '', '') });
      }
    }
    return {
      columns,
      elementsFor(element) {
        const used = new Set(taken);
        return possibleReferences(elements, element.id).flatMap(({ id, name }): readonly Operand[] => {
          const own = [name, `${name} (${id})`].find((each) => !used.has(each));
          if (own === undefined) return [];
          used.add(own);
          return [{ name: own, source: { type: 'reference', element: id, text: '' } }];
        });
      },
    };
  }, [offered, firstRows, elements]);
}
