import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import { templateOfRun, type MeasureRows } from '#model/page/run-sizes.ts';
import type { Template } from '#model/template/template.ts';
import type { WorkerPool } from './worker-pool.ts';

/**
 * The template of a run over these records, measured by `atOnce` threads of a pool that has the run open with this
 * template: a text with one size on all labels has the smallest that a row needs. `onProgress` is called with the
 * number of measured rows. Problems: those of the records and the pool, `aborted`.
 */
export function sizedByThreads(
  pool: Pick<WorkerPool, 'make'>,
  template: Template,
  records: RecordSource,
  atOnce: number,
  signal: AbortSignal,
  onProgress?: (done: number, total: number) => void,
): Promise<Result<Template>> {
  const measure: MeasureRows = async (first, some, until) => {
    const made = await pool.make({ first, records: some, isLast: false, firstCell: 0, measures: true }, until);
    if (!made.ok) return made;
    const { sizes } = made.value;
    return sizes === undefined ? err(problem('aborted')) : ok(sizes);
  };
  return templateOfRun(template, records, { measure, atOnce }, signal, onProgress);
}
