import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import type { FontInfo } from '#protocol/api.ts';
import { hasPrivilege, type PrivilegeRules } from '../../membership/privileges.ts';
import type { User } from '../../core/database/tables.ts';

export const OPERATOR_FONTS_PATH: string = '/fonts/added/';
const LIST = 'fonts.json';

/** An operator's font file, as `fonts.json` lists it. */
export interface OperatorFont {
  readonly family: string;
  readonly weight: number;
  readonly italic: boolean;
  /** File name, in the folder of `fonts.json`. */
  readonly file: string;
  /** Whether only members may use it. */
  readonly members: boolean;
}

export interface FontServices {
  /** The operator's fonts, in addition to the product's own. */
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

/** Reads `fonts.json`; empty without that file. Throws for an invalid one, naming the fault. */
export async function readOperatorFonts(folder: string): Promise<readonly OperatorFont[]> {
  const path = join(folder, LIST);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return [];
  const fonts: unknown = JSON.parse(text);
  if (!Check(list, fonts)) throw new Error(`${path}: a list of family, weight, italic, file and members is expected`);
  for (const { file } of fonts) await stat(join(folder, file));
  return fonts;
}

/** Families with any members-only face, which are members-only as a whole. */
export function familiesForMembers(fonts: readonly OperatorFont[]): ReadonlySet<string> {
  return new Set(fonts.filter(({ members }) => members).map(({ family }) => family));
}

/** The operator's families. A family that the user may not use is listed without its files. */
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

/** The path of an operator's font file. */
export function operatorFontUrl(file: string): string {
  return OPERATOR_FONTS_PATH + encodeURIComponent(file);
}
