import { INDUSTRIES } from '#protocol/api.ts';
import type { Industry } from '#protocol/api.ts';

/** The filters of the gallery. */
export interface GalleryQuery {
  readonly industry: Industry | null;
  /** Brand, series and model, or only the first of them. */
  readonly machine: readonly string[];
  /** Width and height in mm, as `60x40`. */
  readonly size: string | null;
  readonly search: string;
  readonly page: number;
}

/** The query parameters of the library's address. */
export const GALLERY_PARAMETERS = ['industry', 'machine', 'size', 'search', 'page'] as const;

export const WHOLE_GALLERY: GalleryQuery = { industry: null, machine: [], size: null, search: '', page: 1 };

/** Parses the query of an address; missing and invalid values get their defaults. */
export function galleryQueryOf(address: URLSearchParams): GalleryQuery {
  const size = address.get('size');
  const page = Number(address.get('page'));
  return {
    industry: INDUSTRIES.find((one) => one === address.get('industry')) ?? null,
    machine: address.getAll('machine').slice(0, 3),
    size: size !== null && /^\d+(\.\d+)?x\d+(\.\d+)?$/.test(size) ? size : null,
    search: address.get('search') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** The address with this query. */
export function withGalleryQuery(address: URLSearchParams, query: GalleryQuery): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const name of GALLERY_PARAMETERS) next.delete(name);
  const { industry, machine, size, search, page } = query;
  if (industry !== null) next.set('industry', industry);
  for (const part of machine) next.append('machine', part);
  if (size !== null) next.set('size', size);
  if (search !== '') next.set('search', search);
  if (page > 1) next.set('page', String(page));
  return next;
}
