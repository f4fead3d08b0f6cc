import { openAsBlob } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import type { FetchPicture } from '#model/data/pictures/address-pictures.ts';
import {
  isPicturePath,
  MAX_PICTURES,
  type PictureEntry,
  type PictureFile,
  type PictureSet,
} from '#model/data/pictures/picture-set.ts';
import { readPictureZip } from '#model/data/pictures/picture-zip.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';

/**
 * The pictures of a folder, with its subfolders, or of a zip file. Rows find them by name among these files only, so no
 * value of a row leads out of the folder; links are not followed. Problems: `file.unreadable`, `pictures.badZip`,
 * `pictures.tooMany`, each with the path.
 */
export async function openPictures(path: string): Promise<Result<PictureSet>> {
  const info = await stat(path).catch(() => null);
  if (info === null) return err(problem('file.unreadable', { file: path }, path));
  if (info.isDirectory()) return openFolder(path);
  const opened = await readPictureZip(basename(path), await openAsBlob(path));
  return opened.ok ? opened : err({ ...opened.error, path });
}

async function openFolder(path: string): Promise<Result<PictureSet>> {
  const root = resolve(path);
  const found = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => null);
  if (found === null) return err(problem('file.unreadable', { file: path }, path));
  const entries: PictureEntry[] = [];
  for (const each of found) {
    const full = join(each.parentPath, each.name);
    const inside = relative(root, full).split(sep).join('/');
    if (!each.isFile() || !isPicturePath(inside)) continue;
    if (entries.length === MAX_PICTURES) return err(problem('pictures.tooMany', { max: MAX_PICTURES }, path));
    const info = await stat(full).catch(() => null);
    if (info !== null) entries.push({ path: inside, file: diskFile(full, info.size) });
  }
  return ok({ name: basename(root), entries });
}

/** A file of a folder, opened only while it is read. */
function diskFile(path: string, size: number): PictureFile {
  const read = async (start: number, end: number): Promise<ArrayBuffer> => {
    const bytes = await readFile(path);
    return new Uint8Array(bytes.subarray(start, end)).buffer;
  };
  const part = (start: number, end: number): PictureFile => ({
    size: Math.max(0, end - start),
    slice: (from, to) => part(start + from, Math.min(end, start + to)),
    arrayBuffer: () => read(start, end),
  });
  return part(0, size);
}

/**
 * Wraps the core so that its runs take the pictures of rows from this folder or zip file; from none for null. Those at
 * addresses are fetched by `fetchPicture`.
 */
export async function withRowPictures(
  core: PrintCore,
  path: string | null,
  fetchPicture: FetchPicture,
): Promise<Result<PrintCore>> {
  const opened = path === null ? ok(null) : await openPictures(path);
  if (!opened.ok) return opened;
  const pictures = opened.value === null ? {} : { pictures: opened.value };
  return ok({
    ...core,
    openRun: (setup) => core.openRun({ ...setup, ...pictures }, fetchPicture),
    openExport: (setup) => core.openExport({ ...setup, ...pictures }, fetchPicture),
  });
}

/** Identifies the pictures by what the file system says about them: their names, sizes and times. */
export async function picturesFingerprint(path: string): Promise<Result<string>> {
  const info = await stat(path).catch(() => null);
  if (info === null) return err(problem('file.unreadable', { file: path }, path));
  const opened = await openPictures(path);
  if (!opened.ok) return opened;
  const files = opened.value.entries.map(({ path: name, file, packed }) => [name, packed?.crc ?? file.size]);
  if (!info.isDirectory()) return ok(JSON.stringify(files));
  const times: number[] = [];
  for (const [name] of files) times.push((await stat(join(path, String(name))).catch(() => null))?.mtimeMs ?? 0);
  return ok(JSON.stringify([files, times]));
}
