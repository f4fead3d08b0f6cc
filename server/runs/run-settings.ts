import type { Calibration } from '#model/page/calibration.ts';
import { DAY_MS } from '#model/kernel/time.ts';
import type { RunFormat } from '#protocol/api.ts';
import type { RunSettings } from '#protocol/run-settings.ts';

/** Whether each page is a file; otherwise all pages are in one. */
export function isFilePerPage(format: string): boolean {
  return format === 'png' || format === 'svg';
}

export const RUN_STATES = ['planning', 'running', 'joining', 'printing', 'done', 'failed', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];
/** States of a run that hasn't ended. */
export const OPEN_STATES: readonly RunState[] = ['planning', 'running', 'joining', 'printing'];

/** As programs see it: `paused` is an open run that is paused. */
export const REPORTED_STATES: readonly (RunState | 'paused')[] = [...RUN_STATES, 'paused'];

/** Higher priorities run first among one user's runs. */
export const PRIORITIES = ['high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** The location of a font's file: among the stored files, or in the operator's folder on the machine. */
export interface RunFont {
  readonly family: string;
  readonly weight: number;
  readonly italic: boolean;
  readonly place: 'stored' | 'folder';
  readonly file: string;
}

/** The settings of a run as stored with it. */
export interface KeptRunSettings extends RunSettings {
  readonly format: RunFormat;
  /**
   * Null without rows. `numbersFrom` 1 counts rows of JSON from 1; rows of spreadsheets are numbered as in the
   * spreadsheet.
   */
  readonly source: { readonly fileName: string; readonly numbersFrom: 1 | 'sheet' } | null;
  /** Texts of the fill-in fields by name; null for the template's own. */
  readonly texts: Readonly<Record<string, string>> | null;
  readonly fonts: readonly RunFont[];
  /** The name of the zip file with the pictures of rows; absent for none. */
  readonly pictures?: string;
  /** The labels of a reprint: their places in the first run, as ranges of the first and the last. */
  readonly again?: { readonly labels: readonly (readonly [number, number])[] };
  /** A preview: it uses up no serial numbers. */
  readonly preview: boolean;
  /** A fit proof: the values of the rows are observed, and no label is made. */
  readonly proof?: boolean;
  /** The printer of the pages; absent for files. */
  readonly printer?: RunPrinter;
}

/** A printer of a connected assistant, with its data at the time of the request. */
export interface RunPrinter {
  readonly id: string;
  readonly name: string;
  readonly calibration: Calibration | null;
}

/** The plan of a run, known once its rows are read. */
export interface RunPlan {
  /** Labels per page. */
  readonly cells: number;
  /** Labels of a chunk, in whole pages. */
  readonly rowsAtOnce: number;
  /** Labels of the last chunks. Absent where all are alike: in plans of earlier versions, and for a single chunk. */
  readonly rowsAtEnd?: number;
  readonly widthDots: number;
  readonly heightDots: number;
  /** The printer settings of the pages; absent in plans of earlier versions. */
  readonly sheet?: { readonly jobName: string; readonly widthMm: number; readonly heightMm: number };
}

export interface RunLimits {
  readonly labelsPerRun: number;
  /** Of one user in 24 hours. */
  readonly labelsPerDay: number;
  /** Open runs of one user. */
  readonly openRuns: number;
  readonly bodyBytes: number;
  readonly keptMs: number;
}

export const RUN_LIMITS: RunLimits = {
  labelsPerRun: 200_000,
  labelsPerDay: 2_000_000,
  openRuns: 50,
  bodyBytes: 20 * 1024 * 1024,
  keptMs: 7 * DAY_MS,
};
