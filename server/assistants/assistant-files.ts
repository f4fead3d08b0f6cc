import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ASSISTANT_FILES, ASSISTANT_FILES_PATH, type AssistantFile, type SoftwareInput } from '#protocol/api.ts';

/**
 * A file next to the executables with the product version of each, by its name. `npm run assistant:build` writes it.
 */
const VERSIONS_FILE = 'versions.json';

/** The executables of the print assistant. */
export interface AssistantFiles {
  readonly folder: string;
  /** Those that `npm run assistant:build` has made. */
  readonly list: () => Promise<AssistantFile[]>;
}

export interface AssistantServices {
  /** Port of the print assistant on the user's machine. */
  readonly assistantPort: number;
  /** The print assistant's executables, if the operator has built any. */
  readonly assistantFiles: AssistantFiles;
  /** The key that the launcher gave this server and its print assistant; null where none was started with it. */
  readonly assistantKey: string | null;
}

/**
 * Checksums are computed on first use, once per file, and cached by its size and the time of its last change.
 * Concurrent callers wait for the same one.
 */
export function createAssistantFiles(folder: string): AssistantFiles {
  const sums = new Map<string, { readonly edition: string; readonly sum: Promise<string> }>();

  function checksum(name: string, edition: string): Promise<string> {
    const known = sums.get(name);
    if (known?.edition === edition) return known.sum;
    const sum = hashFile(join(folder, name));
    const kept = { edition, sum };
    sums.set(name, kept);
    sum.catch(() => {
      if (sums.get(name) === kept) sums.delete(name);
    });
    return sum;
  }

  return {
    folder,
    async list() {
      const versions = await readVersions(folder);
      const files = await Promise.all(
        ASSISTANT_FILES.map(async ({ system, name }) => {
          const stats = await stat(join(folder, name)).catch(() => null);
          if (stats?.isFile() !== true) return [];
          const sha256 = await checksum(name, `${stats.size} ${stats.mtimeMs}`);
          const url = ASSISTANT_FILES_PATH + name;
          return [{ system, url, bytes: stats.size, version: versions.get(name) ?? '', sha256 }];
        }),
      );
      return files.flat();
    },
  };
}

/** SHA-256 in hexadecimal digits. */
async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Empty for executables from before versions were recorded. */
async function readVersions(folder: string): Promise<ReadonlyMap<string, string>> {
  try {
    const kept: unknown = JSON.parse(await readFile(join(folder, VERSIONS_FILE), 'utf8'));
    const entries = typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return new Map();
  }
}

type System = AssistantFile['system'];

/**
 * The system for which the print assistant is downloaded: the one in the query, else the browser's. Null for an
 * unsupported one.
 */
export function chooseSystem({ app_package_name: named = '' }: SoftwareInput, userAgent: string): System | null {
  return systemIn(named) ?? systemIn(userAgent);
}

function systemIn(text: string): System | null {
  if (/android|iphone|ipad|mac ?os|cros/i.test(text)) return null;
  if (/windows|win64/i.test(text)) return 'windows-x64';
  if (!/linux|x11/i.test(text)) return null;
  return /aarch64|arm64/i.test(text) ? 'linux-arm64' : 'linux-x64';
}
