import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { shownPictureValue } from './picture-value.ts';

/** A file, or a part of one, that is read when it is needed. A `Blob` is one, and can be sent to a worker. */
export interface PictureFile {
  /** Bytes. */
  readonly size: number;
  slice(start: number, end: number): PictureFile;
  /** Rejects when the file is no longer there. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The place of a picture in a zip file. */
export interface PackedPlace {
  /** Start of its local header. */
  readonly offset: number;
  readonly packedBytes: number;
  /** Its size as the zip file states it. */
  readonly bytes: number;
  readonly crc: number;
  /** Why it can't be read; left out where it can. */
  readonly unreadable?: 'encrypted' | 'method';
  readonly deflated: boolean;
}

export interface PictureEntry {
  /** Its path in the folder or zip file, with slashes. */
  readonly path: string;
  /** The file itself, or the zip file. */
  readonly file: PictureFile;
  readonly packed?: PackedPlace;
}

/** The pictures of a folder or a zip file, from which rows take theirs by name. */
export interface PictureSet {
  /** The name of the folder or zip file. */
  readonly name: string;
  readonly entries: readonly PictureEntry[];
}

export const MAX_PICTURES = 50_000;

/** Pictures by the names of their files. */
export interface PictureIndex {
  /** Problems: `pictures.missing`, `pictures.ambiguous`. */
  find(name: string): Result<PictureEntry>;
}

const EXTENSION = /\.(png|jpe?g|svg|gif|bmp|webp|tiff?|avif|heic)$/;
/** What systems put into folders and zip files next to the user's files. */
const SYSTEM_PART = /^(__macosx|\..*|thumbs\.db|desktop\.ini)$/i;

/** Whether a path of a folder or zip file may be a picture of the user: no folder, and nothing of the system. */
export function isPicturePath(path: string): boolean {
  const parts = path.split(/[\\/]/);
  return (parts.at(-1) ?? '') !== '' && !parts.some((part) => SYSTEM_PART.test(part));
}

/**
 * Finds pictures by name. Names match regardless of case and of how accents are composed (Unicode NFC), with or without
 * the extension. One of the two paths may be longer than the other at its start: `C:\Pictures\a.png` finds `a.png`, and
 * `a.png` finds `2024/a.png`. Nothing outside the set is ever looked at.
 */
export function createPictureIndex({ entries }: Pick<PictureSet, 'entries'>): PictureIndex {
  const byName = new Map<string, Candidate[]>();
  for (const entry of entries) {
    const parts = partsOf(entry.path);
    const name = parts.pop();
    if (name === undefined) continue;
    const candidate = { entry, folders: parts };
    add(byName, name, candidate);
    const stem = name.replace(EXTENSION, '');
    if (stem !== name && stem !== '') add(byName, stemKey(stem), candidate);
  }

  return {
    find(value) {
      const folders = partsOf(value);
      const name = folders.pop() ?? '';
      const shown = shownPictureValue(value);
      for (const key of [name, stemKey(name)]) {
        const [best, second] = bestOf(byName.get(key) ?? [], folders);
        if (best === undefined) continue;
        if (second === undefined) return ok(best.entry);
        return err(problem('pictures.ambiguous', { name: shown, first: best.entry.path, second: second.entry.path }));
      }
      return err(problem('pictures.missing', { name: shown }));
    },
  };
}

interface Candidate {
  readonly entry: PictureEntry;
  readonly folders: readonly string[];
}

function add(map: Map<string, Candidate[]>, key: string, candidate: Candidate): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [candidate]);
  else known.push(candidate);
}

/** A key for names without their extension; names have no slash. */
function stemKey(stem: string): string {
  return `/${stem}`;
}

/** The parts of a path as they are compared, without a drive, `.` and `..`. */
function partsOf(path: string): string[] {
  return path
    .normalize('NFC')
    .toLowerCase()
    .split(/[\\/]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..' && !/^[a-z]:$/.test(part));
}

/** Those of which the folders agree, and of them those that agree in most folders. */
function bestOf(candidates: readonly Candidate[], folders: readonly string[]): readonly Candidate[] {
  let best: Candidate[] = [];
  let most = -1;
  for (const candidate of candidates) {
    const shared = Math.min(candidate.folders.length, folders.length);
    const agrees = Array.from({ length: shared }, (_, i) => i + 1).every(
      (back) => candidate.folders.at(-back) === folders.at(-back),
    );
    if (!agrees) continue;
    // A path that is the same as a whole comes before one that only ends alike.
    const rank = shared + (candidate.folders.length === folders.length ? 0.5 : 0);
    if (rank > most) [best, most] = [[candidate], rank];
    else if (rank === most) best.push(candidate);
  }
  return best;
}
