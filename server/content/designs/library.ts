import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blanksOf } from '#model/data/blanks.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { packTemplate } from '#model/template/packing.ts';
import {
  INDUSTRIES,
  INDUSTRY_FILES_PATH,
  LANGUAGES,
  type Industry,
  type IndustryFilters,
  type IndustryListInput,
  type IndustryTemplate,
  type Language,
} from '#protocol/api.ts';
import { brandsFor, findMachines, fitsMachine, type Machine } from './machines.ts';
import { buildDesign, DESIGNS } from '../drawing/catalog.ts';
import type { IndustryDesign } from '../drawing/label-kit.ts';
import { inLanguage } from '../drawing/words.ts';

const DEFAULT_PAGE_SIZE = 24;
/** Tolerance of a label's size, in mm. */
const SIZE_TOLERANCE_MM = 0.5;
/** The build's index of preview pictures by design (scripts/industry-previews.mjs). */
export const PREVIEW_INDEX = 'assets/industry/previews.json';

interface Listed {
  readonly industry: Industry;
  readonly design: IndustryDesign;
}

/** The first of each industry, then the second of each …, so that any page shows several industries. */
const ALL: readonly Listed[] = INDUSTRIES.flatMap((industry) =>
  DESIGNS[industry].map((design, place) => ({ industry, design, place })),
).sort((a, b) => a.place - b.place);
const BY_ID: ReadonlyMap<string, IndustryDesign> = new Map(ALL.map(({ design }) => [design.id, design]));

/** Paths of pictures by language and design. */
export type Previews = Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>;

export interface PreviewServices {
  /** The pictures of the ready templates. */
  readonly previews: Previews;
}

/** The pictures that the build has made; none without a build. */
export function readPreviews(webDir: string): Previews {
  try {
    return JSON.parse(readFileSync(join(webDir, PREVIEW_INDEX), 'utf8')) as Previews;
  } catch {
    return {};
  }
}

/** Whether it is the id of a ready design. */
export function isDesign(id: string): boolean {
  return BY_ID.has(id);
}

/** The packed file of a design in a language; null for an unknown design. */
export function designFile(id: string, language: string): Uint8Array | null {
  const design = BY_ID.get(id);
  const known = LANGUAGES.find((one) => one === language);
  return design === undefined || known === undefined ? null : packTemplate(writeTemplate(buildDesign(design, known)));
}

/** The matching designs of one page, and the number of all. */
export function findDesigns(
  input: IndustryListInput,
  language: Language,
): { readonly page: readonly Listed[]; readonly count: number } {
  const { industry, brand, series, model } = input;
  const machines = brand === undefined ? null : findMachines({ brand, series, model });
  const search = (input.name ?? '').trim().toLowerCase();
  const found = ALL.filter(
    (one) =>
      (industry === undefined || one.industry === industry) &&
      fitsAny(machines, one.design) &&
      hasSize(one.design, input) &&
      inLanguage(one.design.name, language).toLowerCase().includes(search),
  );
  const size = input.size ?? DEFAULT_PAGE_SIZE;
  const from = ((input.page ?? 1) - 1) * size;
  return { page: found.slice(from, from + size), count: found.length };
}

/** A design as lists show it. `used`: how often it was printed. */
export function describeDesign(
  { industry, design }: Listed,
  language: Language,
  previews: Previews,
  used: number,
): IndustryTemplate {
  const { id, name, widthMm, heightMm } = design;
  return {
    id,
    parent_id: industry,
    name: inLanguage(name, language),
    width: widthMm,
    height: heightMm,
    file: `${INDUSTRY_FILES_PATH}${language}/${id}.tprts`,
    image: previews[language]?.[id] ?? '',
    type: 'common',
    brands: brandsFor(design.widthMm, design.heightMm),
    use_num: used,
    blanks: blankCount(design),
  };
}

/** The filters of the list. */
export function listFilters(): IndustryFilters {
  const sizes = new Map<string, { readonly width: number; readonly height: number; readonly num: number }>();
  for (const { design } of ALL) {
    const [width, height] = [design.widthMm, design.heightMm];
    const key = `${width} ${height}`;
    sizes.set(key, { width, height, num: (sizes.get(key)?.num ?? 0) + 1 });
  }
  return {
    industries: INDUSTRIES.map((id) => ({ id, num: DESIGNS[id].length })),
    sizes: [...sizes.values()].sort((a, b) => a.width - b.width || a.height - b.height),
  };
}

function fitsAny(machines: readonly Machine[] | null, { widthMm, heightMm }: IndustryDesign): boolean {
  return machines === null || machines.some((machine) => fitsMachine(machine, widthMm, heightMm));
}

function hasSize({ widthMm, heightMm }: IndustryDesign, { width, height }: IndustryListInput): boolean {
  const is = (wanted: number | undefined, side: number): boolean =>
    wanted === undefined || Math.abs(wanted - side) <= SIZE_TOLERANCE_MM;
  return (is(width, widthMm) && is(height, heightMm)) || (is(width, heightMm) && is(height, widthMm));
}

const blankCounts = new Map<string, number>();

/** Number of fill-in fields; the same in all languages, so it is counted once. */
function blankCount(design: IndustryDesign): number {
  const count = blankCounts.get(design.id) ?? blanksOf(buildDesign(design, 'en')).length;
  blankCounts.set(design.id, count);
  return count;
}
