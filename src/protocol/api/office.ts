import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { noInput, nothing, post, shape, userId, type Call, type NoInput, type Shape } from './call.ts';
import { id } from './templates.ts';

/** What is made into a PDF by the server; everything else that can be printed is read by the browser. */
export const OFFICE_ENDINGS = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'odt', 'ods', 'odp', 'rtf'] as const;
export type OfficeEnding = (typeof OFFICE_ENDINGS)[number];

export const OFFICE_LIMITS = {
  /** Of an office file, as of every other upload. */
  fileBytes: 20_971_520,
  /** Of the PDF that is made of it. */
  pdfBytes: 67_108_864,
  pages: 1_000,
  /** Conversions that a user may have at once: those that wait, are made, or were not deleted yet. */
  perUser: 20,
  /** That wait, of all users. */
  waiting: 200,
  /** For one conversion, from its turn on. */
  seconds: 25,
  /** Who does not ask for so long how it stands is gone: the conversion ends, and its files are deleted. */
  unaskedSeconds: 120,
} as const;

/** POST, a form with `file`: queues a conversion, and answers as `conversionState` does. The token is in the header. */
export const UPLOAD_OFFICE_PATH = '/upload/office';
/** GET: the PDF of a conversion that is done; its id follows. */
export const CONVERTED_PATH = '/converted/';
/** How often a client asks how its conversion stands, in milliseconds. */
export const CONVERSION_POLL_MS = 700;

/** Why files cannot be converted: the operator wants it so, LibreOffice or bubblewrap is not there, or the system refuses the sandbox. */
export const NO_CONVERSION_REASONS = ['off', 'notInstalled', 'noSandbox'] as const;
export type NoConversionReason = (typeof NO_CONVERSION_REASONS)[number];

const availabilityAnswer = Type.Object({
  available: Type.Boolean(),
  /** Empty where it is available. */
  reason: Type.Union([Type.Literal(''), Type.Enum([...NO_CONVERSION_REASONS])]),
  /** What is to be done, in the language that was asked for; empty where it is available. */
  text: Type.String(),
  /** The packages to be installed on Debian; empty unless something is not installed. */
  command: Type.String(),
});
export type OfficeAvailability = Message<typeof availabilityAnswer>;
/** Whether this server makes PDF files of office files. */
export const officeAvailability: Call<NoInput, OfficeAvailability, 'session'> = post(
  'session',
  '/interface/api/tem.app_document/getOfficeAvailability',
  noInput,
  shape(availabilityAnswer),
);

export const CONVERSION_STATES = ['queued', 'converting', 'done', 'failed'] as const;
export type ConversionStateName = (typeof CONVERSION_STATES)[number];

/** Why an office file did not become a PDF. */
export const CONVERSION_PROBLEMS = [
  /** It is encrypted, or wants a password to be opened. */
  'password',
  /** LibreOffice cannot read it. */
  'damaged',
  /** It would unpack to more than is read, or is nested too deep. */
  'tooComplex',
  'tooManyPages',
  'tooLarge',
  'tooSlow',
  'tooMuchMemory',
  /** The converter fell over, or two servers were killed in the middle of it. */
  'crashed',
  /** Meanwhile the server makes none any more. */
  'unavailable',
] as const;
export type ConversionProblemName = (typeof CONVERSION_PROBLEMS)[number];

const conversionSchema = Type.Object({
  id,
  /** The file's name, as text. */
  name: Type.String(),
  state: Type.Enum([...CONVERSION_STATES]),
  /** How many are before it; 0 for the next one, and once it is being converted. */
  place: Type.Integer(),
  /** Empty unless it failed. */
  problem: Type.Union([Type.Literal(''), Type.Enum([...CONVERSION_PROBLEMS])]),
  /** The problem in the language that was asked for; empty unless it failed. */
  message: Type.String(),
  /** Path of the PDF; empty until it is done. */
  url: Type.String(),
  /** Of the PDF; 0 until it is done. */
  bytes: Type.Integer(),
  pages: Type.Integer(),
});
export type OfficeConversion = Message<typeof conversionSchema>;
/** What an upload of an office file answers. */
export const officeConversion: Shape<OfficeConversion> = shape(conversionSchema);

const conversionInput = Type.Object({ id, user_id: userId });
export type ConversionInput = Message<typeof conversionInput>;
/** How a conversion stands. Asked for again and again: a conversion that nobody asks for ends. */
export const conversionState: Call<ConversionInput, OfficeConversion, 'session'> = post(
  'session',
  '/interface/api/tem.app_document/getConversion',
  shape(conversionInput),
  officeConversion,
);
/** Ends a conversion wherever it stands, and deletes the file and the PDF. One that is gone does not matter. */
export const endConversion: Call<ConversionInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_document/delConversion',
  shape(conversionInput),
  nothing,
);
