import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { readAllWithZbar } from './zbar.ts';

/** The figures of a continuing run or of its report, by their names in the English interface. */
export async function readCounts(dialog: Locator): Promise<Readonly<Record<string, number>>> {
  const pairs = await dialog
    .locator('dl > div')
    .evaluateAll((entries) =>
      entries.map((entry): [string, string] => [
        entry.querySelector('dt')?.textContent ?? '',
        entry.querySelector('dd')?.textContent ?? '',
      ]),
    );
  return Object.fromEntries(pairs.map(([name, value]) => [name, Number(value.replaceAll(/\D/g, ''))]));
}

/**
 * The folder printer's pages of all jobs except earlier ones, in the order of their names, with their paths; of one label's
 * jobs when other tests print into the folder, too.
 */
export async function pagesOf(
  directory: string,
  jobsBefore: readonly string[] = [],
  label = '',
): Promise<readonly string[]> {
  const jobs = (await jobsOf(directory, label)).filter((job) => !jobsBefore.includes(job));
  const pages = await Promise.all(
    jobs.map(async (job) =>
      (await readdir(join(directory, job)))
        .filter((name) => name.endsWith('.png'))
        .sort()
        .map((name) => join(directory, job, name)),
    ),
  );
  return pages.flat();
}

export async function jobsOf(directory: string, label = ''): Promise<readonly string[]> {
  const jobs = await readdir(directory).catch(() => []);
  return jobs.filter((job) => job.includes(label));
}

/** Number of pages per process of the decoder, which has them in memory. */
const PAGES_AT_ONCE = 32;

/** The text that an independent decoder reads on each page. */
export async function readPages(paths: readonly string[]): Promise<readonly (readonly string[])[]> {
  const found: (readonly string[])[] = [];
  for (let i = 0; i < paths.length; i += PAGES_AT_ONCE) {
    const symbols = await readAllWithZbar(paths.slice(i, i + PAGES_AT_ONCE));
    found.push(...symbols.map((page) => page.map((symbol) => symbol.data)));
  }
  return found;
}
