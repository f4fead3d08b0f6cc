import { truncate } from 'node:fs/promises';
import pLimit from 'p-limit';
import { parseJsonObject } from '#model/kernel/json-object.ts';
import { openOwnFile, writeWhole } from './files.ts';
import type { JobHeader } from './printers/printer-driver.ts';

/*
 * The durable record of one job, one text line each: the header, then the states of its pages.
 *   {"jobId": ...}      the header
 *   accepted 12 <hash>  about to be sent to the printer; on the disk before the printer gets a byte
 *   spooled 12          the printer has it
 *   failed 12           certainly not printed, may be sent again
 *   doubt 12            unconfirmed
 *   finished            or cancelled: no more pages
 * A crash leaves at most one unfinished line. The next start removes it: an incomplete line did not happen.
 */

export type PageState = 'accepted' | 'spooled' | 'failed' | 'doubt';
export type JobState = 'open' | 'finished' | 'cancelled';

export interface PageEntry {
  readonly state: PageState;
  /** Hash of the page's image: a sequence number is never reused for another picture. */
  readonly hash: string;
}

export interface AcceptedPage {
  readonly sequence: number;
  readonly hash: string;
}

export interface SettledPage {
  readonly sequence: number;
  readonly state: Exclude<PageState, 'accepted'>;
}

export interface JobLog {
  readonly header: JobHeader;
  state(): JobState;
  page(sequence: number): PageEntry | undefined;
  pages(): ReadonlyMap<number, PageEntry>;
  /** All of them are on the disk when the promise settles, with one sync; none is when it fails. */
  accept(pages: readonly AcceptedPage[]): Promise<void>;
  /**
   * Survives the end of this process immediately, but a power failure only once the next page is accepted: if the line
   * is lost, the page is unconfirmed.
   */
  settle(pages: readonly SettledPage[]): Promise<void>;
  /** On the disk when the promise settles. */
  end(state: Exclude<JobState, 'open'>): Promise<void>;
}

const PAGE_LINE = /^(accepted|spooled|failed|doubt) (\d+)(?: ([0-9a-f]+))?$/;

export interface Contents {
  readonly header: JobHeader;
  state: JobState;
  readonly pages: Map<number, PageEntry>;
}

export async function createJobLog(path: string, header: JobHeader): Promise<JobLog> {
  await writeWhole(path, `${JSON.stringify(header)}\n`);
  return jobLog(path, { header, state: 'open', pages: new Map() });
}

export async function openJobLog(path: string): Promise<JobLog> {
  await using file = await openOwnFile(path, 'read');
  const text = await file.readFile('utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await truncate(path, Buffer.byteLength(whole));
  const [first, ...lines] = whole.split('\n');
  const contents: Contents = { header: JSON.parse(first ?? '') as JobHeader, state: 'open', pages: new Map() };
  for (const line of lines) applyLine(contents, line);
  return jobLog(path, contents);
}

/** Content of a job's record, which may be written at this moment; null when it is none. */
export function readJobLog(text: string): Contents | null {
  const [first = '', ...lines] = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  const header = parseJsonObject(first);
  if (header === null) return null;
  const contents: Contents = { header: header as unknown as JobHeader, state: 'open', pages: new Map() };
  for (const line of lines) applyLine(contents, line);
  return contents;
}

function applyLine(contents: Contents, line: string): void {
  if (line === 'finished' || line === 'cancelled') contents.state = line;
  const match = PAGE_LINE.exec(line);
  if (match === null) return;
  const sequence = Number(match[2]);
  const hash = match[3] ?? contents.pages.get(sequence)?.hash ?? '';
  contents.pages.set(sequence, { state: match[1] as PageState, hash });
}

function jobLog(path: string, contents: Contents): JobLog {
  // Line by line: a cancellation may come while a page is being settled.
  const lines = pLimit(1);
  const append = (more: readonly string[], durable: boolean): Promise<void> =>
    lines(() => appendLines(path, more, durable));
  return {
    header: contents.header,
    state: () => contents.state,
    page: (sequence) => contents.pages.get(sequence),
    pages: () => contents.pages,
    async accept(pages) {
      await append(
        pages.map(({ sequence, hash }) => `accepted ${sequence} ${hash}`),
        true,
      );
      for (const { sequence, hash } of pages) contents.pages.set(sequence, { state: 'accepted', hash });
    },
    async settle(pages) {
      for (const { sequence, state } of pages) {
        contents.pages.set(sequence, { state, hash: contents.pages.get(sequence)?.hash ?? '' });
      }
      await append(
        pages.map(({ sequence, state }) => `${state} ${sequence}`),
        false,
      );
    },
    async end(state) {
      await append([state], true);
      contents.state = state;
    },
  };
}

/**
 * Opens the file each time, so that no handle has to be closed later. It takes 20 microseconds; an fsync takes
 * milliseconds.
 */
async function appendLines(path: string, lines: readonly string[], durable: boolean): Promise<void> {
  const file = await openOwnFile(path, 'append');
  const { size } = await file.stat();
  try {
    await file.appendFile(lines.map((line) => `${line}\n`).join(''));
    if (durable) await file.datasync();
  } catch (error) {
    // A full disk may have taken a part of them; the next line must not be appended to half a one.
    await file.truncate(size).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}
