import type { Result } from '#model/kernel/result.ts';
import { namedStyleAttributes, parseNamedStyle, type NamedStyle } from '#model/template/named-style.ts';
import type { BrandKit, BrandStyle, SaveBrandKitInput } from '#protocol/api.ts';

/** What a change of the kit replaces. */
export type BrandKitContent = Pick<SaveBrandKitInput, 'fonts' | 'logos' | 'colors' | 'styles'>;

/** Saves a change of the kit as it is now. */
export type ChangeBrandKit = (change: (kit: BrandKitContent) => BrandKitContent) => Promise<Result<BrandKit>>;

export function contentOf({ fonts, logos, colors, styles }: BrandKit): BrandKitContent {
  return { fonts, logos: logos.map(({ id }) => id), colors, styles: styles.map(({ id, look }) => ({ id, look })) };
}

/** The kit's styles, as styles of a label; those of a later version that can't be read are left out. */
export function kitStyles({ styles }: Pick<BrandKit, 'styles'>): readonly NamedStyle[] {
  return styles.flatMap((style) => labelStyleOf(style) ?? []);
}

function labelStyleOf({ id, version, look }: BrandStyle): NamedStyle | null {
  const style = parseNamedStyle(look);
  return style === null ? null : { ...style, brand: { id, version } };
}

/** The kit with the style added, or in place of the one with that id. Attributes of a later version are kept. */
export function withStyle(kit: BrandKitContent, id: string, style: NamedStyle): BrandKitContent {
  const look = { ...kit.styles.find((one) => one.id === id)?.look, ...namedStyleAttributes(style) };
  const isNew = kit.styles.every((one) => one.id !== id);
  const styles = isNew ? [...kit.styles, { id, look }] : kit.styles.map((one) => (one.id === id ? { id, look } : one));
  return { ...kit, styles };
}
