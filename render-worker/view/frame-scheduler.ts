/** Runs the task once, soon; further calls before that are folded into it. */
export type FrameScheduler = (task: () => void) => void;

/** The picture is made after this time even if the display asks for no frame (a hidden page). */
const LATEST_MS = 120;

/**
 * The first task of a display's frame is run as soon as the messages that wait have been read, so that its picture is there for
 * the next one; what follows in that frame waits for the next, as all does that comes faster than it can be shown. Where there
 * are no frames nothing waits for them.
 */
export function createFrameScheduler(): FrameScheduler {
  const hasFrames = typeof requestAnimationFrame === 'function';
  let pending: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** True from a task to the beginning of the display's next frame. */
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
