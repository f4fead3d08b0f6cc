import { Type, type TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { parseJsonObject } from '#model/kernel/json-object.ts';
import { PROBLEM_CODES, problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  ACCESS_STATES,
  AskPairingSchema,
  IdentifySchema,
  PairingAskedSchema,
  PairingClaim,
  PairingSchema,
  PairSchema,
} from './assistant-pairing.ts';
import { failureCode, limitByName, limitOnTheWire } from './assistant-failures.ts';
import type { Message } from './message.ts';
import { MAX_PNG_BYTES, PRINT_LIMITS } from './page-limits.ts';
import { PrinterInfoSchema, PrinterName, type PrinterInfo, PRINTER_FAULTS } from './printer-info.ts';
import { MAX_PRINTER_NAME, PrinterSetupSchema } from './printer-setup.ts';

export type { FoundBy, MediaLimits, PrinterInfo, PrinterState } from './printer-info.ts';

/*
 * The print assistant's protocol: text frames on a loopback websocket (specification 2, section 7).
 *
 *   client -> assistant   hmarkwebclient {"fun": "...", "data": {...}}
 *   assistant -> client   {"fun": "...", "code": 200, "data": ...}
 *
 * Additions to that protocol are inside `data`: a handshake with pairing (`assistant-pairing.ts`), job and sequence
 * numbers in requests and replies, and a request for the status of a job. A large page is only announced, and the
 * assistant requests its image piece by piece; `image-pieces.ts` has the binary frames of the pieces, `page-batch.ts` those
 * of several small pages.
 */

export const ASSISTANT_PRODUCT = 'labelwright-assistant';
export const ASSISTANT_PROTOCOL = 1;
export const ASSISTANT_PORT = 9004;
export const CLIENT_PREFIX = 'hmarkwebclient ';
/** The prefix of a request: the specification doesn't define the names of other programs. */
const CLIENT_NAME = /^[\w.-]{1,40} ?(?=\{)/;

/** The largest PNG of a message. Larger ones are sent in pieces. */
export const MAX_MESSAGE_PNG_BYTES: number = 32 * 1024 * 1024;
/** Base64 needs four characters for three bytes; the rest is for the other fields. */
export const MAX_FRAME_BYTES: number = Math.ceil(MAX_MESSAGE_PNG_BYTES / 3) * 4 + 64 * 1024;
/** The most pages of one connection that wait for their printers. A run sends at most 128 at a time. */
export const MAX_WAITING_PAGES = 1024;
export const MAX_COPIES = 9999;
export const MAX_SEQUENCE = 10_000_000;

/**
 * The names of messages, as sent. `getComputerPrinters` and `outputPrintting` (with this spelling) are those of the
 * specification.
 */
export const ASSISTANT_FUNCTIONS = [
  'hello',
  'identify',
  'askPairing',
  'pair',
  'getComputerPrinters',
  'printerFaults',
  'setUpPrinter',
  'addPrinter',
  'removePrinter',
  'outputPrintting',
  'jobStatus',
  'finishJob',
  'cancelJob',
  'callBackJob',
] as const;
export type AssistantFunction = (typeof ASSISTANT_FUNCTIONS)[number];

/** Job ids name files of the assistant, so nothing else is accepted. */
const JobId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$' });
/** Counts the pages of a job from 1; a number is never used for another page. */
const Sequence = Type.Integer({ minimum: 1, maximum: MAX_SEQUENCE });
const SideMm = Type.Number({ exclusiveMinimum: 0, maximum: PRINT_LIMITS.maxSideMm });

/** The assistant's description of itself. A client trusts nothing on the port before this. */
const AssistantInfoSchema = Type.Object({
  product: Type.Literal(ASSISTANT_PRODUCT),
  protocol: Type.Integer({ minimum: 1 }),
  /** Identifies the assistant's record of printed pages. The same name later means that nothing in it was lost. */
  instance: Type.String({ minLength: 1, maxLength: 100 }),
  /** Whether it accepts pages with images in pieces. */
  pieces: Type.Optional(Type.Boolean()),
  /** Left out by assistants without pairing: they answer all pages that they accept. */
  access: Type.Optional(Type.Enum(ACCESS_STATES)),
  /** With `known`: proves that this is the assistant with which the client was paired. */
  proof: Type.Optional(Type.String()),
  /** Whether it accepts several pages in a frame (`page-batch.ts`). */
  batches: Type.Optional(Type.Boolean()),
  /** Whether it can recall pages that wait for their printer (`callBackJob`, the message of `recallPages`). */
  callsBack: Type.Optional(Type.Boolean()),
  /** Whether it reports printer faults. */
  tellsFaults: Type.Optional(Type.Boolean()),
  /** False if the status of a sent page can't be confirmed. */
  confirms: Type.Optional(Type.Boolean()),
});
export type AssistantInfo = Message<typeof AssistantInfoSchema>;

/** The fields of a page, except its image. */
export const PAGE_ORDER = {
  jobId: JobId,
  sequence: Sequence,
  /**
   * The place of an image in the specification: page and cell. Here whole pages are sent, so the cell is always 1, 1.
   */
  page: Type.Integer({ minimum: 1 }),
  row: Type.Integer({ minimum: 1 }),
  column: Type.Integer({ minimum: 1 }),
  widthMm: SideMm,
  heightMm: SideMm,
  dpi: Type.Number({ minimum: 50, maximum: 2400 }),
  printer: PrinterName,
  copies: Type.Integer({ minimum: 1, maximum: MAX_COPIES }),
  jobName: Type.String({ maxLength: 200 }),
  /** The most pages of the job, for sortable file names. Left out if unknown, and by earlier versions. */
  pages: Type.Optional(Type.Integer({ minimum: 1 })),
};

const PageOrderSchema = Type.Object(PAGE_ORDER);
export type PageOrder = Message<typeof PageOrderSchema>;

/** One page for a printer, the whole of it as a base64 PNG. */
const OutputPageSchema = Type.Object({ ...PAGE_ORDER, image: Type.String({ minLength: 1 }) });

/** One page for a printer, with the byte length of its PNG. The assistant requests it when it is the page's turn. */
const AnnouncedPageSchema = Type.Object({
  ...PAGE_ORDER,
  imageBytes: Type.Integer({ minimum: 1, maximum: MAX_PNG_BYTES }),
});
export type AnnouncedPage = Message<typeof AnnouncedPageSchema>;

/**
 * The specification's request: one image of one cell, without any identifying number. Other programs write the
 * printer's name in one of two ways, and copies as a number or a text.
 */
const CellSchema = Type.Object({
  /** From 0 or from 1: only used to name the printed files. */
  page: Type.Optional(Type.Integer({ minimum: 0 })),
  row: Type.Optional(Type.Integer({ minimum: 0 })),
  column: Type.Optional(Type.Integer({ minimum: 0 })),
  /** A PNG in base64, with or without `data:image/png;base64,` before it. */
  image: Type.String({ minLength: 1 }),
  printer: Type.Optional(PrinterName),
  printerName: Type.Optional(PrinterName),
  copies: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: MAX_COPIES }), Type.String({ pattern: '^[1-9][0-9]{0,3}$' })]),
  ),
});
export type CellToPrint = Message<typeof CellSchema>;

const JobReferenceSchema = Type.Object({ jobId: JobId });

/**
 * `spooled`: it has it now (spooled, never "printed"). `duplicate`: it had it already and printed nothing. `inDoubt`:
 * the handover failed, and the result is unknown; it is not sent again.
 */
const PAGE_OUTCOMES = ['spooled', 'duplicate', 'inDoubt'] as const;

const PageAckSchema = Type.Object({ jobId: JobId, sequence: Sequence, outcome: Type.Enum(PAGE_OUTCOMES) });
export type PageAck = Message<typeof PageAckSchema>;

/** A range of sequences, both ends included. */
const SequenceRangeSchema = Type.Tuple([Sequence, Sequence]);
export type SequenceRange = Message<typeof SequenceRangeSchema>;
const Ranges = Type.Array(SequenceRangeSchema);

/** The status of a job's pages; a sequence in none of the lists never arrived. */
const JobStatusSchema = Type.Object({
  jobId: JobId,
  /** False when there is no record of the job. */
  known: Type.Boolean(),
  state: Type.Enum(['open', 'finished', 'cancelled']),
  /** Being handed to the printer now. */
  accepted: Ranges,
  spooled: Ranges,
  inDoubt: Ranges,
  /** Certainly not printed; may be sent again. */
  failed: Ranges,
  /** Of an ended job: the folder of its files on the assistant's machine. Left out if its printer writes none. */
  folder: Type.Optional(Type.String({ maxLength: 5000 })),
});
export type JobStatus = Message<typeof JobStatusSchema>;

const REQUEST_DATA = {
  hello: Type.Object({ protocol: Type.Integer({ minimum: 1 }), pairing: Type.Optional(PairingClaim) }),
  identify: IdentifySchema,
  askPairing: AskPairingSchema,
  pair: PairSchema,
  getComputerPrinters: Type.Object({ detail: Type.Optional(Type.Boolean()) }),
  printerFaults: Type.Object({ printer: PrinterName }),
  setUpPrinter: Type.Object({ printer: PrinterName, setup: PrinterSetupSchema }),
  addPrinter: Type.Object({
    printer: Type.String({ minLength: 1, maxLength: MAX_PRINTER_NAME }),
    address: Type.String({ minLength: 1, maxLength: 500 }),
    setup: PrinterSetupSchema,
  }),
  removePrinter: Type.Object({ printer: PrinterName }),
  outputPrintting: Type.Union([OutputPageSchema, AnnouncedPageSchema]),
  jobStatus: JobReferenceSchema,
  finishJob: JobReferenceSchema,
  cancelJob: JobReferenceSchema,
  callBackJob: JobReferenceSchema,
} satisfies { [F in AssistantFunction]: TSchema };

const REPLY_DATA = {
  hello: AssistantInfoSchema,
  identify: Type.Object({}),
  askPairing: PairingAskedSchema,
  pair: PairingSchema,
  getComputerPrinters: Type.Array(PrinterInfoSchema),
  printerFaults: Type.Object({
    printer: PrinterName,
    /** Null if the printer reports no status. */
    faults: Type.Union([Type.Array(Type.Enum(PRINTER_FAULTS)), Type.Null()]),
    /** Pages of this client wait for the printer or are being handed over: copies, or pages of others, take time. */
    underWay: Type.Optional(Type.Boolean()),
  }),
  setUpPrinter: Type.Object({}),
  addPrinter: Type.Object({}),
  removePrinter: Type.Object({}),
  outputPrintting: PageAckSchema,
  jobStatus: JobStatusSchema,
  finishJob: JobStatusSchema,
  cancelJob: JobStatusSchema,
  callBackJob: JobStatusSchema,
} satisfies { [F in AssistantFunction]: TSchema };

const FailureSchema = Type.Object({
  problem: Type.Object({
    code: Type.Enum(PROBLEM_CODES),
    path: Type.Optional(Type.String()),
    params: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
  }),
  /** The same in plain English, for reading the traffic. */
  message: Type.String(),
  jobId: Type.Optional(JobId),
  sequence: Type.Optional(Sequence),
});
export type AssistantFailure = Message<typeof FailureSchema>;

export type AssistantRequest = {
  [F in AssistantFunction]: { readonly fun: F; readonly data: Message<(typeof REQUEST_DATA)[F]> };
}[AssistantFunction];

/**
 * A cell of a sheet to print: an `outputPrintting` of a client with only the messages of the specification. `outputCell`
 * is a name in the code and never sent.
 */
export interface CellRequest {
  readonly fun: 'outputCell';
  readonly data: CellToPrint;
}

/** The data of a request. */
export type RequestOf<F extends AssistantFunction> = Message<(typeof REQUEST_DATA)[F]>;

export type AssistantReply =
  | {
      [F in AssistantFunction]: { readonly fun: F; readonly ok: true; readonly data: Message<(typeof REPLY_DATA)[F]> };
    }[AssistantFunction]
  | { readonly fun: AssistantFunction | ''; readonly ok: false; readonly data: AssistantFailure };

const PIECE_WANTED = 'imagePiece';
const PieceWantedSchema = Type.Object({
  jobId: JobId,
  sequence: Sequence,
  /** Identifies the answer. */
  piece: Type.Integer({ minimum: 1, maximum: 0xffffffff }),
  /** The bytes of the PNG from `from` up to, but not including, `to`. */
  from: Type.Integer({ minimum: 0 }),
  to: Type.Integer({ minimum: 1, maximum: MAX_PNG_BYTES }),
});
/** The assistant requests a piece of an announced page's image. */
export interface PieceWanted {
  readonly fun: typeof PIECE_WANTED;
  readonly ok: true;
  readonly data: Message<typeof PieceWantedSchema>;
}

const PAGES_PRINTED = 'outputPages';
const PagesPrintedSchema = Type.Object({
  jobId: JobId,
  outcome: Type.Enum(PAGE_OUTCOMES),
  sequences: Type.Array(Sequence, { minItems: 1, maxItems: MAX_WAITING_PAGES }),
});
/** The answer for several pages that came in batches and have the same outcome, instead of one for each. */
export interface PagesPrinted {
  readonly fun: typeof PAGES_PRINTED;
  readonly ok: true;
  readonly data: Message<typeof PagesPrintedSchema>;
}

const EnvelopeSchema = Type.Object({ fun: Type.String(), code: Type.Integer(), data: Type.Unknown() });

function badMessage(reason: string): { readonly ok: false; readonly error: Problem } {
  return err(problem('assistant.badMessage', { reason }));
}

function isFunction(fun: unknown): fun is AssistantFunction {
  return ASSISTANT_FUNCTIONS.some((known) => known === fun);
}

/** Our own pages have a job. */
function isCell(data: unknown): data is CellToPrint {
  return typeof data === 'object' && data !== null && !('jobId' in data) && Check(CellSchema, data);
}

export function encodeRequest(request: AssistantRequest): string {
  return CLIENT_PREFIX + JSON.stringify(request);
}

/** Parses a frame from a client; anything that is not exactly a request is `assistant.badMessage`. */
export function decodeRequest(frame: string): Result<AssistantRequest | CellRequest> {
  const [clientName] = CLIENT_NAME.exec(frame) ?? [];
  if (clientName === undefined) return badMessage('the client name is missing');
  const message = parseJsonObject(frame.slice(clientName.length));
  if (message === null) return badMessage('not a JSON object');
  const { fun } = message;
  if (!isFunction(fun)) return badMessage('unknown function');
  // Some programs send an empty text instead of no data.
  const data = message['data'] === '' ? {} : (message['data'] ?? {});
  if (fun === 'outputPrintting' && isCell(data)) return ok({ fun: 'outputCell', data });
  if (!Check(REQUEST_DATA[fun], data)) return badMessage(`wrong data for ${fun}`);
  if (fun === 'getComputerPrinters') {
    return ok({ fun, data: { detail: (data as { readonly detail?: boolean }).detail === true } });
  }
  return ok({ fun, data } as AssistantRequest);
}

/** The protocol uses HTTP's codes: 200 for a success, 202 for an unknown result. */
export function encodeReply(reply: AssistantReply): string {
  if (!reply.ok) {
    const data = { ...reply.data, problem: limitOnTheWire(reply.data.problem) };
    return JSON.stringify({ fun: reply.fun, code: failureCode(data.problem), data });
  }
  const inDoubt = reply.fun === 'outputPrintting' && reply.data.outcome === 'inDoubt';
  return JSON.stringify({ fun: reply.fun, code: inDoubt ? 202 : 200, data: reply.data });
}

export function encodePieceWanted(data: PieceWanted['data']): string {
  return JSON.stringify({ fun: PIECE_WANTED, code: 200, data });
}

export function encodePagesPrinted(data: PagesPrinted['data']): string {
  return JSON.stringify({ fun: PAGES_PRINTED, code: 200, data });
}

/** The reply to a cell that the printer has now. */
export function encodeCellPrinted(): string {
  return JSON.stringify({ fun: 'outputPrintting', code: 200, data: 'output Success' });
}

/** The reply to a `getComputerPrinters` without detail: names only, as other clients of the protocol expect. */
export function encodePrinterNames(printers: readonly PrinterInfo[]): string {
  return JSON.stringify({ fun: 'getComputerPrinters', code: 200, data: printers.map((printer) => printer.name) });
}

/**
 * Parses a frame from the port; anything that is neither a reply nor a request for a piece is `assistant.badMessage`.
 */
export function decodeReply(frame: string): Result<AssistantReply | PieceWanted | PagesPrinted> {
  const message = parseJsonObject(frame);
  if (message === null || !Check(EnvelopeSchema, message)) return badMessage('not a reply');
  const { fun, code, data } = message;
  if (code !== 200 && code !== 202) {
    if (!Check(FailureSchema, data)) return badMessage('wrong data of a failure');
    return ok({ fun: isFunction(fun) ? fun : '', ok: false, data: { ...data, problem: limitByName(data.problem) } });
  }
  if (fun === PIECE_WANTED) {
    return Check(PieceWantedSchema, data) ? ok({ fun, ok: true, data }) : badMessage(`wrong data from ${fun}`);
  }
  if (fun === PAGES_PRINTED) {
    return Check(PagesPrintedSchema, data) ? ok({ fun, ok: true, data }) : badMessage(`wrong data from ${fun}`);
  }
  if (!isFunction(fun)) return badMessage('unknown function');
  if (!Check(REPLY_DATA[fun], data)) return badMessage(`wrong data from ${fun}`);
  return ok({ fun, ok: true, data } as AssistantReply);
}

/** Whether a sequence is in one of the ranges. */
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
