import type { RecordSource } from '#model/data/record-source.ts';
import type { DataRecord } from '#model/data/record.ts';
import { activeSizeGroup } from '#model/elements/base/size-group.ts';
import { hasRunSize, type RunSized, type TextStyle } from '#model/elements/base/text-style.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { isTable } from '#model/elements/table/table-element.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { Template } from '#model/template/template.ts';

/** The em heights of texts that have one size on all labels of a run, by the text's key: its element, cell or group. */
export type RunSizes = ReadonlyMap<string, Mm>;

/** Rows that are measured at a time. */
const ROWS_AT_ONCE = 500;

/** Whether a text of the template has one size on all labels of a run. */
export function hasRunSizes(template: Template): boolean {
  return runSizeKeys(template).size > 0;
}

/** The template whose texts have at most these sizes. */
export function withRunSizes(template: Template, sizes: RunSizes): Template {
  const keys = runSizeKeys(template);
  const elements = template.elements.map((element) => {
    const own = keys.get(element);
    return own === undefined ? element : withSizes(element, own, sizes);
  });
  return elements.every((element, i) => element === template.elements[i]) ? template : { ...template, elements };
}

/** The smaller sizes of both. */
export function smallerSizes(one: RunSizes, other: RunSizes): RunSizes {
  const all = new Map(one);
  for (const [key, sizeMm] of other) all.set(key, Math.min(sizeMm, all.get(key) ?? Infinity));
  return all;
}

/** Measures rows: the answer has the smallest sizes that these and earlier ones need. */
export type MeasureRows = (
  first: number,
  records: readonly DataRecord[],
  signal: AbortSignal,
) => Promise<Result<RunSizes>>;

/**
 * The template of a run over these records: each text that has one size on all labels has the smallest that a row
 * needs. `measure` is called up to `atOnce` times at a time, and `onProgress` with the number of measured rows.
 */
export async function templateOfRun(
  template: Template,
  records: RecordSource,
  { measure, atOnce = 1 }: { readonly measure: MeasureRows; readonly atOnce?: number },
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<Result<Template>> {
  if (!hasRunSizes(template)) return ok(template);
  let sizes: RunSizes = new Map();
  let next = 0;
  let done = 0;
  let failure: Result<never> | null = null;
  async function measureSome(): Promise<void> {
    while (next < records.count && failure === null) {
      const first = next;
      const count = Math.min(ROWS_AT_ONCE, records.count - first);
      next += count;
      const rows = await records.read(first, count, signal);
      const measured = rows.ok ? await measure(first, rows.value, signal) : rows;
      if (signal.aborted) failure ??= err(problem('aborted'));
      else if (!measured.ok) failure ??= measured;
      else {
        sizes = smallerSizes(sizes, measured.value);
        done += count;
        onProgress(done, records.count);
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, measureSome));
  return failure ?? ok(withRunSizes(template, sizes));
}

/** The elements with texts that have one size on all labels, and the key of each content; null for other contents. */
export function runSizeKeys({ elements }: Template): ReadonlyMap<LabelElement, readonly (string | null)[]> {
  const groups = new Set(
    elements.flatMap((element) => {
      const group = activeSizeGroup(element);
      return group !== null && hasRunSize(element as LabelElement & TextStyle) ? [group] : [];
    }),
  );
  const keys = new Map<LabelElement, readonly (string | null)[]>();
  for (const element of elements) {
    const group = activeSizeGroup(element);
    const own = isTable(element)
      ? element.cells.map(({ style }, i) => (hasRunSize(style) ? `cell ${i} of ${element.id}` : null))
      : group !== null
        ? [groups.has(group) ? `group ${group}` : null]
        : ['fit' in element && hasRunSize(element) ? `element ${element.id}` : null];
    if (own.some((key) => key !== null)) keys.set(element, own);
  }
  return keys;
}

/** The element whose texts have at most these sizes. */
export function withSizes(element: LabelElement, keys: readonly (string | null)[], sizes: RunSizes): LabelElement {
  const sizeOf = (content: number): RunSized | null => {
    const runSizeMm = sizes.get(keys[content] ?? '');
    return runSizeMm === undefined ? null : { runSizeMm };
  };
  if (!isTable(element)) {
    const size = sizeOf(0);
    return size === null ? element : { ...element, ...size };
  }
  const cells = element.cells.map((cell, i) => {
    const size = sizeOf(i);
    return size === null ? cell : { ...cell, style: { ...cell.style, ...size } };
  });
  return { ...element, cells };
}
