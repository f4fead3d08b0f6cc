import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, link, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { copyFileNames, numberedPage, pageFileName } from '#model/page/page-name.ts';
import type { PrinterInfo } from '#protocol/assistant.ts';
import { openOwnFile, PRIVATE_FOLDER_MODE, requireOwnFolder, syncFolder, writeDraft } from '../files.ts';
import { type PdfPage, writeBitmapPdf } from '#model/page/bitmap-pdf.ts';
import { readPngChunks } from '../png/png-chunks.ts';
import {
  COPIES_AT_ONCE,
  type HandOver,
  type JobHeader,
  type PageFile,
  type PrinterDriver,
  type PrinterSource,
} from './printer-driver.ts';

export const FOLDER_PRINTER = 'Folder';

export const FOLDER_FORMATS = ['png', 'pdf'] as const;
export type FolderFormat = (typeof FOLDER_FORMATS)[number];

/** A cancellation waits for a group that is being written: some tenths of a second. */
const GROUP_PAGES = 64;
const SPOOLED: HandOver = { type: 'spooled' };
const PDF_NAME = 'labels.pdf';
/** The folder in which pages wait until they are bound into a PDF: `<sequence>-<dpi>dpi-<copies>.png`. */
const LOOSE_PAGES = '.pages';
const LOOSE_PAGE = /^(\d+)-([\d.]+)dpi-(\d+)\.png$/;

/**
 * Prints into a folder for each job: the unchanged PNGs, or one PDF. For a PDF the pages are stored on arrival and
 * bound when the job ends, so that a crash in between loses none of them.
 */
export function createFolderSource(folder: string, format: FolderFormat): PrinterSource {
  const drivers = [createFolderPrinter(folder, format)];
  return { drivers: () => Promise.resolve(drivers) };
}

/** The only printer of that source. */
export function createFolderPrinter(folder: string, format: FolderFormat): PrinterDriver {
  const makeFolders = createFolderMaker(folder);
  return {
    name: FOLDER_PRINTER,
    describe: () => Promise.resolve(INFO),
    prepare: (page) =>
      Promise.resolve(
        ok(async (cancel, pause) => {
          const [outcome] = await writePages({ folder, format, makeFolders }, [page], cancel, pause);
          return outcome ?? { type: 'inDoubt', reason: 'no result' };
        }),
      ),
    group: {
      maxPages: GROUP_PAGES,
      handOver: (pages, cancel, pause) => writePages({ folder, format, makeFolders }, pages, cancel, pause),
    },
    folderOf: (job) => resolve(jobFolder(folder, job)),
    recall: (job, sequence) => recallPage(folder, format, job, sequence),
    close: (job) => (format === 'pdf' ? bindPdf(jobFolder(folder, job)) : Promise.resolve(ok(null))),
  };
}

interface PageFolder {
  readonly folder: string;
  readonly format: FolderFormat;
  readonly makeFolders: (target: string) => Promise<void>;
}

/** Makes the missing folders of a job; their names are on the disk then. `target` is below `folder`. */
function createFolderMaker(folder: string): PageFolder['makeFolders'] {
  /** The last one whose name was on the disk: most groups are of the same job as the one before. */
  let synced = '';
  return async (target) => {
    const below = relative(folder, target).split(sep);
    const paths = below.map((_, i) => join(folder, ...below.slice(0, i + 1)));
    let isNew = target !== synced;
    for (const path of paths) {
      const made = await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER_MODE });
      if (made !== undefined) isNew = true;
      await requireOwnFolder(path);
    }
    if (!isNew) return;
    for (const path of paths) await syncFolder(dirname(path));
    synced = target;
  };
}

const INFO: PrinterInfo = { name: FOLDER_PRINTER, kind: 'folder', dpis: [], media: [], state: 'idle' };

/** `<date>-<job name>-<short id>`; the short id distinguishes two jobs of one name on one day. */
export function jobFolder(folder: string, job: JobHeader): string {
  const name = job.jobName
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/^[._]+/, '')
    .slice(0, 60);
  const short = createHash('sha256').update(job.jobId).digest('hex').slice(0, 8);
  return join(folder, [job.openedAt.slice(0, 10), ...(name === '' ? [] : [name]), short].join('-'));
}

/** Writes pages of one job. Their files are synced in parallel, and their folder once for all of them. */
async function writePages(
  { folder, format, makeFolders }: PageFolder,
  pages: readonly PageFile[],
  cancel: AbortSignal,
  pause?: () => Promise<void>,
): Promise<readonly HandOver[]> {
  const [one] = pages;
  if (one === undefined) return [];
  const target = format === 'pdf' ? join(jobFolder(folder, one.job), LOOSE_PAGES) : jobFolder(folder, one.job);
  try {
    await makeFolders(target);
    const drafts = pages.map((page) => draftOf(target, format, page));
    const problems = await Promise.all(drafts.map((draft) => writeCopies(draft, cancel, pause)));
    const good = drafts.filter((_, i) => problems[i] === null);
    if (good.some(({ copies }) => copies.length > 0)) await syncFolder(target);
    // The page itself comes last: where it exists, all its copies do.
    for (const { draft, path } of good) await rename(draft, path);
    await syncFolder(target);
    return problems.map((reason): HandOver => (reason === null ? SPOOLED : { type: 'failed', problem: reason }));
  } catch (error) {
    const failed: HandOver = { type: 'failed', problem: deliveryFailed(error) };
    return pages.map(() => failed);
  }
}

interface PageDraft {
  readonly png: Uint8Array;
  readonly draft: string;
  readonly path: string;
  readonly copies: readonly string[];
}

function draftOf(target: string, format: FolderFormat, page: PageFile): PageDraft {
  const names = format === 'pdf' ? [looseName(page)] : pageNames(page);
  const [path = '', ...copies] = names.map((name) => join(target, name));
  return { png: page.png, draft: `${path}.part`, path, copies };
}

/** Writes a page under the name of its draft, and its copies. Leaves nothing when it fails or is aborted. */
async function writeCopies(
  { png, draft, copies }: PageDraft,
  cancel: AbortSignal,
  pause?: () => Promise<void>,
): Promise<Problem | null> {
  const made: string[] = [];
  const undo = (): Promise<unknown> => Promise.all([draft, ...made].map((path) => rm(path, { force: true })));
  try {
    if (!cancel.aborted) await writeDraft(draft, png);
    for (const [i, copy] of copies.entries()) {
      if (i > 0 && i % COPIES_AT_ONCE === 0) await pause?.();
      if (cancel.aborted) break;
      await linkOrCopy(draft, copy);
      made.push(copy);
    }
    if (!cancel.aborted) return null;
    await undo();
    return problem('print.cancelled');
  } catch (error) {
    await undo().catch(() => undefined);
    return deliveryFailed(error);
  }
}

/** A copy takes no space of its own where the file system supports hard links, and a thousand are made quickly. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}

function pageNames(page: PageFile): string[] {
  return copyFileNames(page.sequence, page.job.pages ?? 1, page.copies).map((name) => `${name}.png`);
}

function looseName(page: PageFile): string {
  return `${numberedPage(page.sequence, 1)}-${page.dpi}dpi-${page.copies}.png`;
}

async function recallPage(
  folder: string,
  format: FolderFormat,
  job: JobHeader,
  sequence: number,
): Promise<'spooled' | 'absent' | 'unknown'> {
  const target = jobFolder(folder, job);
  if (format === 'png') {
    return (await exists(join(target, `${pageFileName(sequence, job.pages ?? 1)}.png`))) ? 'spooled' : 'absent';
  }
  if (await exists(join(target, PDF_NAME))) return 'unknown';
  return (await loosePages(target)).some((page) => page.sequence === sequence) ? 'spooled' : 'absent';
}

interface LoosePage {
  readonly name: string;
  readonly sequence: number;
  readonly dpi: number;
  readonly copies: number;
}

async function loosePages(target: string): Promise<LoosePage[]> {
  const path = join(target, LOOSE_PAGES);
  if (!(await exists(path))) return [];
  return (await readdir(path))
    .flatMap((name) => {
      const match = LOOSE_PAGE.exec(name);
      return match === null
        ? []
        : [{ name, sequence: Number(match[1]), dpi: Number(match[2]), copies: Number(match[3]) }];
    })
    .sort((a, b) => a.sequence - b.sequence);
}

async function bindPdf(target: string): Promise<Result<null>> {
  try {
    const pages = await loosePages(target);
    if (pages.length === 0) return ok(null);
    for (const folder of [target, join(target, LOOSE_PAGES)]) await requireOwnFolder(folder);
    const path = join(target, PDF_NAME);
    await writePdfFile(`${path}.part`, readLoose(target, pages));
    await rename(`${path}.part`, path);
    await syncFolder(target);
    await rm(join(target, LOOSE_PAGES), { recursive: true });
    return ok(null);
  } catch (error) {
    return err(deliveryFailed(error));
  }
}

async function* readLoose(target: string, pages: readonly LoosePage[]): AsyncGenerator<PdfPage> {
  for (const page of pages) {
    await using file = await openOwnFile(join(target, LOOSE_PAGES, page.name), 'read');
    const chunks = readPngChunks(await file.readFile());
    if (!chunks.ok) throw new Error(`${page.name}: ${chunks.error}`);
    const { width, height } = chunks.value.header;
    yield {
      widthDots: width,
      heightDots: height,
      dpi: page.dpi,
      compressed: chunks.value.compressed,
      copies: page.copies,
    };
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function deliveryFailed(error: unknown): Problem {
  return problem('assistant.deliveryFailed', {
    printer: FOLDER_PRINTER,
    reason: error instanceof Error ? error.message : String(error),
  });
}

/** The PDF as a file, on the disk when the promise settles. */
async function writePdfFile(path: string, pages: AsyncIterable<PdfPage>): Promise<void> {
  const file = await openOwnFile(path, 'write');
  try {
    await writeBitmapPdf((bytes) => file.writeFile(bytes), pages);
    await file.sync();
  } finally {
    await file.close();
  }
}
