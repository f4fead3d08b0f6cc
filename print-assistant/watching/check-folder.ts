import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import { countersOf } from '#model/data/counters.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { GRADES } from '#model/symbology/read/grade.ts';
import { readTemplate } from '#model/template/file-format.ts';
import { unpackTemplate } from '#model/template/packing.ts';
import { MAX_COPIES } from '#protocol/assistant.ts';
import { type FolderWish, MAX_HEADING_ROWS, type WatchedFolder } from './folder-registry.ts';

export const FOLDER_FIELDS = [
  'directory',
  'template',
  'printer',
  'copies',
  'minGrade',
  'headingRows',
  'copiesColumn',
] as const;
export type FolderField = (typeof FOLDER_FIELDS)[number];
/** As typed. */
export type FolderForm = Readonly<Record<FolderField, string>>;
/** Faults by field. */
export type FolderFaults = Readonly<Partial<Record<FolderField, Problem>>>;

const MAX_TEMPLATE_BYTES = 64 * 1024 * 1024;

/** Inputs for checking whether a folder can be watched. */
export interface FolderChecks {
  /** The assistant's own folder. */
  readonly ownFolder: string;
  readonly printers: readonly string[];
  readonly present: readonly WatchedFolder[];
}

/** The requested folder, or all its faults at once. */
export async function checkFolder(
  form: FolderForm,
  { ownFolder, printers, present }: FolderChecks,
): Promise<{ readonly wish: FolderWish } | { readonly faults: FolderFaults }> {
  const directory = await realDirectory(form.directory, ownFolder, present);
  const template = await templateFault(form.template);
  const copies = /^\d{1,5}$/.test(form.copies) ? Number(form.copies) : 0;
  const minGrade = GRADES.find((grade) => grade === form.minGrade);
  const headingRows = form.headingRows === '' ? null : Number(form.headingRows);
  const faults: Partial<Record<FolderField, Problem>> = {};
  if (typeof directory !== 'string') faults.directory = directory;
  if (template !== null) faults.template = template;
  if (!printers.includes(form.printer)) faults.printer = problem('assistant.printerUnknown');
  if (copies < 1 || copies > MAX_COPIES) faults.copies = problem('print.badCopies', { max: MAX_COPIES });
  if (minGrade === undefined) faults.minGrade = problem('input.invalid', { detail: form.minGrade });
  if (headingRows !== null && !(Number.isInteger(headingRows) && headingRows >= 0 && headingRows <= MAX_HEADING_ROWS))
    faults.headingRows = problem('input.invalid', { detail: form.headingRows });
  if (Object.keys(faults).length > 0 || typeof directory !== 'string' || minGrade === undefined) return { faults };
  const { printer, copiesColumn } = form;
  return { wish: { directory, template: form.template, printer, copies, minGrade, headingRows, copiesColumn } };
}

/** The real path, so that no folder is listed twice under two names. */
async function realDirectory(
  path: string,
  ownFolder: string,
  present: readonly WatchedFolder[],
): Promise<string | Problem> {
  if (!isAbsolute(path)) return problem('watch.notWhole');
  const found = await realpath(path).catch(() => null);
  if (found === null || !(await isDirectory(found))) return problem('watch.noFolder', { folder: path });
  // Its own records would be printed, and moved away.
  if (isWithin(await realpath(ownFolder), found)) return problem('watch.ownFolder', { folder: path });
  if (present.some(({ directory }) => directory === found)) return problem('watch.listed', { folder: path });
  return found;
}

export async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

/** The template's fault as the command line will find it. Null where it can be printed. */
async function templateFault(path: string): Promise<Problem | null> {
  if (!isAbsolute(path)) return problem('watch.notWhole');
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) return problem('file.unreadable');
  if (found.size > MAX_TEMPLATE_BYTES) return problem('template.tooLarge');
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return problem('file.unreadable');
  const xml = unpackTemplate(bytes);
  const template = xml.ok ? readTemplate(xml.value) : xml;
  if (!template.ok) return template.error;
  if (template.value.elements.length === 0) return problem('template.empty');
  const counters = countersOf(template.value);
  if (!counters.ok) return counters.error;
  const [counting] = counters.value;
  return counting === undefined ? null : problem('data.counterStart', { element: counting.element });
}
