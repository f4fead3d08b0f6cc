import type { Calibration } from '#model/page/calibration.ts';
import type { RunFormat } from '#protocol/api.ts';
import type { RunSettings } from '#protocol/run-settings.ts';

/** Each page of these is a file; all pages of the others make one. */
export function isFilePerPage(format: string): boolean {
  return format === 'png' || format === 'svg';
}

export const RUN_STATES = ['planning', 'running', 'joining', 'printing', 'done', 'failed', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];
/** In these something is still to come. */
export const OPEN_STATES: readonly RunState[] = ['planning', 'running', 'joining', 'printing'];

/** As programs see it: `paused` is an open run that is paused. */
export const TOLD_STATES: readonly (RunState | 'paused')[] = [...RUN_STATES, 'paused'];

/** The lower one goes first among the runs of one user. */
export const PRIORITIES = ['high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Where a font's file is: among the stored files, or in the operator's folder on the machine. */
export interface RunFont {
  readonly family: string;
  readonly weight: number;
  readonly italic: boolean;
  readonly place: 'stored' | 'folder';
  readonly file: string;
}

/** The settings of a run as they are kept with it. */
export interface KeptRunSettings extends RunSettings {
  readonly format: RunFormat;
  /** Null without rows. `numbersFrom` 1 counts rows of JSON from 1; rows of spreadsheets count as these show them. */
  readonly source: { readonly fileName: string; readonly numbersFrom: 1 | 'sheet' } | null;
  /** What is filled in, by the names of the texts; null for what the template has there. */
  readonly texts: Readonly<Record<string, string>> | null;
  readonly fonts: readonly RunFont[];
  /** Of a run that prints labels again: their places in the first run, as ranges of the first and the last. */
  readonly again?: { readonly labels: readonly (readonly [number, number])[] };
  /** Only to look at: no running number is used up. */
  readonly preview: boolean;
  /** Where the pages go; absent where they are files. */
  readonly printer?: RunPrinter;
}

/** A printer of a dialed assistant, with what was kept of it when the run was asked for. */
export interface RunPrinter {
  readonly id: string;
  readonly name: string;
  readonly calibration: Calibration | null;
}

/** What is known once the rows were read. */
export interface RunPlan {
  /** Labels on a page. */
  readonly cells: number;
  readonly rowsAtOnce: number;
  readonly widthDots: number;
  readonly heightDots: number;
  /** The settings of the printer for the pages; absent in plans of earlier versions. */
  readonly sheet?: { readonly jobName: string; readonly widthMm: number; readonly heightMm: number };
}

export interface RunLimits {
  readonly labelsPerRun: number;
  /** Of one user in 24 hours. */
  readonly labelsPerDay: number;
  /** Runs of one user that have no end yet. */
  readonly openRuns: number;
  readonly bodyBytes: number;
  readonly keptMs: number;
}

export const RUN_LIMITS: RunLimits = {
  labelsPerRun: 200_000,
  labelsPerDay: 2_000_000,
  openRuns: 50,
  bodyBytes: 20 * 1024 * 1024,
  keptMs: 7 * 24 * 60 * 60 * 1000,
};
