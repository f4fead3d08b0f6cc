import type { PrintReport } from './report.ts';
import type { RunState } from './run-state.ts';

/** A print run from its start to its report. */
export interface PrintRun {
  readonly jobId: string;
  state(): RunState;
  /** True as soon as it is known that nothing will report the status of the sent pages. */
  isUnconfirmed(): boolean;
  /** Calls the listener after each change of the state; the returned function unsubscribes. */
  subscribe(listener: (state: RunState) => void): () => void;
  /**
   * Stops sending pages, even the first one while the run is still preparing, and recalls those that wait for their
   * printer. Those that it has are printed.
   */
  pause(): void;
  /** Continues after a pause. A held run first connects again and finds out the status of the unanswered pages. */
  resume(): void;
  cancel(): void;
  /** Writes pending information to the journal at once: the page may be closed before the next write. */
  suspend(): void;
  /** Resolves when the run is over. */
  readonly done: Promise<PrintReport>;
}
