import { availableParallelism } from 'node:os';
import { Type } from 'typebox';
import { ok, type Result } from '#model/kernel/result.ts';
import { OFFICE_LIMITS } from '#protocol/api.ts';
import { readVariables, type Environment } from '../core/read-variables.ts';

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

/** A conversion takes one core for some seconds; half of the cores are left for other work. */
const USUAL_AT_ONCE = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)));

export const USUAL_OFFICE: OfficeSettings = { mode: 'sandbox', atOnce: USUAL_AT_ONCE };

const VARIABLES = {
  OFFICE_CONVERSION: Type.Enum(OFFICE_MODES, { default: 'sandbox' }),
  OFFICE_PROGRAM: Type.Optional(
    Type.String({ pattern: '^/', description: 'a path such as /opt/libreoffice/program/soffice' }),
  ),
  OFFICE_AT_ONCE: Type.Integer({ minimum: 1, maximum: 16, default: USUAL_AT_ONCE }),
};

/** The error is one line for the person who started the server. */
export function readOfficeSettings(environment: Environment): Result<OfficeSettings, string> {
  const variables = readVariables(VARIABLES, environment);
  if (!variables.ok) return variables;
  const { OFFICE_CONVERSION, OFFICE_PROGRAM, OFFICE_AT_ONCE } = variables.value;
  return ok({
    mode: OFFICE_CONVERSION,
    ...(OFFICE_PROGRAM === undefined ? {} : { program: OFFICE_PROGRAM }),
    atOnce: OFFICE_AT_ONCE,
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
