import { Type } from 'typebox';
import type { Call, NoInput, Shape } from './call.ts';
import { get, noInput, nothing, post, shape } from './call.ts';

/** What an upload may be. */
export const UPLOAD_LIMITS = {
  /** A preview PNG, decoded ("images under 2M"). */
  imageBytes: 2_097_152,
  /** A label of 3000 mm at 300 dpi has 35434. */
  imageMaxSidePx: 36_000,
  imageMaxPixels: 40_000_000,
  /** A template file as it is sent. */
  templateBytes: 16_777_216,
  /** And unpacked. */
  templateUnpackedBytes: 67_108_864,
  /** A font file; it goes the way of a template file. */
  fontBytes: 20_971_520,
} as const;

/** Not under a base path of the calls: the "upload host" is this server. */
export const UPLOAD_IMAGE_PATH = '/upload/image';
export const UPLOAD_FILE_PATH = '/upload/file';
/** The base url of stored files: a file's path is this plus its key. */
export const FILES_PATH = '/files/';
/** The scheme in front of the upload token in the authorization header. */
export const UPLOAD_TOKEN_SCHEME = 'UpToken';

export interface UploadTokenInput {
  readonly bucket?: string;
  readonly user_id?: string;
}
export interface UploadToken {
  /** The token: good for a few minutes and any number of uploads in them. */
  readonly data: string;
  /** What stands before a key in a file's path. */
  readonly url: string;
}
export const uploadToken: Call<UploadTokenInput, UploadToken, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/getToken',
  shape<UploadTokenInput>()(
    Type.Object({
      bucket: Type.Optional(Type.String({ maxLength: 100 })),
      user_id: Type.Optional(Type.String({ maxLength: 64 })),
    }),
  ),
  shape<UploadToken>()(Type.Object({ data: Type.String(), url: Type.String() })),
);

/** What a client has to know of the server before it can work with it. */
export interface Configuration {
  /** The largest image that may be put on a label, in KB. */
  readonly image_size: number;
  /** Where the print assistant listens on the user's machine. */
  readonly assistant_port: number;
}
export const configuration: Call<NoInput, Configuration, 'public'> = get(
  'public',
  '/interface/api/tem.app_shared/getConfiguration',
  noInput,
  shape<Configuration>()(Type.Object({ image_size: Type.Integer(), assistant_port: Type.Integer() })),
);

/** What both uploads answer. */
export interface Uploaded {
  readonly key: string;
}
export const uploaded: Shape<Uploaded> = shape<Uploaded>()(Type.Object({ key: Type.String() }));

/** One file of a family. */
export interface FontFileInfo {
  /** Of a font that the user has added; empty for one of the product. */
  readonly id: string;
  readonly url: string;
  /** 1 to 1000. */
  readonly weight: number;
  readonly italic: boolean;
  /** The file's size; 0 for a font that the user has not added. */
  readonly bytes: number;
}
export interface FontInfo {
  readonly name: string;
  /** Of the family's regular face. */
  readonly url: string;
  /** 1: only for members. */
  readonly is_me_sp: 0 | 1;
  /** Whoever asks may use it; of a family that is not granted no file is named, and none is served. */
  readonly granted: boolean;
  /** One that the product brings along. */
  readonly shipped: boolean;
  /** Added by the user who asks. */
  readonly own: boolean;
  readonly faces: readonly FontFileInfo[];
}
export interface FontList {
  readonly list: readonly FontInfo[];
  readonly count: number;
}
const fontFile = Type.Object({
  id: Type.String(),
  url: Type.String(),
  weight: Type.Number(),
  italic: Type.Boolean(),
  bytes: Type.Number(),
});
/** The families of the product and of its operator, and of a signed-in user those that he has added. */
export const fontList: Call<NoInput, FontList, 'public'> = get(
  'public',
  '/interface/api/tem.app_shared/getNewFontList',
  noInput,
  shape<FontList>()(
    Type.Object({
      list: Type.Array(
        Type.Object({
          name: Type.String(),
          url: Type.String(),
          is_me_sp: Type.Union([Type.Literal(0), Type.Literal(1)]),
          granted: Type.Boolean(),
          shipped: Type.Boolean(),
          own: Type.Boolean(),
          faces: Type.Array(fontFile),
        }),
      ),
      count: Type.Integer(),
    }),
  ),
);

export interface AddUserFontInput {
  /** The family's name in the list. */
  readonly name: string;
  readonly weight: number;
  readonly italic: boolean;
  /** The key or path of the uploaded file. */
  readonly url: string;
  readonly user_id?: string;
}
/** Adds an uploaded font file to the user's families; takes the place of one of the same name, weight and slant. */
export const addUserFont: Call<AddUserFontInput, FontFileInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/addUserFont',
  shape<AddUserFontInput>()(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\s"\\\\<>][^\\n"\\\\<>]*$' }),
      weight: Type.Integer({ minimum: 1, maximum: 1000 }),
      italic: Type.Boolean(),
      url: Type.String({ minLength: 1, maxLength: 300 }),
      user_id: Type.Optional(Type.String({ maxLength: 64 })),
    }),
  ),
  shape<FontFileInfo>()(fontFile),
);

export interface DelUserFontInput {
  readonly id: string;
  readonly user_id?: string;
}
export const delUserFont: Call<DelUserFontInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/delUserFont',
  shape<DelUserFontInput>()(
    Type.Object({ id: Type.String({ maxLength: 64 }), user_id: Type.Optional(Type.String({ maxLength: 64 })) }),
  ),
  nothing,
);

/** All as query text. */
export interface SoftwareInput {
  readonly language?: string;
  readonly app_type?: string;
  readonly app_package_name?: string;
  readonly type?: string;
}
export interface Software {
  readonly url: string;
}
const text = Type.Optional(Type.String({ maxLength: 100 }));
/** Where the print assistant is to be had. */
export const softwareDownload: Call<SoftwareInput, Software, 'public'> = get(
  'public',
  '/interface/api/upgrade.download/appSoftwareDownload',
  shape<SoftwareInput>()(Type.Object({ language: text, app_type: text, app_package_name: text, type: text })),
  shape<Software>()(Type.Object({ url: Type.String() })),
);
