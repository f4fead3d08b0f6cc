import type { TFunction } from 'i18next';
import type { RepeatedRun } from '#protocol/printing.ts';
import { dateFormat } from '#app/state/language-formats.ts';

/** Names a repeated run by its start time; files for programs have its id. */
export function repeatsText(t: TFunction<'print'>, language: string, { startedAt }: RepeatedRun): string {
  const time = dateFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return t('print:report.repeats', { time: time.format(startedAt) });
}
