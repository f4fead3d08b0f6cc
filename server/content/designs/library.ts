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
import type { Design } from './design-schema.ts';
import { drawDesign } from './draw-design.ts';
import { designsIn } from './read-designs.ts';

const DEFAULT_PAGE_SIZE = 24;
/** Tolerance of a label's size, in mm. */
const SIZE_TOLERANCE_MM = 0.5;
/** The build's index of preview pictures by design (scripts/industry-previews.mjs). */
export const PREVIEW_INDEX = 'assets/industry/previews.json';

interface Listed {
  readonly industry: Industry;
  readonly design: Design;
}

/** The first of each industry, then the second of each …, so that any page shows several industries. */
function listDesigns(language: Language): readonly Listed[] {
  const designs = designsIn(language);
  return INDUSTRIES.flatMap((industry) =>
    designs[industry].map((design, position) => ({ industry, design, position })),
  ).sort((a, b) => a.position - b.position);
}

function findDesign(id: string, language: Language): Design | undefined {
  return listDesigns(language).find(({ design }) => design.id === id)?.design;
}

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
  return findDesign(id, 'en') !== undefined;
}

/** The packed file of a design in a language; null for an unknown design. */
export function designFile(id: string, language: string): Uint8Array | null {
  const known = LANGUAGES.find((one) => one === language);
  const design = known === undefined ? undefined : findDesign(id, known);
  return design === undefined ? null : packTemplate(writeTemplate(drawDesign(design)));
}

/** The matching designs of one page, and the number of all. */
export function findDesigns(
  input: IndustryListInput,
  language: Language,
): { readonly page: readonly Listed[]; readonly count: number } {
  const { industry, brand, series, model } = input;
  const machines = brand === undefined ? null : findMachines({ brand, series, model });
  const search = (input.name ?? '').trim().toLowerCase();
  const found = listDesigns(language).filter(
    (one) =>
      (industry === undefined || one.industry === industry) &&
      fitsAny(machines, one.design) &&
      hasSize(one.design, input) &&
      one.design.name.toLowerCase().includes(search),
  );
  const size = input.size ?? DEFAULT_PAGE_SIZE;
  const from = ((input.page ?? 1) - 1) * size;
  return { page: found.slice(from, from + size), count: found.length };
}

/** A design as lists show it. `used`: how often it was printed. */
export function describeDesign({ industry, design }: Listed, previews: Previews, used: number): IndustryTemplate {
  const { id, name, language, widthMm, heightMm } = design;
  return {
    id,
    parent_id: industry,
    name,
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
  for (const { design } of listDesigns('en')) {
    const [width, height] = [design.widthMm, design.heightMm];
    const key = `${width} ${height}`;
    sizes.set(key, { width, height, num: (sizes.get(key)?.num ?? 0) + 1 });
  }
  return {
    industries: INDUSTRIES.map((id) => ({ id, num: designsIn('en')[id].length })),
    sizes: [...sizes.values()].sort((a, b) => a.width - b.width || a.height - b.height),
  };
}

function fitsAny(machines: readonly Machine[] | null, { widthMm, heightMm }: Design): boolean {
  return machines === null || machines.some((machine) => fitsMachine(machine, widthMm, heightMm));
}

function hasSize({ widthMm, heightMm }: Design, { width, height }: IndustryListInput): boolean {
  const is = (wanted: number | undefined, side: number): boolean =>
    wanted === undefined || Math.abs(wanted - side) <= SIZE_TOLERANCE_MM;
  return (is(width, widthMm) && is(height, heightMm)) || (is(width, heightMm) && is(height, widthMm));
}

const blankCounts = new Map<string, number>();

/** Number of fill-in fields; the same in all languages, so it is counted once. */
function blankCount(design: Design): number {
  const count = blankCounts.get(design.id) ?? blanksOf(drawDesign(design)).length;
  blankCounts.set(design.id, count);
  return count;
}
