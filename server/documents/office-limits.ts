import { OFFICE_LIMITS } from '#protocol/api.ts';

/** What one conversion may take of the machine, and what a file may be. */
export interface OfficeLimits {
  readonly seconds: number;
  /** Address space of each process in the sandbox. With `workBytes` it is what a conversion takes of memory at most. */
  readonly memoryBytes: number;
  /** The sandbox's only room to write, which is in memory. */
  readonly workBytes: number;
  /** Processes and threads. */
  readonly processes: number;
  readonly pdfBytes: number;
  readonly pages: number;
  readonly perUser: number;
  readonly waiting: number;
  readonly unaskedSeconds: number;
}

const MIB = 1024 * 1024;

export const USUAL_OFFICE_LIMITS: OfficeLimits = {
  seconds: OFFICE_LIMITS.seconds,
  memoryBytes: 768 * MIB,
  workBytes: 192 * MIB,
  processes: 64,
  pdfBytes: OFFICE_LIMITS.pdfBytes,
  pages: OFFICE_LIMITS.pages,
  perUser: OFFICE_LIMITS.perUser,
  waiting: OFFICE_LIMITS.waiting,
  unaskedSeconds: OFFICE_LIMITS.unaskedSeconds,
};
