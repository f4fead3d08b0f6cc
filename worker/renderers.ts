import { rm } from 'node:fs/promises';
import type { Result } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import { openPool, PAGE_THREAD, type WorkerPool } from '#headless/threads/worker-pool.ts';
import type { RunOfThreads } from '#headless/threads/thread-messages.ts';
import type { AddedFont } from '#model/elements/base/font-catalog.ts';
import { DEFAULT_PRINTER_SETTINGS } from '#protocol/printer-settings.ts';
import type { PageSettings } from '#headless/run-settings.ts';
import type { LabelRunRow } from '#server/core/database/tables.ts';
import type { KeptRunSettings, RunState } from '#server/runs/run-settings.ts';
import { createRunFolder, writeFonts, writePictures, type FontPlaces } from './frozen-run.ts';
import type { WorkContext } from './work-context.ts';

/** Number of runs that are kept open: work of several users alternates. */
const OPEN_RUNS = 2;
/** States of a run that may have labels to render. */
const RENDERED_STATES: readonly RunState[] = ['planning', 'running', 'joining'];

/**
 * The renderers of a worker: a thread for each of the runs that it worked on last. A new run reuses the thread of one
 * that has ended, or of the least recently used one, so that a small run costs only its labels and no start. The caller
 * closes it.
 */
export interface Renderers {
  /** The thread of a run. Problems: those of its opening. */
  of(run: LabelRunRow, template: () => Promise<Template>): Promise<Result<WorkerPool>>;
  /** Opens a run again with another template, in the thread that it has. Problems: those of its opening. */
  reopen(run: LabelRunRow, template: Template): Promise<Result<WorkerPool>>;
  close(): Promise<void>;
}

/** A thread with the folder of the fonts of its run. */
interface Renderer {
  readonly pool: WorkerPool;
  readonly folder: string;
  readonly settings: PageSettings;
}

export function createRenderers(places: FontPlaces & Pick<WorkContext, 'db' | 'createFetchPicture'>): Renderers {
  const { createFetchPicture } = places;
  /** By run, the most recently used at the end. */
  const open = new Map<string, Renderer>();

  async function closeOne({ pool, folder }: Renderer): Promise<void> {
    await pool.close();
    await removeFolder(folder);
  }

  /** Removes and gives the renderer of an ended run, or of the least recently used one if there are enough. */
  async function takeOne(): Promise<Renderer | null> {
    const runs = [...open.keys()];
    const rendered = await runsBeingRendered(places.db, runs);
    const run = runs.find((id) => !rendered.has(id)) ?? (runs.length < OPEN_RUNS ? undefined : runs[0]);
    const renderer = run === undefined ? undefined : open.get(run);
    if (run === undefined || renderer === undefined) return null;
    open.delete(run);
    return renderer;
  }

  async function openFor(run: LabelRunRow, template: Template): Promise<Result<Renderer>> {
    const settings = JSON.parse(run.settings) as KeptRunSettings;
    const folder = await createRunFolder();
    try {
      const fonts = await writeFonts(places, settings, folder);
      const pictures = await writePictures(places, run, settings, folder);
      const forPages = { ...pageSettings(settings, fonts), picturesPath: pictures };
      const pool = await poolFor({ settings: forPages, template, now: settings.time });
      if (pool.ok) return { ok: true, value: { pool: pool.value, folder, settings: forPages } };
      await removeFolder(folder);
      return pool;
    } catch (error) {
      await removeFolder(folder);
      throw error;
    }
  }

  async function poolFor(run: RunOfThreads): Promise<Result<WorkerPool>> {
    const taken = await takeOne();
    if (taken === null) return openPool(PAGE_THREAD, run, { size: 1, canRepeat: true, createFetchPicture });
    const reopened = await taken.pool.reopen(run);
    if (!reopened.ok) await taken.pool.close();
    await removeFolder(taken.folder);
    return reopened.ok ? { ok: true, value: taken.pool } : reopened;
  }

  return {
    async of(run, template) {
      const found = open.get(run.id);
      open.delete(run.id);
      if (found !== undefined) {
        open.set(run.id, found);
        return { ok: true, value: found.pool };
      }
      const opened = await openFor(run, await template());
      if (!opened.ok) return opened;
      open.set(run.id, opened.value);
      return { ok: true, value: opened.value.pool };
    },
    async reopen(run, template) {
      const found = open.get(run.id);
      if (found === undefined) throw new Error(`run ${run.id} is not open`);
      const { time: now } = JSON.parse(run.settings) as KeptRunSettings;
      const reopened = await found.pool.reopen({ settings: found.settings, template, now });
      if (reopened.ok) return { ok: true, value: found.pool };
      open.delete(run.id);
      await closeOne(found);
      return reopened;
    },
    async close() {
      const all = [...open.values()];
      open.clear();
      for (const one of all) await closeOne(one);
    },
  };
}

async function runsBeingRendered(db: WorkContext['db'], runs: readonly string[]): Promise<ReadonlySet<string>> {
  if (runs.length === 0) return new Set();
  const found = await db
    .selectFrom('label_run')
    .select('id')
    .where('id', 'in', runs)
    .where('state', 'in', RENDERED_STATES)
    .execute();
  return new Set(found.map(({ id }) => id));
}

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

/** Pages of a server's run are made as files; they are converted to a printer language where they print. A proof has none. */
function pageSettings(
  { format, dpi, minGrade, overflow, printer, proof }: KeptRunSettings,
  fonts: readonly AddedFont[],
): PageSettings {
  return {
    output: proof === true ? 'observe' : 'files',
    format,
    dpi,
    minGrade,
    overflow,
    printer: DEFAULT_PRINTER_SETTINGS,
    colour: 'bit',
    calibration: printer?.calibration ?? null,
    firstCell: 0,
    fontPaths: [],
    namedFonts: fonts,
    picturesPath: null,
    document: null,
  };
}
