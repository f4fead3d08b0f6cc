import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import type { FontInfo } from '#protocol/api.ts';
import { hasPrivilege, type PrivilegeRules } from '../../membership/privileges.ts';
import type { User } from '../../core/database/tables.ts';

export const OPERATOR_FONTS_PATH: string = '/fonts/added/';
const LIST = 'fonts.json';

/** A font file of the operator's, as `fonts.json` names it. */
export interface OperatorFont {
  readonly family: string;
  readonly weight: number;
  readonly italic: boolean;
  /** Name of the file, in the folder of `fonts.json`. */
  readonly file: string;
  /** Whether only members may use it. */
  readonly members: boolean;
}

export interface FontServices {
  /** The operator's fonts, which come in addition to the product's own. */
  readonly fonts: readonly OperatorFont[];
}

const list = Type.Array(
  Type.Object({
    family: Type.String({ minLength: 1, maxLength: 100 }),
    weight: Type.Integer({ minimum: 1, maximum: 1000 }),
    italic: Type.Boolean(),
    file: Type.String({ pattern: '^[\\w-][\\w .-]*\\.(ttf|otf|woff|woff2)$' }),
    members: Type.Boolean(),
  }),
);

/** Reads `fonts.json`; none where there is no such file. Throws for one that can't be used, naming what is wrong. */
export async function readOperatorFonts(folder: string): Promise<readonly OperatorFont[]> {
  const path = join(folder, LIST);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return [];
  const fonts: unknown = JSON.parse(text);
  if (!Check(list, fonts)) throw new Error(`${path}: a list of family, weight, italic, file and members is expected`);
  for (const { file } of fonts) await stat(join(folder, file));
  return fonts;
}

/** The families of which any face is for members: they are for members as a whole. */
export function familiesForMembers(fonts: readonly OperatorFont[]): ReadonlySet<string> {
  return new Set(fonts.filter(({ members }) => members).map(({ family }) => family));
}

/** The operator's families. Of one that the user may not use, the name is listed but no file. */
export function listOperatorFonts(
  {
    fonts,
    privileges,
    now,
  }: {
    readonly fonts: readonly OperatorFont[];
    readonly privileges: PrivilegeRules;
    readonly now: () => number;
  },
  user: User | null,
): FontInfo[] {
  const membersOnly = familiesForMembers(fonts);
  return [...new Set(fonts.map((font) => font.family))].map((name) => {
    const own = fonts.filter((font) => font.family === name);
    const forMembers = membersOnly.has(name);
    const granted = !forMembers || hasPrivilege(privileges, user, 'fonts', now());
    const faces = own.map(({ weight, italic, file }) => ({
      id: '',
      url: operatorFontUrl(file),
      weight,
      italic,
      bytes: 0,
    }));
    const shown = granted ? faces : [];
    return {
      name,
      url: shown[0]?.url ?? '',
      is_me_sp: forMembers ? 1 : 0,
      granted,
      shipped: false,
      own: false,
      faces: shown,
    };
  });
}

/** The path under which a file of the operator's is served. */
export function operatorFontUrl(file: string): string {
  return OPERATOR_FONTS_PATH + encodeURIComponent(file);
}
