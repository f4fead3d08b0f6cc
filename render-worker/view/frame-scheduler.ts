/** Runs the task once, soon; further calls before that are folded into it. */
export type FrameScheduler = (task: () => void) => void;

/** The picture is made after this time even if the display asks for no frame (a hidden page). */
const LATEST_MS = 120;

/** Waits for the display's next frame where there is such a thing, otherwise until the waiting messages are read. */
export function createFrameScheduler(): FrameScheduler {
  let pending: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function run(): void {
    clearTimeout(timer);
    const task = pending;
    pending = null;
    task?.();
  }

  return (task) => {
    const waiting = pending !== null;
    pending = task;
    if (waiting) return;
    const hasFrames = typeof requestAnimationFrame === 'function';
    timer = setTimeout(run, hasFrames ? LATEST_MS : 0);
    if (hasFrames) requestAnimationFrame(run);
  };
}
