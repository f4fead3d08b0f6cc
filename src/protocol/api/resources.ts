import { TEMPLATE_FILE_LIMITS } from '#model/template/markup-meter.ts';
import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { get, noInput, nothing, post, shape, userId, type Call, type NoInput, type Shape } from './call.ts';
import { nameString } from '../shown-text.ts';

export const UPLOAD_LIMITS = {
  /** A preview PNG, decoded ("images under 2M"). */
  imageBytes: 2_097_152,
  /** A label of 3000 mm at 300 dpi has 35434. */
  imageMaxSidePx: 36_000,
  imageMaxPixels: 40_000_000,
  /** A template file as sent. */
  templateBytes: 16_777_216,
  /** The same when unpacked. */
  templateUnpackedBytes: TEMPLATE_FILE_LIMITS.unpackedBytes,
  /** A font file, which is uploaded like a template file. */
  fontBytes: 20_971_520,
  /** A spreadsheet of the cloud data. The data worker reads larger ones from this device. */
  cloudSheetBytes: 20_971_520,
  /** The thumbnail of an image of the cloud data. */
  thumbnailBytes: 65_536,
  thumbnailSidePx: 320,
} as const;

/** The "upload host" of the specification is this server; the paths are not below the base path of the calls. */
export const UPLOAD_IMAGE_PATH = '/upload/image';
export const UPLOAD_FILE_PATH = '/upload/file';
export const UPLOAD_CLOUD_PATH = '/upload/cloud';
/** The base url of stored files: a file's path is this plus its key. */
export const FILES_PATH = '/files/';
/** The scheme before the upload token in the authorization header. */
export const UPLOAD_TOKEN_SCHEME = 'UpToken';

/** The product's edition, which `getToken` names as the bucket. */
export const UPLOAD_BUCKET = 'web';
const uploadTokenInput = Type.Object({ bucket: Type.Optional(Type.String({ maxLength: 100 })), user_id: userId });
export type UploadTokenInput = Message<typeof uploadTokenInput>;
const uploadTokenAnswer = Type.Object({
  /** The token: valid for a few minutes and any number of uploads. */
  data: Type.String(),
  /** The prefix of a key in a file's path. */
  url: Type.String(),
});
export type UploadToken = Message<typeof uploadTokenAnswer>;
/** Gives a token for uploads, valid for ten minutes and for this user. */
export const uploadToken: Call<UploadTokenInput, UploadToken, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/getToken',
  shape(uploadTokenInput),
  shape(uploadTokenAnswer),
);

/** The server's settings that a client needs to work with it. */
const configurationAnswer = Type.Object({
  /** The largest image on a label, in KB. */
  image_size: Type.Integer(),
  /** The message, in the language of the request, for a rejection that a membership would avoid. */
  member_space: Type.String(),
  /** The port of the print assistant on the user's machine. */
  assistant_port: Type.Integer(),
  /** Names of the encrypted calls (protocol/payload.ts); none when left out. */
  encrypted_calls: Type.Optional(Type.Array(Type.String())),
});
export type Configuration = Message<typeof configurationAnswer>;
/** The settings that the application needs before sign-in. */
export const configuration: Call<NoInput, Configuration, 'public'> = get(
  'public',
  '/interface/api/tem.app_shared/getConfiguration',
  noInput,
  shape(configurationAnswer),
);

const assistantTicketAnswer = Type.Object({
  /** Null unless the page's print assistant was started together with the server. */
  ticket: Type.Union([Type.String(), Type.Null()]),
});
export type AssistantTicket = Message<typeof assistantTicketAnswer>;
/** A short-lived ticket that proves the page's user to the print assistant. */
export const assistantTicket: Call<NoInput, AssistantTicket, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/getAssistantTicket',
  noInput,
  shape(assistantTicketAnswer),
);

/** The path of the print assistant's executables, and the possible ones. */
export const ASSISTANT_FILES_PATH = '/assistant-files/';
export const ASSISTANT_FILES = [
  { system: 'windows-x64', name: 'labelwright-assistant-windows-x64.exe' },
  { system: 'linux-x64', name: 'labelwright-assistant-linux-x64' },
  { system: 'linux-arm64', name: 'labelwright-assistant-linux-arm64' },
] as const;
const AssistantFileSchema = Type.Object({
  system: Type.Enum(ASSISTANT_FILES.map(({ system }) => system)),
  url: Type.String(),
  bytes: Type.Integer(),
  /** The version of the product that it was built from; empty if unknown. */
  version: Type.String(),
  /** Of its bytes, in hexadecimal digits. */
  sha256: Type.String(),
});
export type AssistantFile = Message<typeof AssistantFileSchema>;
const assistantFilesAnswer = Type.Object({ list: Type.Array(AssistantFileSchema) });
export type AssistantFiles = Message<typeof assistantFilesAnswer>;
/** The executables that the operator has built. */
export const assistantFiles: Call<NoInput, AssistantFiles, 'public'> = get(
  'public',
  '/interface/api/tem.app_shared/getAssistantFiles',
  noInput,
  shape(assistantFilesAnswer),
);

const uploadedAnswer = Type.Object({ key: Type.String() });
export type Uploaded = Message<typeof uploadedAnswer>;
/** The answer of both uploads. */
export const uploaded: Shape<Uploaded> = shape(uploadedAnswer);

/** One file of a family. */
const fontFile = Type.Object({
  /** Of a font that the user has added; empty for one of the product. */
  id: Type.String(),
  url: Type.String(),
  /** 1 to 1000. */
  weight: Type.Number(),
  italic: Type.Boolean(),
  /** The file's size; 0 for a font that the user has not added. */
  bytes: Type.Number(),
});
export type FontFileInfo = Message<typeof fontFile>;
const font = Type.Object({
  name: Type.String(),
  /** Of the family's regular face. */
  url: Type.String(),
  /** 1 for a font that only members have, otherwise 0. The specification of the API gives this name. */
  is_me_sp: Type.Union([Type.Literal(0), Type.Literal(1)]),
  /** Whether the user may use it; a family that is not granted has no files. */
  granted: Type.Boolean(),
  /** Whether it ships with the product. */
  shipped: Type.Boolean(),
  /** Added by this user. */
  own: Type.Boolean(),
  faces: Type.Array(fontFile),
});
export type FontInfo = Message<typeof font>;
const fontListAnswer = Type.Object({ list: Type.Array(font), count: Type.Integer() });
export type FontList = Message<typeof fontListAnswer>;
/** The families of the product and of its operator, and those that a signed-in user has added. */
export const fontList: Call<NoInput, FontList, 'public'> = get(
  'public',
  '/interface/api/tem.app_shared/getNewFontList',
  noInput,
  shape(fontListAnswer),
);

const addUserFontInput = Type.Object({
  /** The family's name in the list. */
  name: nameString({ minLength: 1, maxLength: 100, pattern: '^[^\\s"\\\\<>][^\\n"\\\\<>]*$' }),
  weight: Type.Integer({ minimum: 1, maximum: 1000 }),
  italic: Type.Boolean(),
  /** The key or path of the uploaded file. */
  url: Type.String({ minLength: 1, maxLength: 300 }),
  user_id: userId,
});
export type AddUserFontInput = Message<typeof addUserFontInput>;
/** Adds an uploaded font file to the user's families; replaces one of the same name, weight and slant. */
export const addUserFont: Call<AddUserFontInput, FontFileInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/addUserFont',
  shape(addUserFontInput),
  shape(fontFile),
);

const delUserFontInput = Type.Object({ id: Type.String({ maxLength: 64 }), user_id: userId });
export type DelUserFontInput = Message<typeof delUserFontInput>;
/** Removes a font from the user's families, with its file. */
export const delUserFont: Call<DelUserFontInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/delUserFont',
  shape(delUserFontInput),
  nothing,
);

const text = Type.Optional(Type.String({ maxLength: 100 }));
/** All as query text. */
const softwareInput = Type.Object({ language: text, app_type: text, app_package_name: text, type: text });
export type SoftwareInput = Message<typeof softwareInput>;
const software = Type.Object({ url: Type.String() });
export type Software = Message<typeof software>;
/**
 * Where to get the print assistant: the executable for the system in `app_package_name`, or else of the browser, and
 * the download page if there is none.
 */
export const softwareDownload: Call<SoftwareInput, Software, 'public'> = get(
  'public',
  '/interface/api/upgrade.download/appSoftwareDownload',
  shape(softwareInput),
  shape(software),
);

export interface ResourceCalls {
  readonly configuration: typeof configuration;
  readonly assistantTicket: typeof assistantTicket;
  readonly assistantFiles: typeof assistantFiles;
  readonly uploadToken: typeof uploadToken;
  readonly fontList: typeof fontList;
  readonly addUserFont: typeof addUserFont;
  readonly delUserFont: typeof delUserFont;
  readonly softwareDownload: typeof softwareDownload;
}

export const RESOURCE_CALLS: ResourceCalls = {
  configuration,
  assistantTicket,
  assistantFiles,
  uploadToken,
  fontList,
  addUserFont,
  delUserFont,
  softwareDownload,
};
