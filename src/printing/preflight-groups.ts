import type { ElementId } from '#model/kernel/ids.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { RowCollector, type RowSet } from '#model/data/row-set.ts';
import type { ElementProblem } from '#model/page/display-list.ts';
import { PREFLIGHT_KINDS, preflightKind, type PreflightKind } from '#model/page/preflight.ts';
import type { RowPreflight } from '#protocol/render.ts';

/** A row of a group: its place, and its problem. */
export interface PreflightRow {
  /** Its number in the spreadsheet. */
  readonly row: number;
  /** Its place among the records. */
  readonly index: number;
  readonly problem: Problem;
}

/** One kind of finding about one element. */
export interface PreflightGroup {
  readonly key: string;
  readonly kind: PreflightKind;
  /** Whether it prevents a label from being printed. */
  readonly blocks: boolean;
  readonly elementId: ElementId;
  readonly elementName: string;
  /** How many rows have it. */
  readonly count: number;
  /**
   * Whether rows have different values in their problems, such as check digits: the values of one row are not those of
   * all.
   */
  readonly varies: boolean;
  /** The first of them. */
  readonly rows: readonly PreflightRow[];
}

/** The most rows that are kept per group; the rest are only counted. */
export const LISTED_ROWS = 500;
/** The most listed groups: a label can have thousands of invalid elements; the rest are only counted. */
export const LISTED_GROUPS = 2000;

export interface PreflightSum {
  readonly refused: number;
  /** The places of the rejected records. */
  readonly refusedRows: RowSet;
  readonly blocking: number;
  readonly warning: number;
  readonly groups: readonly PreflightGroup[];
}

/** A group as it grows; `shown` is the last snapshot, null when it has grown since. */
interface Growing {
  readonly head: Omit<PreflightGroup, 'count' | 'varies' | 'rows'>;
  readonly rows: PreflightRow[];
  count: number;
  varies: boolean;
  lastIndex: number;
  shown: PreflightGroup | null;
}

/** Collects findings by kind and element as they arrive. */
export function createPreflightLedger(): { add(row: RowPreflight, index: number): void; sum(): PreflightSum } {
  const groups = new Map<string, Growing>();
  const refused = new RowCollector();
  let [blocking, warning] = [0, 0];

  /** False for a repeated finding of the row: a code that is drawn twice may have the same reason twice. */
  function take(finding: ElementProblem, blocks: boolean, row: number, index: number): boolean {
    const { elementId, elementName, problem } = finding;
    const key = groupKey(finding, blocks);
    let group = groups.get(key);
    if (group === undefined) {
      if (groups.size >= LISTED_GROUPS) return true;
      const head = { key, kind: preflightKind(problem), blocks, elementId, elementName };
      group = { head, rows: [], count: 0, varies: false, lastIndex: -1, shown: null };
      groups.set(key, group);
    }
    if (group.lastIndex === index) return false;
    group.lastIndex = index;
    group.count++;
    group.shown = null;
    const [first] = group.rows;
    group.varies ||= first !== undefined && !hasSameValues(first.problem, problem);
    if (group.rows.length < LISTED_ROWS) group.rows.push({ row, index, problem });
    return true;
  }
  function shownOf(group: Growing): PreflightGroup {
    group.shown ??= { ...group.head, count: group.count, varies: group.varies, rows: [...group.rows] };
    return group.shown;
  }

  return {
    add({ row, problems, warnings }, index) {
      if (problems.length > 0) refused.add(index);
      for (const finding of problems) blocking += Number(take(finding, true, row, index));
      for (const finding of warnings) warning += Number(take(finding, false, row, index));
    },
    sum() {
      const refusedRows = refused.rows();
      return {
        refused: refusedRows.size,
        refusedRows,
        blocking,
        warning,
        groups: [...groups.values()].map(shownOf).sort(inOrder),
      };
    },
  };
}

/** The wording beyond the row's own values distinguishes groups: another font, another symbol. */
function groupKey({ elementId, elementName, problem: { code, params = {} } }: ElementProblem, blocks: boolean): string {
  const { family = '', symbol = '' } = params;
  return JSON.stringify([elementId, elementName, code, family, symbol, blocks]);
}

function hasSameValues({ params: a = {} }: Problem, { params: b = {} }: Problem): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

function inOrder(a: PreflightGroup, b: PreflightGroup): number {
  const byKind = PREFLIGHT_KINDS.indexOf(a.kind) - PREFLIGHT_KINDS.indexOf(b.kind);
  return byKind || Number(b.blocks) - Number(a.blocks) || b.count - a.count;
}
