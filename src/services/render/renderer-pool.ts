import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { SheetGeometry } from '#model/page/display-list.ts';
import type { RunSizes } from '#model/page/run-sizes.ts';
import type { SheetRenderer, SheetRun } from '#protocol/printing.ts';
import { labelProblem, type LabelOutcome, type PrintStep, type RunSetup } from '#protocol/render.ts';
import { RendererTurns, TURNS_OF_EACH, type PooledRenderer } from './renderer-turns.ts';

export interface RendererPoolOptions {
  /** The permanent renderer, not owned by the pool. After a crash its next run is opened in a new worker. */
  readonly first: SheetRenderer;
  /** Makes another one; the pool disposes of it when no run is open. */
  readonly another: () => SheetRenderer & { dispose(): void };
  /** The most renderers, including the first one. */
  readonly size: number;
}

/** More workers than this would only wait for the page's own thread and for the printer. */
const MOST_WORKERS = 4;
/** Least memory, in GB, for several workers with Skia, reader and fonts. */
const LEAST_MEMORY_GB = 4;

/** The number of render workers for this machine: one per core, up to four. */
export function poolSize({
  hardwareConcurrency,
  deviceMemory = LEAST_MEMORY_GB,
}: {
  readonly hardwareConcurrency: number;
  /** Only in browsers that report it. */
  readonly deviceMemory?: number;
}): number {
  return deviceMemory < LEAST_MEMORY_GB ? 1 : Math.max(1, Math.min(MOST_WORKERS, hardwareConcurrency));
}

/** The number of renderer crashes after which a record is rejected. */
const DEATHS_OF_A_RECORD = 2;

/**
 * Renders the pages of runs in several render workers: each call of `printRecords` goes to the least busy one. More
 * than the first are started on demand, and ended with the last run. The work of a worker that died is repeated by
 * another one. When that dies too, each of the records is tried separately: those at which the worker dies twice are
 * rejected with `render.rowCrashed`, and the others are rendered without them.
 */
export function createRendererPool({ first, another, size }: RendererPoolOptions): SheetRenderer {
  // Must not be disposed of: it is not owned by the pool.
  const kept: PooledRenderer = { openRun: (setup, signal) => first.openRun(setup, signal) };
  const turns = new RendererTurns(kept, another, size);
  return {
    async openRun(setup, signal) {
      const opened = await first.openRun(setup, signal);
      if (!opened.ok) return opened;
      turns.enter();
      return ok(new PooledRun(turns, setup, kept, opened.value, size));
    },
  };
}

type PrintCall = Parameters<SheetRun['printRecords']>;
type Run = Promise<Result<SheetRun>>;

class PooledRun implements SheetRun {
  readonly sheet: SheetGeometry;
  readonly callsAtOnce: number;
  readonly #turns: RendererTurns;
  readonly #setup: RunSetup;
  readonly #closed = new AbortController();
  /** The open run in each renderer. */
  readonly #runs = new Map<PooledRenderer, Run>();

  constructor(turns: RendererTurns, setup: RunSetup, by: PooledRenderer, first: SheetRun, size: number) {
    this.sheet = first.sheet;
    this.callsAtOnce = size * TURNS_OF_EACH;
    this.#turns = turns;
    this.#setup = setup;
    this.#runs.set(by, Promise.resolve(ok(first)));
  }

  async printRecords(...call: PrintCall): Promise<Result<PrintStep>> {
    const made = await this.#make(call, false);
    if (!isCrash(made)) return made;
    const again = await this.#make(call, true);
    return isCrash(again) ? this.#makeWithout(call) : again;
  }

  async sizeRecords(records: readonly DataRecord[], signal: AbortSignal): Promise<Result<RunSizes>> {
    const ask = (run: SheetRun): Promise<Result<RunSizes>> => run.sizeRecords(records, signal);
    const sizes = await this.#ask(ask, signal, false);
    return isCrash(sizes) ? this.#ask(ask, signal, true) : sizes;
  }

  close(): void {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    for (const run of this.#runs.values()) void run.then((opened) => opened.ok && opened.value.close());
    this.#turns.leave();
  }

  #make(call: PrintCall, alone: boolean): Promise<Result<PrintStep>> {
    return this.#ask((run) => run.printRecords(...call), call[2], alone);
  }

  /** `alone`: the worker does nothing else meanwhile, so that this call is the cause if it dies. */
  async #ask<T>(ask: (run: SheetRun) => Promise<Result<T>>, signal: AbortSignal, alone: boolean): Promise<Result<T>> {
    const turn = await this.#turns.take({ alone, signal, prepare: (renderer) => this.#runAt(renderer) });
    if (!turn.ok) return turn;
    const { renderer, leave } = turn.value;
    try {
      const opening = this.#runAt(renderer);
      const run = await opening;
      if (this.#closed.signal.aborted) return err(problem('aborted'));
      const step = run.ok ? await ask(run.value) : run;
      // The next one is opened in a new worker.
      if (isCrash(step) && this.#runs.get(renderer) === opening) this.#runs.delete(renderer);
      return step;
    } finally {
      leave();
    }
  }

  /** Renders without the records at which the worker dies every time: these are rejected. */
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
