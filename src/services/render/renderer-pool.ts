import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { SheetGeometry } from '#model/page/display-list.ts';
import type { SheetRenderer, SheetRun } from '#protocol/printing.ts';
import { labelProblem, type LabelOutcome, type PrintStep, type RunSetup } from '#protocol/render.ts';
import { RendererDesk, TURNS_OF_EACH, type PooledRenderer } from './renderer-desk.ts';

export interface RendererPoolOptions {
  /** The one that is always there, and not the pool's own. After a crash its next run is opened in a new worker. */
  readonly first: SheetRenderer;
  /** Makes another; the pool disposes of it when no run is open. */
  readonly another: () => SheetRenderer & { dispose(): void };
  /** How many work at most, the first one counted. */
  readonly size: number;
}

/** More workers than this would only wait for the page's own thread and for the printer. */
const MOST_WORKERS = 4;
/** What a worker may take with Skia, reader and fonts is too much for a machine with less memory, in GB. */
const LEAST_MEMORY_GB = 4;

/** How many render workers this machine has room for: one for each core, up to four. */
export function poolSize({
  hardwareConcurrency,
  deviceMemory = LEAST_MEMORY_GB,
}: {
  readonly hardwareConcurrency: number;
  /** Where the browser tells it. */
  readonly deviceMemory?: number;
}): number {
  return deviceMemory < LEAST_MEMORY_GB ? 1 : Math.max(1, Math.min(MOST_WORKERS, hardwareConcurrency));
}

/** A record at which the renderer died so often is refused. */
const DEATHS_OF_A_RECORD = 2;

/**
 * Makes the pages of runs in several render workers: each call of `printRecords` goes to the one with the least to do. More
 * than the first are started when there is work for them, and ended with the last run. What a worker was making when it
 * died is made again by another one. When that dies too, each of the records is tried by itself: those at which the worker
 * dies twice are refused with `render.rowCrashed`, and the others are made without them.
 */
export function createRendererPool({ first, another, size }: RendererPoolOptions): SheetRenderer {
  // The desk must not dispose of what is not the pool's.
  const kept: PooledRenderer = { openRun: (setup, signal) => first.openRun(setup, signal) };
  const desk = new RendererDesk(kept, another, size);
  return {
    async openRun(setup, signal) {
      const opened = await first.openRun(setup, signal);
      if (!opened.ok) return opened;
      desk.enter();
      return ok(new PooledRun(desk, setup, kept, opened.value, size));
    },
  };
}

type PrintCall = Parameters<SheetRun['printRecords']>;
type Run = Promise<Result<SheetRun>>;

class PooledRun implements SheetRun {
  readonly sheet: SheetGeometry;
  readonly callsAtOnce: number;
  readonly #desk: RendererDesk;
  readonly #setup: RunSetup;
  readonly #closed = new AbortController();
  /** This run, as the renderers have it open. */
  readonly #runs = new Map<PooledRenderer, Run>();

  constructor(desk: RendererDesk, setup: RunSetup, by: PooledRenderer, first: SheetRun, size: number) {
    this.sheet = first.sheet;
    this.callsAtOnce = size * TURNS_OF_EACH;
    this.#desk = desk;
    this.#setup = setup;
    this.#runs.set(by, Promise.resolve(ok(first)));
  }

  async printRecords(...call: PrintCall): Promise<Result<PrintStep>> {
    const made = await this.#make(call, false);
    if (!isCrash(made)) return made;
    const again = await this.#make(call, true);
    return isCrash(again) ? this.#makeWithout(call) : again;
  }

  close(): void {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    for (const run of this.#runs.values()) void run.then((opened) => opened.ok && opened.value.close());
    this.#desk.leave();
  }

  /** `alone`: nothing else is made by the same worker meanwhile, so that its death has its cause here. */
  async #make(call: PrintCall, alone: boolean): Promise<Result<PrintStep>> {
    const [, , signal] = call;
    const turn = await this.#desk.take({ alone, signal, prepare: (renderer) => this.#runAt(renderer) });
    if (!turn.ok) return turn;
    const { renderer, leave } = turn.value;
    try {
      const opening = this.#runAt(renderer);
      const run = await opening;
      if (this.#closed.signal.aborted) return err(problem('aborted'));
      const step = run.ok ? await run.value.printRecords(...call) : run;
      // The next one is opened in a new worker.
      if (isCrash(step) && this.#runs.get(renderer) === opening) this.#runs.delete(renderer);
      return step;
    } finally {
      leave();
    }
  }

  /** Without the records at which the worker dies whenever they are made: these are refused. */
  async #makeWithout([records, isLast, signal, firstCell]: PrintCall): Promise<Result<PrintStep>> {
    const deadly = new Set<DataRecord>();
    for (const record of records) {
      let deaths = 0;
      while (deaths < DEATHS_OF_A_RECORD) {
        const tried = await this.#make([[record], true, signal], true);
        if (tried.ok) break;
        if (!isCrash(tried)) return tried;
        deaths++;
      }
      if (deaths === DEATHS_OF_A_RECORD) deadly.add(record);
    }
    const others = records.filter((record) => !deadly.has(record));
    const made = await this.#make([others, isLast, signal, firstCell], true);
    if (!made.ok) return made;
    const rest = [...made.value.labels];
    const labels = records.flatMap((record) => (deadly.has(record) ? [refusal(record)] : rest.splice(0, 1)));
    return ok({ ...made.value, labels });
  }

  #runAt(renderer: PooledRenderer): Run {
    const known = this.#runs.get(renderer);
    if (known !== undefined) return known;
    const run = renderer.openRun(this.#setup, this.#closed.signal);
    this.#runs.set(renderer, run);
    return run;
  }
}

function isCrash(step: Result<unknown>): boolean {
  return !step.ok && step.error.code === 'render.crashed';
}

function refusal({ row }: DataRecord): LabelOutcome {
  return { row, verified: false, symbols: [], problems: [labelProblem(problem('render.rowCrashed'))], warnings: [] };
}
