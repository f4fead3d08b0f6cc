import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { nameString } from '../shown-text.ts';
import { noInput, post, shape, userId, type Call, type NoInput, type Shape } from './call.ts';
import { cloudFile } from './cloud.ts';
import { id } from './templates.ts';

/** How many of each an account's brand kit may have. */
export const BRAND_KIT_LIMITS = { fonts: 50, logos: 50, colors: 50, styles: 100 } as const;
export const BRAND_COLOR_NAME_MAX_LENGTH = 40;
/** The number of a new kit's revision that nothing was saved in. */
export const NO_BRAND_KIT_REVISION = 0;

const font = nameString({ minLength: 1, maxLength: 200 });
const color = Type.Object({
  name: nameString({ minLength: 1, maxLength: BRAND_COLOR_NAME_MAX_LENGTH }),
  /** `#rrggbb` in small letters. */
  color: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
});
const keptColor = Type.Object({ name: Type.String(), color: Type.String() });
export type BrandColor = Message<typeof keptColor>;

const styleFields = {
  /** Made by the page that added it. A label's copy of the style names it. */
  id: Type.String({ pattern: '^[A-Za-z0-9]{8}$' }),
  /** The attributes of a named style in a label's file, its name among them. */
  look: Type.Record(Type.String({ pattern: '^[A-Za-z]{1,40}$' }), nameString({ maxLength: 200 }), {
    maxProperties: 40,
    additionalProperties: false,
  }),
};
const brandStyle = Type.Object({
  ...styleFields,
  look: Type.Record(Type.String(), Type.String()),
  /** The revision of the kit in which its look or its name last changed. */
  version: Type.Integer(),
});
export type BrandStyle = Message<typeof brandStyle>;

const brandKitSchema = Type.Object({
  /** It increases with each change. */
  revision: Type.Integer(),
  fonts: Type.Array(Type.String()),
  logos: Type.Array(cloudFile),
  colors: Type.Array(keptColor),
  styles: Type.Array(brandStyle),
});
export type BrandKit = Message<typeof brandKitSchema>;
const brandKitAnswer: Shape<BrandKit> = shape(brandKitSchema);

/** The account's brand kit: fonts, logos, colors and named styles for all of its labels. It is empty at first. */
export const brandKit: Call<NoInput, BrandKit, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getBrandKit',
  noInput,
  brandKitAnswer,
);

const saveBrandKitInput = Type.Object({
  /** The revision that was changed; 409 when another page has changed it since. */
  revision: Type.Integer({ minimum: NO_BRAND_KIT_REVISION }),
  /** Families, in the order of the font menu. */
  fonts: Type.Array(font, { maxItems: BRAND_KIT_LIMITS.fonts }),
  /** Ids of images of the cloud data. */
  logos: Type.Array(id, { maxItems: BRAND_KIT_LIMITS.logos }),
  colors: Type.Array(color, { maxItems: BRAND_KIT_LIMITS.colors }),
  styles: Type.Array(Type.Object(styleFields), { maxItems: BRAND_KIT_LIMITS.styles }),
  user_id: userId,
});
export type SaveBrandKitInput = Message<typeof saveBrandKitInput>;

/**
 * Replaces the account's brand kit. Logos of the kit that were deleted from the cloud data since are left out; other
 * ids that name no image of the user are an error.
 */
export const saveBrandKit: Call<SaveBrandKitInput, BrandKit, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/saveBrandKit',
  shape(saveBrandKitInput),
  brandKitAnswer,
);

export interface BrandKitCalls {
  readonly brandKit: typeof brandKit;
  readonly saveBrandKit: typeof saveBrandKit;
}

export const BRAND_KIT_CALLS: BrandKitCalls = { brandKit, saveBrandKit };
