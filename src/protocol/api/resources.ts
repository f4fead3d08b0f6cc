import { TEMPLATE_FILE_LIMITS } from '#model/template/markup-meter.ts';
import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { get, noInput, nothing, post, shape, userId, type Call, type NoInput, type Shape } from './call.ts';
import { nameString } from '../shown-text.ts';

/** What an upload may be. */
export const UPLOAD_LIMITS = {
  /** A preview PNG, decoded ("images under 2M"). */
  imageBytes: 2_097_152,
  /** A label of 3000 mm at 300 dpi has 35434. */
  imageMaxSidePx: 36_000,
  imageMaxPixels: 40_000_000,
  /** A template file as it is sent. */
  templateBytes: 16_777_216,
  /** The same when unpacked. */
  templateUnpackedBytes: TEMPLATE_FILE_LIMITS.unpackedBytes,
  /** A font file, which is uploaded like a template file. */
  fontBytes: 20_971_520,
  /** A spreadsheet of the cloud data. The data worker reads larger ones, from this device. */
  cloudSheetBytes: 20_971_520,
  /** The small picture that comes with an image of the cloud data. */
  thumbnailBytes: 65_536,
  thumbnailSidePx: 320,
} as const;

/** The "upload host" of the specification is this server; the paths are not below the base path of the calls. */
export const UPLOAD_IMAGE_PATH = '/upload/image';
export const UPLOAD_FILE_PATH = '/upload/file';
export const UPLOAD_CLOUD_PATH = '/upload/cloud';
/** The base url of stored files: a file's path is this plus its key. */
export const FILES_PATH = '/files/';
/** The scheme in front of the upload token in the authorization header. */
export const UPLOAD_TOKEN_SCHEME = 'UpToken';

/** The product's edition, which `getToken` names as the bucket. */
export const UPLOAD_BUCKET = 'web';
const uploadTokenInput = Type.Object({ bucket: Type.Optional(Type.String({ maxLength: 100 })), user_id: userId });
export type UploadTokenInput = Message<typeof uploadTokenInput>;
const uploadTokenAnswer = Type.Object({
  /** The token: good for a few minutes and any number of uploads in them. */
  data: Type.String(),
  /** What stands before a key in a file's path. */
  url: Type.String(),
});
export type UploadToken = Message<typeof uploadTokenAnswer>;
/** Gives a token for uploads, which holds for ten minutes and for this user. */
export const uploadToken: Call<UploadTokenInput, UploadToken, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/getToken',
  shape(uploadTokenInput),
  shape(uploadTokenAnswer),
);

/** What a client has to know of the server before it can work with it. */
const configurationAnswer = Type.Object({
  /** The largest image that may be put on a label, in KB. */
  image_size: Type.Integer(),
  /** What a message says, in the language of the request, when a membership is the way to what was refused. */
  member_space: Type.String(),
  /** Where the print assistant listens on the user's machine. */
  assistant_port: Type.Integer(),
  /** Names of the calls that are made encrypted (protocol/payload.ts); none when left out. */
  encrypted_calls: Type.Optional(Type.Array(Type.String())),
});
export type Configuration = Message<typeof configurationAnswer>;
/** What the application must know before anybody signs in. */
export const configuration: Call<NoInput, Configuration, 'public'> = get(
  'public',
  '/interface/api/tem.app_shared/getConfiguration',
  noInput,
  shape(configurationAnswer),
);

const assistantTicketAnswer = Type.Object({
  /** Null where the page's print assistant is not the one that was started together with the server. */
  ticket: Type.Union([Type.String(), Type.Null()]),
});
export type AssistantTicket = Message<typeof assistantTicketAnswer>;
/** A short-lived word of the server that the page is of a user of its own, for the print assistant. */
export const assistantTicket: Call<NoInput, AssistantTicket, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/getAssistantTicket',
  noInput,
  shape(assistantTicketAnswer),
);

/** Where the print assistant's executables are, and which there can be. */
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
  /** Of the product that it was built from; empty where it is not known. */
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
/** What both uploads answer. */
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
  /** 1: only for members. */
  is_me_sp: Type.Union([Type.Literal(0), Type.Literal(1)]),
  /** Whoever asks may use it; of a family that is not granted no file is named, and none is served. */
  granted: Type.Boolean(),
  /** One that the product brings along. */
  shipped: Type.Boolean(),
  /** Added by the user who asks. */
  own: Type.Boolean(),
  faces: Type.Array(fontFile),
});
export type FontInfo = Message<typeof font>;
const fontListAnswer = Type.Object({ list: Type.Array(font), count: Type.Integer() });
export type FontList = Message<typeof fontListAnswer>;
/** The families of the product and of its operator, and of a signed-in user those that he has added. */
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
/** Adds an uploaded font file to the user's families; takes the place of one of the same name, weight and slant. */
export const addUserFont: Call<AddUserFontInput, FontFileInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/addUserFont',
  shape(addUserFontInput),
  shape(fontFile),
);

const delUserFontInput = Type.Object({ id: Type.String({ maxLength: 64 }), user_id: userId });
export type DelUserFontInput = Message<typeof delUserFontInput>;
/** Takes a font out of the user's families, with its file. */
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
 * Where the print assistant is to be had: the executable for the system that `app_package_name` names, or else the
 * browser, and the download page where there is none.
 */
export const softwareDownload: Call<SoftwareInput, Software, 'public'> = get(
  'public',
  '/interface/api/upgrade.download/appSoftwareDownload',
  shape(softwareInput),
  shape(software),
);
