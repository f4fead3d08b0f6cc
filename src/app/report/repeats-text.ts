import type { TFunction } from 'i18next';
import type { RepeatedRun } from '#protocol/printing.ts';

/** Names the run whose labels were printed once more: when it was started, and its id, by which reports are told apart. */
export function repeatsText(t: TFunction<'print'>, language: string, { jobId, startedAt }: RepeatedRun): string {
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return t('print:report.repeats', { time: time.format(startedAt), id: jobId });
}
