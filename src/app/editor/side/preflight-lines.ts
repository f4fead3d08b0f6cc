import type { PreflightKind } from '#model/page/preflight.ts';
import type { PreflightGroup, PreflightRow } from '#printing/preflight-groups.ts';

/** A row of the list of findings. */
export type PreflightLine =
  | { readonly type: 'kind'; readonly kind: PreflightKind; readonly count: number }
  | { readonly type: 'group'; readonly group: PreflightGroup; readonly isOpen: boolean }
  | { readonly type: 'row'; readonly group: PreflightGroup; readonly row: PreflightRow }
  /** Rows that are counted and not listed. */
  | { readonly type: 'more'; readonly group: PreflightGroup; readonly count: number };

/** The groups, each kind below its heading, with the rows of the expanded ones. */
export function preflightLines(groups: readonly PreflightGroup[], open: ReadonlySet<string>): readonly PreflightLine[] {
  const counts = new Map<PreflightKind, number>();
  for (const { kind, count } of groups) counts.set(kind, (counts.get(kind) ?? 0) + count);
  const lines: PreflightLine[] = [];
  let kind: PreflightKind | null = null;
  for (const group of groups) {
    if (group.kind !== kind) {
      ({ kind } = group);
      lines.push({ type: 'kind', kind, count: counts.get(kind) ?? 0 });
    }
    const isOpen = open.has(group.key);
    lines.push({ type: 'group', group, isOpen });
    if (!isOpen) continue;
    for (const row of group.rows) lines.push({ type: 'row', group, row });
    const rest = group.count - group.rows.length;
    if (rest > 0) lines.push({ type: 'more', group, count: rest });
  }
  return lines;
}

/** The row of the group itself. */
export function lineOfGroup(lines: readonly PreflightLine[], key: string): number {
  return lines.findIndex((line) => line.type === 'group' && line.group.key === key);
}
