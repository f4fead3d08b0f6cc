import type { Result } from '#model/kernel/result.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { Calibration } from '#model/page/calibration.ts';
import type { Template } from '#model/template/template.ts';
import type { KeptRun, RepeatedRun } from '#protocol/printing.ts';
import type { TextOverflow } from '#protocol/render.ts';
import type { Resumption } from './resume.ts';

/** A request to print: the content, and how to print it. */
export interface PrintRequest {
  /** A unique name of the run: at most 64 letters, digits, `-` and `_`. */
  readonly jobId: string;
  readonly jobName: string;
  readonly template: Template;
  /**
   * Gives the template with values that are permanently reserved, such as serial numbers. Called once, after all other
   * checks before the start; the run fails with its problem.
   */
  readonly takeValues?: (signal: AbortSignal) => Promise<Result<Template>>;
  readonly records: RecordSource;
  readonly printer: string;
  readonly dpi: number;
  /** The least grade of every symbol. */
  readonly minGrade: Grade;
  /** Whether labels with text that doesn't fit are printed. */
  readonly overflow: TextOverflow;
  readonly copies: number;
  /** The calibration of the printer when the run begins; null for none. */
  readonly calibration: Calibration | null;
  /** The cell of the first sheet with the first label, if the cells before are used up; 0 when left out. */
  readonly firstCell?: number;
  /**
   * Stored in addition, so that the run can be resumed after its page was closed. The run is not stored when this is
   * left out.
   */
  readonly keep?: Pick<KeptRun, 'templateId' | 'printed' | 'data' | 'fonts' | 'pictures'>;
  /** The run with the labels that this one reprints or continues. */
  readonly repeats?: RepeatedRun;
  /** The point from which a suspended run is resumed; the rest of the request must be as stored. */
  readonly resume?: Resumption;
}
