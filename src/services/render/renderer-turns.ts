import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SheetRenderer } from '#protocol/printing.ts';

/** A renderer of the pool. Only renderers that the pool has made are disposed of. */
export interface PooledRenderer extends SheetRenderer {
  dispose?(): void;
}

/** A slot of a renderer, held until it is released. */
export interface Turn {
  readonly renderer: PooledRenderer;
  leave(): void;
}

/** A request for a slot. */
export interface TurnWish {
  /** Whether the renderer must do nothing else meanwhile. */
  readonly alone: boolean;
  /** Prepares a new renderer, while the others continue. */
  readonly prepare: (renderer: PooledRenderer) => Promise<Result<unknown>>;
  readonly signal: AbortSignal;
}

/** Each renderer has one running call and one that waits in its worker, so that it never waits for the page. */
export const TURNS_OF_EACH = 2;

interface Member {
  readonly renderer: PooledRenderer;
  /** How many more calls it accepts now. */
  free: number;
}

interface Waiting extends TurnWish {
  readonly settle: (turn: Result<Turn>) => void;
}

/** Assigns calls to renderers with a free slot, in the order of the requests. */
export class RendererTurns {
  readonly #another: () => PooledRenderer;
  readonly #size: number;
  readonly #members: Member[];
  readonly #waiting: Waiting[] = [];
  #runs = 0;
  /** Renderers being prepared. */
  #starting = 0;
  /** Set when a new renderer failed: the existing ones are used until no run is open. */
  #isGrown = false;

  constructor(first: PooledRenderer, another: () => PooledRenderer, size: number) {
    this.#another = another;
    this.#size = size;
    this.#members = [{ renderer: first, free: TURNS_OF_EACH }];
  }

  /** A run was opened. */
  enter(): void {
    this.#runs++;
  }

  /** A run was closed; with the last one, all renderers but the first are ended. */
  leave(): void {
    if (--this.#runs > 0) return;
    for (const { renderer } of this.#members.splice(1)) renderer.dispose?.();
    this.#isGrown = false;
  }

  /** `aborted` is the only problem. */
  take(wish: TurnWish): Promise<Result<Turn>> {
    const { signal } = wish;
    return new Promise((resolve) => {
      const onAbort = (): void => {
        const at = this.#waiting.indexOf(waiting);
        if (at >= 0) this.#waiting.splice(at, 1);
        waiting.settle(err(problem('aborted')));
        this.#giveOut();
      };
      const settle = (turn: Result<Turn>): void => {
        signal.removeEventListener('abort', onAbort);
        resolve(turn);
      };
      const waiting: Waiting = { ...wish, settle };
      if (signal.aborted) return settle(err(problem('aborted')));
      signal.addEventListener('abort', onAbort);
      this.#waiting.push(waiting);
      this.#giveOut();
    });
  }

  #giveOut(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const need = next.alone ? TURNS_OF_EACH : 1;
      const [idlest] = this.#members.toSorted((a, b) => b.free - a.free);
      if (idlest === undefined || idlest.free < need) return this.#grow(next);
      this.#waiting.shift();
      next.settle(ok(this.#turnAt(idlest, need)));
    }
  }

  #turnAt(member: Member, need: number): Turn {
    member.free -= need;
    let isLeft = false;
    return {
      renderer: member.renderer,
      leave: () => {
        if (isLeft) return;
        isLeft = true;
        member.free += need;
        this.#giveOut();
      },
    };
  }

  /** Calls use a new renderer once it is ready. */
  #grow({ prepare }: TurnWish): void {
    const isEnough = this.#waiting.length <= this.#starting * TURNS_OF_EACH;
    if (isEnough || this.#isGrown || this.#members.length >= this.#size) return;
    const member: Member = { renderer: this.#another(), free: 0 };
    this.#members.push(member);
    this.#starting++;
    const joined = (failure: Problem | null): void => {
      this.#starting--;
      const at = this.#members.indexOf(member);
      if (at < 0) return;
      if (failure === null) member.free = TURNS_OF_EACH;
      else {
        this.#members.splice(at, 1);
        member.renderer.dispose?.();
        this.#isGrown = failure.code !== 'aborted';
      }
      this.#giveOut();
    };
    prepare(member.renderer).then(
      (ready) => joined(ready.ok ? null : ready.error),
      () => joined(problem('render.crashed')),
    );
  }
}
