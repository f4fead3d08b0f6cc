import type { WorkerSession } from './worker-session.ts';

/** Only deaths within this time count: older ones don't predict the next worker's. */
const COUNTED_MS = 60_000;

/** One worker at a time: started on demand, and replaced when it has ended. */
export class WorkerKeeper<Api> {
  readonly #start: (deaths: number) => WorkerSession<Api>;
  #session: WorkerSession<Api> | null = null;
  #diedAt: number[] = [];
  #isDisposed = false;

  /** `start` receives the number of workers that died recently. */
  constructor(start: (deaths: number) => WorkerSession<Api>) {
    this.#start = start;
  }

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  /** How many workers died recently. */
  get deaths(): number {
    const now = performance.now();
    this.#diedAt = this.#diedAt.filter((at) => now - at < COUNTED_MS);
    return this.#diedAt.length;
  }

  /** The living worker; null when there is none. */
  get living(): WorkerSession<Api> | null {
    return this.#session !== null && this.#session.end === null ? this.#session : null;
  }

  /** The living worker, or a new one when there is none. Throws if no worker can be made, and after `dispose`. */
  running(): WorkerSession<Api> {
    if (this.#isDisposed) throw new Error('no worker is kept any more');
    const { living } = this;
    if (living !== null) return living;
    const session = this.#start(this.deaths);
    this.#session = session;
    void session.ended.then(({ how }) => {
      if (how === 'died') this.#diedAt.push(performance.now());
    });
    return session;
  }

  /** Forgets earlier deaths: the next worker starts as if none had died. */
  forgive(): void {
    this.#diedAt = [];
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#session?.terminate();
  }
}
