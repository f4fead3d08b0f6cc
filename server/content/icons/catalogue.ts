import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ICONS_PATH, type Language } from '#protocol/api.ts';
import { readIconSets } from './icon-sets.ts';

const FOLDER = join(import.meta.dirname, '../../../content/icons');

type Names = Readonly<Record<Language, string>>;

interface CategoryText {
  readonly id: string;
  readonly name: Names;
}

/** A group of categories, as listed in `content/icons/categories.json`. */
interface GroupText extends CategoryText {
  readonly son: readonly CategoryText[];
}

export interface CatalogueIcon {
  /** The address of its file, with a part that changes with the drawing. */
  readonly url: string;
  readonly names: Names;
  readonly keywords: string;
  readonly svg: string;
}

export interface IconCatalogue {
  readonly groups: readonly GroupText[];
  /** The icons of a category or of a whole group; null for an unknown id. */
  icons(id: string): readonly CatalogueIcon[] | null;
  /** Finds an icon by the path of its file, without the part that changes. */
  file(path: string): CatalogueIcon | null;
}

let read: IconCatalogue | null = null;

/**
 * The catalog, read on first use in about 0.1 s: our own drawings, and the icons of the sets that `curated.json` lists.
 */
export function iconCatalogue(): IconCatalogue {
  read ??= readCatalogue();
  return read;
}

function readCatalogue(): IconCatalogue {
  const groups = readJson<readonly GroupText[]>('categories.json');
  const curated = readJson<Readonly<Record<string, readonly string[]>>>('curated.json');
  const setNames = readJson<SetNames>('set-names.json');
  const drawingOf = readIconSets();
  const lists = new Map<string, readonly CatalogueIcon[]>();
  for (const { id: group, son } of groups) {
    for (const { id } of son) {
      const ids = curated[id];
      lists.set(id, ids === undefined ? ownIcons(id) : ids.map((icon) => setIcon(icon, drawingOf(icon), setNames)));
    }
    lists.set(
      group,
      son.flatMap(({ id }) => lists.get(id) ?? []),
    );
  }
  const files = new Map([...lists.values()].flat().map((icon) => [pathOf(icon.url), icon]));
  return { groups, icons: (id) => lists.get(id) ?? null, file: (path) => files.get(path) ?? null };
}

/** The drawings of a folder, in the order of its names. */
function ownIcons(category: string): readonly CatalogueIcon[] {
  const names = readJson<Readonly<Record<string, Names>>>(join(category, 'names.json'));
  return Object.entries(names).map(([file, inLanguages]) => {
    const svg = readFileSync(join(FOLDER, category, `${file}.svg`), 'utf8');
    const keywords = [file.replaceAll('-', ' '), ...Object.values(inLanguages)].join(' ');
    return { url: urlOf(`${category}/${file}`, svg), names: inLanguages, keywords, svg };
  });
}

/** `set-names.json`: by the name in the set, or by `set:name` where the sets use it for different things. */
type SetNames = Readonly<Record<string, Omit<Names, 'en'>>>;

/** An icon of a set. Its English name is the words of its id, `set:name`. Throws for one without names. */
function setIcon(id: string, svg: string, inLanguages: SetNames): CatalogueIcon {
  const [set = '', file = ''] = id.split(':');
  const words = file.replaceAll('-', ' ');
  const others = inLanguages[id] ?? inLanguages[file];
  if (others === undefined) throw new Error(`set-names.json lacks ${id}`);
  const names = { ...others, en: words.charAt(0).toUpperCase() + words.slice(1) };
  return { url: urlOf(`${set}/${file}`, svg), names, keywords: [words, ...Object.values(others)].join(' '), svg };
}

function urlOf(path: string, svg: string): string {
  return `${ICONS_PATH}${path}.svg?v=${createHash('sha256').update(svg).digest('hex').slice(0, 12)}`;
}

function pathOf(url: string): string {
  return url.slice(0, url.indexOf('?'));
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(FOLDER, path), 'utf8')) as T;
}
