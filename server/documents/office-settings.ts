import { availableParallelism } from 'node:os';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { OFFICE_LIMITS } from '#protocol/api.ts';

/**
 * `sandbox`: in a sandbox of bubblewrap, or not at all. `outer`: the operator has put the whole server into a sandbox
 * for this purpose, such as a container without network. `off`: never.
 */
const OFFICE_MODES = ['sandbox', 'outer', 'off'] as const;

export interface OfficeSettings {
  readonly mode: (typeof OFFICE_MODES)[number];
  /** Path of `soffice` where it is not on the search path. */
  readonly program?: string;
  /** Concurrent conversions of this process. */
  readonly atOnce: number;
}

const MOST_AT_ONCE = 16;
/** A conversion takes one core for some seconds; half of the cores are left for other work. */
const USUAL_AT_ONCE = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)));

export const USUAL_OFFICE: OfficeSettings = { mode: 'sandbox', atOnce: USUAL_AT_ONCE };

/** The error is one line for the person who started the server. */
export function readOfficeSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Result<OfficeSettings, string> {
  const given = (name: string): string => environment[name]?.trim() ?? '';
  const wanted = given('OFFICE_CONVERSION') === '' ? 'sandbox' : given('OFFICE_CONVERSION');
  const mode = OFFICE_MODES.find((one) => one === wanted);
  if (mode === undefined) {
    return err(`OFFICE_CONVERSION must be one of ${OFFICE_MODES.join(', ')}, not "${wanted}".`);
  }
  const program = given('OFFICE_PROGRAM');
  if (program !== '' && !program.startsWith('/')) {
    return err(`OFFICE_PROGRAM must be a path such as /opt/libreoffice/program/soffice, not "${program}".`);
  }
  const count = given('OFFICE_AT_ONCE');
  if (count !== '' && !(/^[1-9]\d?$/.test(count) && Number(count) <= MOST_AT_ONCE)) {
    return err(`OFFICE_AT_ONCE must be a number from 1 to ${MOST_AT_ONCE}, not "${count}".`);
  }
  return ok({
    mode,
    ...(program === '' ? {} : { program }),
    atOnce: count === '' ? USUAL_AT_ONCE : Number(count),
  });
}

/** Resource limits of one conversion, and limits of its file. */
export interface OfficeLimits {
  readonly seconds: number;
  /** Address space of each process in the sandbox. With `workBytes` it limits the memory of a conversion. */
  readonly memoryBytes: number;
  /** The sandbox's only writable space, which is in memory. */
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
