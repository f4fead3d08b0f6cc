import type { AssistantInfo } from '#protocol/assistant.ts';
import { KEPT_FORMAT, type JournalJob, type KeptRun } from '#protocol/printing.ts';
import type { PrintRequest } from './print-request.ts';

/** The stored data of a run that is about to send its first page; null for one that is not stored. */
export function keptRun(
  { keep, repeats, dpi, minGrade, overflow, copies, calibration, firstCell = 0, records }: PrintRequest,
  job: JournalJob,
  setup: Pick<KeptRun, 'template' | 'now'>,
  asked: number,
  { instance, confirms }: AssistantInfo,
): KeptRun | null {
  if (keep === undefined) return null;
  const { template, now } = setup;
  const { editedCells = 0 } = records;
  const calibrated = calibration === null ? {} : { calibration };
  const begun = firstCell === 0 ? {} : { firstCell };
  const chosen = { dpi, minGrade, overflow, copies, asked, editedCells };
  const unconfirmed = confirms === false ? ({ unconfirmed: true } as const) : {};
  const repeated = repeats === undefined ? {} : { repeats };
  const own = { ...keep, ...repeated, ...calibrated, ...begun, ...chosen, ...unconfirmed };
  return { format: KEPT_FORMAT, ...job, ...own, template, now, instance };
}
