import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConversionProblemName, OfficeEnding } from '#protocol/api.ts';
import { conversionCommand, NOTHING_WRITTEN, TOO_LARGE } from './libreoffice.ts';
import type { OfficeLimits } from './office-settings.ts';
import { sandboxed, type Sandbox } from './sandbox.ts';

export type ConversionOutcome =
  | { readonly type: 'done'; readonly pdf: Buffer; readonly pages: number }
  | { readonly type: 'failed'; readonly problem: ConversionProblemName }
  | { readonly type: 'aborted' };

export interface OfficeFile {
  readonly ending: OfficeEnding;
  readonly bytes: Uint8Array;
}

/** Characters kept of the programs' output, to report why they ended. */
const KEPT_WORDS = 16_384;
const FOLDER_NAME = 'labelwright-office-';
/** A conversion's folder is in use for less than this. */
const FOLDER_LIFETIME_MS = 5 * 60 * 1000;

/** Converts one file in a sandbox of its own, of which nothing is left when the promise settles. */
export async function runConversion(
  sandbox: Sandbox,
  limits: OfficeLimits,
  file: OfficeFile,
  signal: AbortSignal,
): Promise<ConversionOutcome> {
  if (signal.aborted) return { type: 'aborted' };
  // Inside a sandbox of its own it writes no files that others could see.
  const folder = sandbox.bwrap === null ? await mkdtemp(join(tmpdir(), FOLDER_NAME)) : null;
  if (folder !== null) await chmod(folder, 0o700);
  try {
    const { command, args, options } = sandboxed(
      sandbox,
      limits,
      folder ?? '/',
      conversionCommand(file.ending, limits),
    );
    const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
    return await settled(child, limits, file, signal);
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes the folders that conversions of a killed server have left; only those without bubblewrap have one. */
export async function removeOldFolders(now: number): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(FOLDER_NAME)) continue;
    const path = join(tmpdir(), name);
    const made = await stat(path).catch(() => null);
    if (made !== null && now - made.mtimeMs > FOLDER_LIFETIME_MS) await rm(path, { recursive: true, force: true });
  }
}

function settled(
  child: ChildProcess & { stdin: NonNullable<ChildProcess['stdin']> },
  limits: OfficeLimits,
  file: OfficeFile,
  signal: AbortSignal,
): Promise<ConversionOutcome> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    let words = '';
    let why: ConversionOutcome | null = null;
    const stop = (outcome: ConversionOutcome): void => {
      why ??= outcome;
      killAll(child);
    };
    const abort = (): void => stop({ type: 'aborted' });
    const timer = setTimeout(() => stop({ type: 'failed', problem: 'tooSlow' }), limits.seconds * 1000);
    const end = (outcome: ConversionOutcome): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      resolve(why ?? outcome);
    };
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    child.once('error', () => end({ type: 'failed', problem: 'unavailable' }));
    child.stdout?.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > limits.pdfBytes) stop({ type: 'failed', problem: 'tooLarge' });
      else parts.push(part);
    });
    child.stderr?.on('data', (part: Buffer) => {
      words = (words + part.toString('utf8')).slice(-KEPT_WORDS);
    });
    // It may end before it has read everything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(file.bytes);
    child.once('close', (code, killedBy) => {
      // Kills remaining programs of its group.
      killAll(child);
      const problem = problemOf(code ?? 128 + (killedBy === null ? 0 : constants.signals[killedBy]), words);
      if (problem !== null) return end({ type: 'failed', problem });
      const pdf = Buffer.concat(parts);
      const pages = pagesOf(pdf);
      if (pages === null) return end({ type: 'failed', problem: 'damaged' });
      end(pages > limits.pages ? { type: 'failed', problem: 'tooManyPages' } : { type: 'done', pdf, pages });
    });
  });
}

/** Kills the sandbox, or without one the process group. */
function killAll({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

const { SIGXCPU, SIGXFSZ } = constants.signals;

/** Null for a successful end. */
function problemOf(status: number, words: string): ConversionProblemName | null {
  if (status === 0) return null;
  if (status === NOTHING_WRITTEN) return isMemory(words) ? 'tooMuchMemory' : 'damaged';
  if (status === TOO_LARGE || status === 128 + SIGXFSZ) return 'tooLarge';
  if (status === 128 + SIGXCPU) return 'tooSlow';
  return isMemory(words) ? 'tooMuchMemory' : 'crashed';
}

function isMemory(words: string): boolean {
  return /bad_alloc|Thread::create failed|cannot allocate memory|out of memory|no space left/i.test(words);
}

/**
 * The number of pages of a PDF that LibreOffice has written, with its page tree's root in plain text; null for anything
 * else.
 */
export function pagesOf(pdf: Buffer): number | null {
  if (pdf.toString('latin1', 0, 5) !== '%PDF-' || !pdf.subarray(-1024).includes('%%EOF')) return null;
  // The root comes after all pages, near the end.
  const at = pdf.lastIndexOf('/Type/Pages');
  if (at < 0) return null;
  const end = pdf.indexOf('endobj', at);
  const [, count] = /\/Count (\d{1,7})\b/.exec(pdf.toString('latin1', at, end < 0 ? undefined : end)) ?? [];
  return count === undefined || count === '0' ? null : Number(count);
}
