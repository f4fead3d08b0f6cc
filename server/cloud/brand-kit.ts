import { err, ok, type Result } from '#model/kernel/result.ts';
import { parseNamedStyle } from '#model/template/named-style.ts';
import { NO_BRAND_KIT_REVISION, type BrandKit, type BrandStyle, type SaveBrandKitInput } from '#protocol/api.ts';
import { apiError, invalid, type ApiError } from '../core/api-error.ts';
import { lockUser } from '../core/database/lock-user.ts';
import type { Db } from '../core/database/open-database.ts';
import { findCloudImages } from './cloud-files.ts';

/** A brand kit as its row has it: logos by their ids. */
type KeptBrandKit = Omit<BrandKit, 'revision' | 'logos'> & { readonly logos: readonly string[] };

const EMPTY: KeptBrandKit & Pick<BrandKit, 'revision'> = {
  revision: NO_BRAND_KIT_REVISION,
  fonts: [],
  logos: [],
  colors: [],
  styles: [],
};

/** The user's brand kit, without logos that were deleted from the cloud data. */
export async function readBrandKit(db: Db, userId: string): Promise<BrandKit> {
  return withLogos(db, userId, await findKept(db, userId));
}

/**
 * Replaces the kit if it still has the revision that was changed. Errors: `brandKit.changedMeanwhile`,
 * `brandKit.badStyle`, `brandKit.nameTaken`, `file.notFound` for a logo that is no image of the user.
 */
export async function saveBrandKit(
  db: Db,
  userId: string,
  input: SaveBrandKitInput,
  time: number,
): Promise<Result<BrandKit, ApiError>> {
  const fault = faultOf(input);
  if (fault !== null) return err(fault);
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const before = await findKept(tx, userId);
    if (before.revision !== input.revision) {
      return err(apiError('changedMeanwhile', 'brandKit.changedMeanwhile', {}, { revision: before.revision }));
    }
    const logos = [...new Set(input.logos)];
    const images = new Set((await findCloudImages(tx, userId, logos)).map(({ id }) => id));
    const unknown = logos.find((id) => !images.has(id) && !before.logos.includes(id));
    if (unknown !== undefined) return err(apiError('notFound', 'file.notFound'));
    const revision = before.revision + 1;
    const kit: KeptBrandKit = {
      fonts: input.fonts,
      logos: logos.filter((id) => images.has(id)),
      colors: input.colors,
      styles: input.styles.map((style) => ({ ...style, version: versionOf(style, before.styles, revision) })),
    };
    const row = { user_id: userId, revision, kit: JSON.stringify(kit), updated_at: time };
    await tx
      .insertInto('brand_kit')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    return ok(await withLogos(tx, userId, { ...kit, revision }));
  });
}

/** Names are unique within their list, and a style can be read as a label's file would be. */
function faultOf({ fonts, colors, styles }: SaveBrandKitInput): ApiError | null {
  const named: string[] = [];
  for (const { look } of styles) {
    const style = parseNamedStyle(look);
    if (style === null) return invalid('styles', 'brandKit.badStyle', { name: look['Name'] ?? '' });
    named.push(`${style.kind} ${style.name}`);
  }
  const taken =
    firstTwice(fonts) ??
    firstTwice(colors.map(({ name }) => name)) ??
    firstTwice(named)?.replace(/^\w+ /, '') ??
    firstTwice(styles.map(({ id }) => id));
  return taken === undefined ? null : invalid('name', 'brandKit.nameTaken', { name: taken });
}

function firstTwice(names: readonly string[]): string | undefined {
  return names.find((name, i) => names.indexOf(name) < i);
}

/** A style that didn't change keeps its version. */
function versionOf(
  { id, look }: Pick<BrandStyle, 'id' | 'look'>,
  before: KeptBrandKit['styles'],
  revision: number,
): number {
  const known = before.find((style) => style.id === id);
  return known !== undefined && sorted(known.look) === sorted(look) ? known.version : revision;
}

function sorted(look: BrandStyle['look']): string {
  return JSON.stringify(Object.entries(look).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function findKept(db: Db, userId: string): Promise<typeof EMPTY> {
  const row = await db
    .selectFrom('brand_kit')
    .select(['revision', 'kit'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? EMPTY : { ...(JSON.parse(row.kit) as KeptBrandKit), revision: row.revision };
}

async function withLogos(db: Db, userId: string, { logos, ...kit }: typeof EMPTY): Promise<BrandKit> {
  const images = new Map((await findCloudImages(db, userId, logos)).map((image) => [image.id, image]));
  return { ...kit, logos: logos.flatMap((id) => images.get(id) ?? []) };
}
