import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { nothing, post, shape, userId, type Call } from './call.ts';
import { FILES_PATH } from './resources.ts';
import { id } from './templates.ts';

/**
 * Limits of opening pictures. Texts and codes in a window of 1920 x 1080 take 10 to 30 kB; a label with photos may take
 * more, and then has none.
 */
export const OPENING_PICTURE_LIMITS = {
  bytes: 64 * 1024,
  /** Those of the last windows, themes and versions of the page. */
  perTemplate: 3,
  perUser: 100,
} as const;

/** Answers a picture as PNG to a query of `id` and `look`, or 204 if there is no current one. */
export const OPENING_PICTURE_PATH: string = `${FILES_PATH}opening-picture`;
/** The header of that answer with the place of the picture and its revision, as JSON (`OpeningPlace`). */
export const OPENING_PLACE_HEADER = 'opening-place';

const lengthPx = Type.Number({ minimum: 0, maximum: 100_000 });
/** The place of the canvas in the window, in CSS pixels. */
const placeFields = { left: lengthPx, top: lengthPx, width: lengthPx, height: lengthPx };

const openingPlaceSchema = Type.Object({ ...placeFields, revision: Type.Integer() });
export type OpeningPlace = Message<typeof openingPlaceSchema>;

const saveOpeningPictureInput = Type.Object({
  id,
  /** The version of the template that it shows; 409 when it is not the current one. */
  revision: Type.Integer({ minimum: 1 }),
  /** Everything else that the pixels depend on: the window, the theme and the version of the page. */
  look: Type.String({ pattern: '^[\\w.@-]{1,100}$' }),
  ...placeFields,
  /** The PNG in base64. */
  png: Type.String({ maxLength: 4 * Math.ceil(OPENING_PICTURE_LIMITS.bytes / 3) }),
  user_id: userId,
});
export type SaveOpeningPictureInput = Message<typeof saveOpeningPictureInput>;

/** Stores the editor's first picture of a template, which the page shows at the next opening before the editor is loaded. */
export const saveOpeningPicture: Call<SaveOpeningPictureInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/saveOpeningPicture',
  shape(saveOpeningPictureInput),
  nothing,
);

export interface OpeningPictureCalls {
  readonly saveOpeningPicture: typeof saveOpeningPicture;
}

export const OPENING_PICTURE_CALLS: OpeningPictureCalls = { saveOpeningPicture };
