import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { RunArguments } from './arguments.ts';
import { openNamed, type OpenFile } from '#headless/rows/open-files.ts';
import { picturesFingerprint } from '#headless/rows/open-pictures.ts';

/** Fingerprints of a run's inputs, as lower-case hexadecimal SHA-256. */
export interface Fingerprints {
  readonly template: string;
  /** Empty without data. */
  readonly data: string;
  /** The options that affect the output and the report's path, and the fonts of the command line. */
  readonly options: string;
}

/** Reads the files again, the data by `openData`. Problem: `file.unreadable`. */
export async function fingerprintsOf(
  args: RunArguments,
  openData: OpenFile = openNamed,
): Promise<Result<Fingerprints>> {
  const {
    templatePath,
    document,
    dataPath,
    outputDirectory: _,
    clean: _clean,
    resume: _resume,
    workers: _workers,
    firstCell,
    print,
    calibration,
    picturesPath,
    fetchPictures,
    ...given
  } = args;
  const hashes: string[] = [];
  for (const path of [templatePath, ...(dataPath === null ? [] : [dataPath]), ...given.fontPaths]) {
    const hash = await hashOfFile(path, path === dataPath ? openData : openNamed);
    if (hash === null) return err(problem('file.unreadable', { file: path }, path));
    hashes.push(hash);
  }
  const template = hashes.shift() ?? '';
  const data = dataPath === null ? '' : (hashes.shift() ?? '');
  const pictures = picturesPath === null ? ok(null) : await picturesFingerprint(picturesPath);
  if (!pictures.ok) return pictures;
  const options = {
    ...given,
    ...(fetchPictures ? { fetchPictures } : {}),
    ...(pictures.value === null ? {} : { pictures: pictures.value }),
    ...(document === null ? {} : { document: { ...document, path: '' } }),
    // Runs from before this option began with a whole sheet.
    ...(firstCell === 0 ? {} : { firstCell }),
    ...(print === null ? {} : { printOn: print.printer, calibration }),
    fontPaths: hashes,
    reportPath: given.reportPath === null ? null : resolve(given.reportPath),
  };
  return ok({ template, data, options: createHash('sha256').update(JSON.stringify(options)).digest('hex') });
}

async function hashOfFile(path: string, openFile: OpenFile): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline((await openFile(path)).createReadStream(), hash);
  } catch {
    return null;
  }
  return hash.digest('hex');
}
