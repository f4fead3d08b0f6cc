import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { AUDIT_EVENTS, AUDIT_OUTCOMES, auditEntrySchema } from './audit.ts';
import { noInput, nothing, post, shape, userId, type Call, type NoInput } from './call.ts';
import { nameString } from '../shown-text.ts';

const page = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 }));
const size = Type.Optional(Type.Integer({ minimum: 1, maximum: 100 }));
const time = Type.Optional(Type.String({ maxLength: 40 }));

const storageInput = Type.Object({ page, size, user_id: userId });
export type OperatorStorageInput = Message<typeof storageInput>;
const storageAnswer = Type.Object({
  /** All files of all users. */
  files: Type.Integer(),
  bytes: Type.Integer(),
  /** The limit for the files of all users together; 0 for none. */
  cap_bytes: Type.Integer(),
  /** Files of deleted accounts that are still to be removed. */
  to_remove: Type.Integer(),
  /** Of the database; 0 if unknown. */
  database_bytes: Type.Integer(),
  /** Bytes by kind of file. */
  kinds: Type.Array(Type.Object({ kind: Type.String(), files: Type.Integer(), bytes: Type.Integer() })),
  /** The users with files, largest first. */
  list: Type.Array(
    Type.Object({ user_id: Type.String(), name: Type.String(), files: Type.Integer(), bytes: Type.Integer() }),
  ),
  count: Type.Integer(),
});
export type OperatorStorage = Message<typeof storageAnswer>;
/** The installation's stored files by user. */
export const operatorStorage: Call<OperatorStorageInput, OperatorStorage, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/getStorage',
  shape(storageInput),
  shape(storageAnswer),
);

const auditFilter = {
  /** The id, or a part of the user name, the address or the nickname of the wanted entries' user. */
  search: Type.Optional(Type.String({ maxLength: 200 })),
  event: Type.Optional(Type.Enum(AUDIT_EVENTS)),
  outcome: Type.Optional(Type.Enum(AUDIT_OUTCOMES)),
  /** ISO 8601: from then on, and until before then. */
  from: time,
  to: time,
};
const auditInput = Type.Object({ ...auditFilter, page, size, user_id: userId });
export type OperatorAuditInput = Message<typeof auditInput>;
const auditAnswer = Type.Object({
  list: Type.Array(
    Type.Object({
      ...auditEntrySchema.properties,
      id: Type.String(),
      /** Empty if unknown. */
      user_id: Type.String(),
      name: Type.String(),
    }),
  ),
  count: Type.Integer(),
});
export type OperatorAudit = Message<typeof auditAnswer>;
/** The events of the installation in the last year, newest first. */
export const operatorAuditLog: Call<OperatorAuditInput, OperatorAudit, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/getAuditLog',
  shape(auditInput),
  shape(auditAnswer),
);

/** The most exported entries: the newest. */
export const AUDIT_CSV_MAX_ROWS = 20_000;
const auditCsvInput = Type.Object({ ...auditFilter, user_id: userId });
export type OperatorAuditCsvInput = Message<typeof auditCsvInput>;
const auditCsvAnswer = Type.Object({
  csv: Type.String(),
  /** Entries in it, and those that match the filter. */
  rows: Type.Integer(),
  count: Type.Integer(),
});
export type OperatorAuditCsv = Message<typeof auditCsvAnswer>;
/** The same entries as CSV, the newest 20 000 of them. */
export const operatorAuditCsv: Call<OperatorAuditCsvInput, OperatorAuditCsv, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/exportAuditLog',
  shape(auditCsvInput),
  shape(auditCsvAnswer),
);

const operatorFontSchema = Type.Object({
  /** Empty for a font of the data folder, which can only be changed there. */
  id: Type.String(),
  family: Type.String(),
  /** 1 to 1000. */
  weight: Type.Integer(),
  italic: Type.Boolean(),
  /** Only members may use it. */
  members: Type.Boolean(),
  /** 0 for a font of the data folder. */
  bytes: Type.Integer(),
});
export type OperatorFontInfo = Message<typeof operatorFontSchema>;
const operatorFontsAnswer = Type.Object({ list: Type.Array(operatorFontSchema), count: Type.Integer() });
export type OperatorFonts = Message<typeof operatorFontsAnswer>;
/** The fonts that the operator provides to all users, or to members. */
export const operatorFontList: Call<NoInput, OperatorFonts, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/getFontList',
  noInput,
  shape(operatorFontsAnswer),
);

const addOperatorFontInput = Type.Object({
  family: nameString({ minLength: 1, maxLength: 100, pattern: '^[^\\s"\\\\<>][^\\n"\\\\<>]*$' }),
  weight: Type.Integer({ minimum: 1, maximum: 1000 }),
  italic: Type.Boolean(),
  members: Type.Boolean(),
  /** The key or path of the uploaded file. */
  url: Type.String({ minLength: 1, maxLength: 300 }),
  user_id: userId,
});
export type AddOperatorFontInput = Message<typeof addOperatorFontInput>;
/** Provides an uploaded font to all users, or to members; replaces one of the same family, weight and slant. */
export const addOperatorFont: Call<AddOperatorFontInput, OperatorFontInfo, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/addFont',
  shape(addOperatorFontInput),
  shape(operatorFontSchema),
);

const delOperatorFontInput = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }), user_id: userId });
export type DelOperatorFontInput = Message<typeof delOperatorFontInput>;
/** Removes a font for all users. Labels with it use a fallback. */
export const delOperatorFont: Call<DelOperatorFontInput, null, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/delFont',
  shape(delOperatorFontInput),
  nothing,
);

export interface OperatorInstallationCalls {
  readonly operatorStorage: typeof operatorStorage;
  readonly operatorAuditLog: typeof operatorAuditLog;
  readonly operatorAuditCsv: typeof operatorAuditCsv;
  readonly operatorFontList: typeof operatorFontList;
  readonly addOperatorFont: typeof addOperatorFont;
  readonly delOperatorFont: typeof delOperatorFont;
}

export const OPERATOR_INSTALLATION_CALLS: OperatorInstallationCalls = {
  operatorStorage,
  operatorAuditLog,
  operatorAuditCsv,
  operatorFontList,
  addOperatorFont,
  delOperatorFont,
};
