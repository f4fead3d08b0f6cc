import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';

/** The most pages in a range: pages may repeat; more than this is a typo. */
const MOST_PAGES = 100_000;

/**
 * Parses pages such as "1-3,5", in that order, counted from 0. An open end means the last page ("7-") or the first
 * ("-3"); a range may run backwards ("5-3"). Spaces, and full-width digits, commas and dashes, are accepted. An empty
 * text means all pages. Problems: `document.badPages` with the invalid part, `document.pageMissing` with the page that
 * doesn't exist.
 */
export function parsePageRange(text: string, pageCount: number): Result<readonly number[]> {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[、;]/g, ',')
    .replaceAll(/[‐-―−~〜]/g, '-')
    .replaceAll(/\s+/g, '');
  if (plain === '') return ok(Array.from({ length: pageCount }, (_, i) => i));
  const pages: number[] = [];
  for (const part of plain.split(',')) {
    const match = /^(\d*)(-?)(\d*)$/.exec(part);
    const [, from = '', dash = '', to = ''] = match ?? [];
    if (match === null || (from === '' && to === ''))
      return err(problem('document.badPages', { part, last: pageCount }));
    const first = from === '' ? 1 : Number(from);
    const last = dash === '' ? first : to === '' ? pageCount : Number(to);
    for (const page of [first, last]) {
      if (page < 1 || page > pageCount) return err(problem('document.pageMissing', { page, last: pageCount }));
    }
    const step = last < first ? -1 : 1;
    for (let page = first; page !== last + step; page += step) pages.push(page - 1);
    if (pages.length > MOST_PAGES) return err(problem('document.badPages', { part, last: pageCount }));
  }
  return ok(pages);
}
