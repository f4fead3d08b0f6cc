/** Runs the task once, soon; further calls before that are merged into it. */
export type FrameScheduler = (task: () => void) => void;

/** The picture is made after this time even if the display requests no frame (a hidden page). */
const LATEST_MS = 120;

/**
 * The first task of a display's frame runs as soon as the pending messages have been read, so that its picture is ready
 * for the next one; further tasks in that frame wait for the next, since they are faster than the display. Without
 * frames nothing waits for them.
 */
export function createFrameScheduler(): FrameScheduler {
  const hasFrames = typeof requestAnimationFrame === 'function';
  let pending: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** True from a task until the display's next frame begins. */
  let isMade = false;

  function run(): void {
    clearTimeout(timer);
    const task = pending;
    pending = null;
    if (task === null) return;
    if (hasFrames) {
      if (!isMade) requestAnimationFrame(nextFrame);
      isMade = true;
    }
    task();
  }

  function nextFrame(): void {
    isMade = false;
    run();
  }

  return (task) => {
    const waiting = pending !== null;
    pending = task;
    if (!waiting) timer = setTimeout(run, isMade ? LATEST_MS : 0);
  };
}
