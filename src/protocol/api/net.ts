import { Type } from 'typebox';
import { MAX_SKIPPED_ROWS, TEXT_ENCODINGS } from '#model/elements/base/reading.ts';
import type { Message } from '../message.ts';
import { post, shape, userId, type Call, type Shape } from './call.ts';

const MAX_SHEETS = 10_000;
/** Of web addresses, in characters. */
export const MAX_ADDRESS_LENGTH = 2000;
const fileUrl = Type.String({ minLength: 1, maxLength: MAX_ADDRESS_LENGTH });

const importInput = Type.Object({
  /** The address of a spreadsheet, http or https. */
  FileUrl: fileUrl,
  /** The row of the headings, counted from 0; rows above it are skipped. */
  RowIndex: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_SKIPPED_ROWS })),
  /** One sheet, counted from 0; -1 for all. */
  TableIndex: Type.Optional(Type.Integer({ minimum: -1, maximum: MAX_SHEETS })),
  /** Of a text file or HTML page that does not say itself how it is encoded; asked for where several encodings may be meant. */
  Encoding: Type.Optional(Type.Enum(TEXT_ENCODINGS)),
  user_id: userId,
});
export type ImportInput = Message<typeof importInput>;
const importAnswer = Type.Object({
  sheets: Type.Array(
    Type.Object({
      sheetName: Type.String(),
      /** The first row holds the names of the columns, the others the values, as the spreadsheet shows them. */
      data: Type.Array(Type.Array(Type.String())),
    }),
  ),
  /** False when rows were left out because there are too many for an answer: the file itself has them all. */
  complete: Type.Boolean(),
  /** The file at the address; `NET_FILE_PATH` gives its bytes. */
  file: Type.Object({
    name: Type.String(),
    bytes: Type.Integer(),
    /** `sha256:<hex>` of the bytes. */
    key: Type.String(),
  }),
});
export type ImportedSpreadsheet = Message<typeof importAnswer>;
/** Fetches a spreadsheet from an address and reads it (specification 2, section 7). */
export const importSpreadsheet: Call<ImportInput, ImportedSpreadsheet, 'session'> = post(
  'session',
  '/net/api/tem.new_class/import',
  shape(importInput),
  shape(importAnswer),
);

/**
 * POST: answers with the bytes of the file at an address or of the rows of a saved query (`query:ID?name=value`), or
 * with an envelope with the error.
 */
export const NET_FILE_PATH = '/net/api/tem.new_class/file';
/** The file's name in that answer, as `encodeURIComponent` writes it. */
export const NET_FILE_NAME_HEADER = 'x-file-name';
const netFileSchema = Type.Object({ FileUrl: fileUrl, user_id: userId });
export type NetFileInput = Message<typeof netFileSchema>;
export const netFileInput: Shape<NetFileInput> = shape(netFileSchema);

/**
 * POST: answers with the bytes of the picture of a row at an address, or with an envelope with the error, whose data has
 * the `problem` and its parameters.
 */
export const NET_PICTURE_PATH = '/net/api/tem.new_class/picture';
const netPictureSchema = Type.Object({ PictureUrl: fileUrl, user_id: userId });
export type NetPictureInput = Message<typeof netPictureSchema>;
export const netPictureInput: Shape<NetPictureInput> = shape(netPictureSchema);

export interface NetCalls {
  readonly importSpreadsheet: typeof importSpreadsheet;
}

export const NET_CALLS: NetCalls = {
  importSpreadsheet,
};
