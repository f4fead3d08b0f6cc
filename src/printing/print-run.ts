import type { PrintReport } from './report.ts';
import type { RunState } from './run-state.ts';

/** A print run from its start to its report. */
export interface PrintRun {
  readonly jobId: string;
  state(): RunState;
  /** True as soon as it is known that nobody will say what became of the pages that were handed over. */
  isUnconfirmed(): boolean;
  /** The listener is called after each change of the state; call what is returned to stop. */
  subscribe(listener: (state: RunState) => void): () => void;
  /**
   * Stops sending pages, even the first one while the run is still preparing, and calls back those that wait for their
   * printer. The ones that it has will be printed.
   */
  pause(): void;
  /** Goes on after a pause. A held run first connects again and finds out what became of the unanswered pages. */
  resume(): void;
  cancel(): void;
  /** Writes to the journal what has become known and waits to be written with more: the page may be gone before that. */
  putBy(): void;
  /** Resolves when the run is over. */
  readonly done: Promise<PrintReport>;
}
