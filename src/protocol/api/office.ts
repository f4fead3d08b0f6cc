import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { noInput, nothing, post, shape, userId, type Call, type NoInput, type Shape } from './call.ts';
import { id } from './templates.ts';

/** The file types that the server converts to PDF; the browser reads all other printable ones. */
export const OFFICE_ENDINGS = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'odt', 'ods', 'odp', 'rtf'] as const;
export type OfficeEnding = (typeof OFFICE_ENDINGS)[number];

export const OFFICE_LIMITS = {
  /** Of an office file, like every other upload. */
  fileBytes: 20_971_520,
  /** Of the resulting PDF. */
  pdfBytes: 67_108_864,
  pages: 1_000,
  /** The most conversions of a user at a time: waiting, running, or not deleted yet. */
  perUser: 20,
  /** The most waiting conversions of all users. */
  waiting: 200,
  /** The time limit of one conversion, from its start. */
  seconds: 25,
  /** A client that has not polled for this long has left: the conversion ends, and its files are deleted. */
  unaskedSeconds: 120,
} as const;

/** POST, a form with `file`: queues a conversion, and answers as `conversionState` does. The token is in the header. */
export const UPLOAD_OFFICE_PATH = '/upload/office';
/** GET: the PDF of a conversion that is done; its id follows. */
export const CONVERTED_PATH = '/converted/';
/** The polling interval of clients, in milliseconds. */
export const CONVERSION_POLL_MS = 700;

/**
 * Why files can't be converted: turned off by the operator, LibreOffice or bubblewrap is not installed, or the system
 * rejects the sandbox.
 */
export const NO_CONVERSION_REASONS = ['off', 'notInstalled', 'noSandbox'] as const;
export type NoConversionReason = (typeof NO_CONVERSION_REASONS)[number];

const availabilityAnswer = Type.Object({
  available: Type.Boolean(),
  /** Empty if it is available. */
  reason: Type.Union([Type.Literal(''), Type.Enum([...NO_CONVERSION_REASONS])]),
  /** How to make it available, in the requested language; empty if it is. */
  text: Type.String(),
  /** The packages to install on Debian; empty unless something is not installed. */
  command: Type.String(),
});
export type OfficeAvailability = Message<typeof availabilityAnswer>;
/** Whether this server converts office files to PDF. */
export const officeAvailability: Call<NoInput, OfficeAvailability, 'session'> = post(
  'session',
  '/interface/api/tem.app_document/getOfficeAvailability',
  noInput,
  shape(availabilityAnswer),
);

export const CONVERSION_STATES = ['queued', 'converting', 'done', 'failed'] as const;
export type ConversionStateName = (typeof CONVERSION_STATES)[number];

/** Why an office file could not be converted to PDF. */
export const CONVERSION_PROBLEMS = [
  /** It is encrypted, or needs a password. */
  'password',
  /** LibreOffice can't read it. */
  'damaged',
  /** Its unpacked size or its nesting exceeds the limit. */
  'tooComplex',
  'tooManyPages',
  'tooLarge',
  'tooSlow',
  'tooMuchMemory',
  /** The converter crashed, or two servers were killed during the conversion. */
  'crashed',
  /** The server no longer converts files. */
  'unavailable',
] as const;
export type ConversionProblemName = (typeof CONVERSION_PROBLEMS)[number];

const conversionSchema = Type.Object({
  id,
  /** The file's name, as text. */
  name: Type.String(),
  state: Type.Enum([...CONVERSION_STATES]),
  /** The number of conversions before it; 0 for the next one, and during the conversion. */
  place: Type.Integer(),
  /** Empty unless it failed. */
  problem: Type.Union([Type.Literal(''), Type.Enum([...CONVERSION_PROBLEMS])]),
  /** The problem in the requested language; empty unless it failed. */
  message: Type.String(),
  /** Path of the PDF; empty until it is done. */
  url: Type.String(),
  /** Of the PDF; 0 until it is done. */
  bytes: Type.Integer(),
  pages: Type.Integer(),
});
export type OfficeConversion = Message<typeof conversionSchema>;
/** The answer to an upload of an office file. */
export const officeConversion: Shape<OfficeConversion> = shape(conversionSchema);

const conversionInput = Type.Object({ id, user_id: userId });
export type ConversionInput = Message<typeof conversionInput>;
/** The state of a conversion. Clients poll it: a conversion without polling ends. */
export const conversionState: Call<ConversionInput, OfficeConversion, 'session'> = post(
  'session',
  '/interface/api/tem.app_document/getConversion',
  shape(conversionInput),
  officeConversion,
);
/** Ends a conversion in any state, and deletes the file and the PDF. A missing one is ignored. */
export const endConversion: Call<ConversionInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_document/delConversion',
  shape(conversionInput),
  nothing,
);

export interface OfficeCalls {
  readonly officeAvailability: typeof officeAvailability;
  readonly conversionState: typeof conversionState;
  readonly endConversion: typeof endConversion;
}

export const OFFICE_CALLS: OfficeCalls = {
  officeAvailability,
  conversionState,
  endConversion,
};
