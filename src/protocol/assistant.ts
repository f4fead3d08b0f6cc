import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { PROBLEM_CODES, problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Mm } from '#model/kernel/units.ts';
import { PRINT_LIMITS } from './page-limits.ts';

/*
 * The print assistant's protocol: text frames on a loopback websocket (specification 2, section 7).
 *   client -> assistant   hmarkwebclient {"fun": "...", "data": {...}}
 *   assistant -> client   {"fun": "...", "code": 200, "data": ...}
 * What that protocol lacks is added inside `data`: a handshake, job and sequence numbers in requests and replies,
 * and a question about what became of a job.
 */

export const ASSISTANT_PRODUCT = 'labelwright-assistant';
export const ASSISTANT_PROTOCOL = 1;
export const ASSISTANT_PORT = 9004;
export const CLIENT_PREFIX = 'hmarkwebclient ';

/** Base64 makes four characters of three bytes; the rest is for the other fields. */
export const MAX_FRAME_BYTES: number = Math.ceil(PRINT_LIMITS.maxPngBytes / 3) * 4 + 64 * 1024;
/** Pages of one connection that may wait for their printer; a client's window stays below it. */
export const MAX_WAITING_PAGES = 64;
export const MAX_COPIES = 9999;
export const MAX_SEQUENCE = 10_000_000;

export const ASSISTANT_FUNCTIONS = [
  'hello',
  'getComputerPrinters',
  'outputPrintting',
  'jobStatus',
  'finishJob',
  'cancelJob',
] as const;
export type AssistantFunction = (typeof ASSISTANT_FUNCTIONS)[number];

/** What the assistant says of itself; a client trusts nothing on the port before it has seen this. */
export interface AssistantInfo {
  readonly product: string;
  readonly protocol: number;
  /** Names the record of printed pages. The same name later means that nothing of it was forgotten. */
  readonly instance: string;
}

/** Page sizes from .. to; a single size has both alike. */
export interface MediaLimits {
  readonly minWidthMm: Mm;
  readonly maxWidthMm: Mm;
  readonly minHeightMm: Mm;
  readonly maxHeightMm: Mm;
}

export const PRINTER_KINDS = ['folder', 'ipp'] as const;
export type PrinterKind = (typeof PRINTER_KINDS)[number];
export const PRINTER_STATES = ['idle', 'processing', 'stopped', 'unreachable'] as const;
export type PrinterState = (typeof PRINTER_STATES)[number];

export interface PrinterInfo {
  readonly name: string;
  readonly kind: PrinterKind;
  /** Resolutions it prints at; empty for any. */
  readonly dpis: readonly number[];
  /** Sizes it takes; empty where any is taken or it does not tell. */
  readonly media: readonly MediaLimits[];
  readonly state: PrinterState;
}

/** One page for a printer. `image` is the whole page as a base64 PNG. */
export interface OutputPage {
  readonly jobId: string;
  /** Counts the pages of a job from 1; a number is never used for another page. */
  readonly sequence: number;
  /** The specification's own place of an image: the page, and its cell. Whole pages are sent, so the cell is 1, 1. */
  readonly page: number;
  readonly row: number;
  readonly column: number;
  readonly image: string;
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  readonly dpi: number;
  readonly printer: string;
  readonly copies: number;
  readonly jobName: string;
}

export interface JobReference {
  readonly jobId: string;
}

/**
 * `spooled`: it has it now (spooled, never "printed"). `duplicate`: it had it already and printed nothing.
 * `inDoubt`: something broke while it was being handed over, and nobody can tell; it is not sent again.
 */
export const PAGE_OUTCOMES = ['spooled', 'duplicate', 'inDoubt'] as const;
export type PageOutcome = (typeof PAGE_OUTCOMES)[number];

export interface PageAck {
  readonly jobId: string;
  readonly sequence: number;
  readonly outcome: PageOutcome;
}

/** Sequences from .. to, both included. */
export type SequenceRange = readonly [from: number, to: number];

/** What became of a job's pages; a sequence in none of the lists never arrived. */
export interface JobStatus {
  readonly jobId: string;
  /** False when there is no record of such a job. */
  readonly known: boolean;
  readonly state: 'open' | 'finished' | 'cancelled';
  /** Being handed to the printer at this moment. */
  readonly accepted: readonly SequenceRange[];
  readonly spooled: readonly SequenceRange[];
  readonly inDoubt: readonly SequenceRange[];
  /** Surely not printed; may be sent again. */
  readonly failed: readonly SequenceRange[];
}

export type AssistantRequest =
  | { readonly fun: 'hello'; readonly data: { readonly protocol: number } }
  | { readonly fun: 'getComputerPrinters'; readonly data: { readonly detail: boolean } }
  | { readonly fun: 'outputPrintting'; readonly data: OutputPage }
  | { readonly fun: 'jobStatus'; readonly data: JobReference }
  | { readonly fun: 'finishJob'; readonly data: JobReference }
  | { readonly fun: 'cancelJob'; readonly data: JobReference };

export interface AssistantFailure {
  readonly problem: Problem;
  /** The same in plain English, for whoever reads the traffic. */
  readonly message: string;
  readonly jobId?: string;
  readonly sequence?: number;
}

export type AssistantReply =
  | { readonly fun: 'hello'; readonly ok: true; readonly data: AssistantInfo }
  | { readonly fun: 'getComputerPrinters'; readonly ok: true; readonly data: readonly PrinterInfo[] }
  | { readonly fun: 'outputPrintting'; readonly ok: true; readonly data: PageAck }
  | { readonly fun: 'jobStatus' | 'finishJob' | 'cancelJob'; readonly ok: true; readonly data: JobStatus }
  | { readonly fun: AssistantFunction | ''; readonly ok: false; readonly data: AssistantFailure };

// ---- validation ------------------------------------------------------------------------------------------------

/** Job ids name files on the assistant's side, so nothing else is let through. */
const JobId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$' });
const Sequence = Type.Integer({ minimum: 1, maximum: MAX_SEQUENCE });
const SideMm = Type.Number({ exclusiveMinimum: 0, maximum: PRINT_LIMITS.maxSideMm });
const Name = Type.String({ minLength: 1, maxLength: 200 });

const JobReferenceSchema = Type.Object({ jobId: JobId });

const REQUEST_DATA = {
  hello: Type.Object({ protocol: Type.Integer({ minimum: 1 }) }),
  getComputerPrinters: Type.Object({ detail: Type.Optional(Type.Boolean()) }),
  outputPrintting: Type.Object({
    jobId: JobId,
    sequence: Sequence,
    page: Type.Integer({ minimum: 1 }),
    row: Type.Integer({ minimum: 1 }),
    column: Type.Integer({ minimum: 1 }),
    image: Type.String({ minLength: 1 }),
    widthMm: SideMm,
    heightMm: SideMm,
    dpi: Type.Number({ minimum: 50, maximum: 2400 }),
    printer: Name,
    copies: Type.Integer({ minimum: 1, maximum: MAX_COPIES }),
    jobName: Type.String({ maxLength: 200 }),
  }),
  jobStatus: JobReferenceSchema,
  finishJob: JobReferenceSchema,
  cancelJob: JobReferenceSchema,
} satisfies { [F in AssistantFunction]: unknown };

const Ranges = Type.Array(Type.Tuple([Sequence, Sequence]));
const JobStatusSchema = Type.Object({
  jobId: JobId,
  known: Type.Boolean(),
  state: Type.Union([Type.Literal('open'), Type.Literal('finished'), Type.Literal('cancelled')]),
  accepted: Ranges,
  spooled: Ranges,
  inDoubt: Ranges,
  failed: Ranges,
});

const REPLY_DATA = {
  hello: Type.Object({
    product: Type.Literal(ASSISTANT_PRODUCT),
    protocol: Type.Integer({ minimum: 1 }),
    instance: Type.String({ minLength: 1, maxLength: 100 }),
  }),
  getComputerPrinters: Type.Array(
    Type.Object({
      name: Name,
      kind: Type.Union(PRINTER_KINDS.map((kind) => Type.Literal(kind))),
      dpis: Type.Array(Type.Number({ exclusiveMinimum: 0 })),
      media: Type.Array(
        Type.Object({
          minWidthMm: Type.Number(),
          maxWidthMm: Type.Number(),
          minHeightMm: Type.Number(),
          maxHeightMm: Type.Number(),
        }),
      ),
      state: Type.Union(PRINTER_STATES.map((state) => Type.Literal(state))),
    }),
  ),
  outputPrintting: Type.Object({
    jobId: JobId,
    sequence: Sequence,
    outcome: Type.Union(PAGE_OUTCOMES.map((outcome) => Type.Literal(outcome))),
  }),
  jobStatus: JobStatusSchema,
  finishJob: JobStatusSchema,
  cancelJob: JobStatusSchema,
} satisfies { [F in AssistantFunction]: unknown };

const FailureSchema = Type.Object({
  problem: Type.Object({
    code: Type.Union(PROBLEM_CODES.map((code) => Type.Literal(code))),
    path: Type.Optional(Type.String()),
    params: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
  }),
  message: Type.String(),
  jobId: Type.Optional(JobId),
  sequence: Type.Optional(Sequence),
});

const EnvelopeSchema = Type.Object({ fun: Type.String(), code: Type.Integer(), data: Type.Unknown() });

function badMessage(reason: string): { readonly ok: false; readonly error: Problem } {
  return err(problem('assistant.badMessage', { reason }));
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function isFunction(fun: unknown): fun is AssistantFunction {
  return ASSISTANT_FUNCTIONS.some((known) => known === fun);
}

export function encodeRequest(request: AssistantRequest): string {
  return CLIENT_PREFIX + JSON.stringify(request);
}

/** Takes a frame that a client sent; anything that is not exactly a request is `assistant.badMessage`. */
export function decodeRequest(frame: string): Result<AssistantRequest> {
  if (!frame.startsWith(CLIENT_PREFIX)) return badMessage('the client name is missing');
  const message = parseObject(frame.slice(CLIENT_PREFIX.length));
  if (message === null) return badMessage('not a JSON object');
  const { fun } = message;
  if (!isFunction(fun)) return badMessage('unknown function');
  const data = message['data'] ?? {};
  if (!Check(REQUEST_DATA[fun], data)) return badMessage(`wrong data for ${fun}`);
  if (fun === 'getComputerPrinters') {
    return ok({ fun, data: { detail: (data as { readonly detail?: boolean }).detail === true } });
  }
  return ok({ fun, data } as AssistantRequest);
}

/** HTTP's numbers, as the protocol has them: 200 for a success, 202 where the outcome is in doubt. */
export function encodeReply(reply: AssistantReply): string {
  if (!reply.ok) return JSON.stringify({ fun: reply.fun, code: failureCode(reply.data.problem), data: reply.data });
  const inDoubt = reply.fun === 'outputPrintting' && reply.data.outcome === 'inDoubt';
  return JSON.stringify({ fun: reply.fun, code: inDoubt ? 202 : 200, data: reply.data });
}

/** The reply to a `getComputerPrinters` that asked for no detail: names alone, as other clients of the protocol expect. */
export function encodePrinterNames(printers: readonly PrinterInfo[]): string {
  return JSON.stringify({ fun: 'getComputerPrinters', code: 200, data: printers.map((printer) => printer.name) });
}

function failureCode(of: Problem): number {
  switch (of.code) {
    case 'assistant.badMessage':
      return 400;
    case 'assistant.refusedOrigin':
      return 403;
    case 'assistant.printerUnknown':
      return 404;
    case 'assistant.tooLarge':
      return 413;
    case 'assistant.mediaUnsupported':
      return 415;
    case 'assistant.tooMany':
      return 429;
    default:
      return 500;
  }
}

/** Takes a frame that came from the port; anything that is not exactly a reply is `assistant.badMessage`. */
export function decodeReply(frame: string): Result<AssistantReply> {
  const message = parseObject(frame);
  if (message === null || !Check(EnvelopeSchema, message)) return badMessage('not a reply');
  const { fun, code, data } = message;
  if (code !== 200 && code !== 202) {
    if (!Check(FailureSchema, data)) return badMessage('wrong data of a failure');
    return ok({ fun: isFunction(fun) ? fun : '', ok: false, data: data as AssistantFailure });
  }
  if (!isFunction(fun)) return badMessage('unknown function');
  if (!Check(REPLY_DATA[fun], data)) return badMessage(`wrong data from ${fun}`);
  return ok({ fun, ok: true, data } as AssistantReply);
}

/** True when a sequence lies in one of the ranges. */
export function rangesContain(ranges: readonly SequenceRange[], sequence: number): boolean {
  return ranges.some(([from, to]) => from <= sequence && sequence <= to);
}

/** Ranges of sequences given in any order. */
export function toRanges(sequences: Iterable<number>): SequenceRange[] {
  const ranges: [number, number][] = [];
  for (const sequence of [...sequences].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && sequence <= last[1] + 1) last[1] = sequence;
    else ranges.push([sequence, sequence]);
  }
  return ranges;
}
