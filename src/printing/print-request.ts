import type { Result } from '#model/kernel/result.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { Calibration } from '#model/page/calibration.ts';
import type { Template } from '#model/template/template.ts';
import type { KeptRun, RepeatedRun } from '#protocol/printing.ts';
import type { TextOverflow } from '#protocol/render.ts';
import type { Resumption } from './resume.ts';

/** What is to be printed, and how. */
export interface PrintRequest {
  /** A name that no other run has: at most 64 letters, digits, `-` and `_`. */
  readonly jobId: string;
  readonly jobName: string;
  readonly template: Template;
  /**
   * Gives the template with values that are taken for good, such as serial numbers. Called once, when everything else that
   * could keep the run from starting has been looked at; the run fails with its problem.
   */
  readonly takeValues?: (signal: AbortSignal) => Promise<Result<Template>>;
  readonly records: RecordSource;
  readonly printer: string;
  readonly dpi: number;
  /** The grade that every symbol must have at least. */
  readonly minGrade: Grade;
  /** Whether labels whose text does not fit are printed all the same. */
  readonly overflow: TextOverflow;
  readonly copies: number;
  /** What makes the prints of this printer true, as it is kept of the printer when the run begins; null for nothing. */
  readonly calibration: Calibration | null;
  /** The cell of the first sheet in which the first label stands, where the cells before are used up; 0 when left out. */
  readonly firstCell?: number;
  /** What is kept beside this, so that the run can go on when its page is gone. It is not kept when this is left out. */
  readonly keep?: Pick<KeptRun, 'templateId' | 'printed' | 'data' | 'fonts'>;
  /** The run whose labels this one prints once more, or goes on with. */
  readonly repeats?: RepeatedRun;
  /** From where a run goes on that was left; the rest of this must be as it was kept. */
  readonly resume?: Resumption;
}
