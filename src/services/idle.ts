/*
 * Tracks whether the page has pending work: requests, calls to workers and databases, pictures being painted, and
 * timers that change the screen. All of them are counted here, where they begin. Work without an expected end is not
 * counted: open connections, heartbeats, a page that waits for its turn at the printer, the delay before a retry.
 */

type Timer = ReturnType<typeof setTimeout>;

let works = 0;
const timers = new Set<Timer>();
let onChange: () => void = () => undefined;

export function isBusy(): boolean {
  return works + timers.size > 0;
}

/** The page is busy until the returned function is first called. */
export function beginWork(): () => void {
  let hasEnded = false;
  works++;
  onChange();
  return () => {
    if (hasEnded) return;
    hasEnded = true;
    works--;
    onChange();
  };
}

/** The page is busy until the promise settles; returns it. */
export function busyWhile<T>(work: Promise<T>): Promise<T> {
  const end = beginWork();
  work.then(end, end);
  return work;
}

/** `setTimeout` for timers that change the screen: the page is busy until it was called, or stopped by `stopTimer`. */
export function startTimer(call: () => void, ms: number): Timer {
  const timer = setTimeout(() => {
    try {
      call();
    } finally {
      stopTimer(timer);
    }
  }, ms);
  timers.add(timer);
  onChange();
  return timer;
}

export function stopTimer(timer: Timer | undefined): void {
  clearTimeout(timer);
  if (timer !== undefined && timers.delete(timer)) onChange();
}

/** The polling interval for animations: their end event can be late, or never come when they restart. */
const MOVING_MS = 50;
/** The longest delay of an idle callback. */
const LONGEST_MS = 500;

/** User input, and events that may change the screen without pending work. */
const DISTURBANCES = [
  'pointerdown',
  'pointerup',
  'keydown',
  'input',
  'change',
  'wheel',
  'drop',
  'focusin',
  'popstate',
  'resize',
];

/**
 * Calls when the browser has no other work, after half a second at the latest. Safari has no idle callbacks, and Chromium may
 * delay them long after a press.
 */
export function whenFree(call: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(call, { timeout: LONGEST_MS });
  else setTimeout(call);
}

/**
 * Sets `data-idle="true"` on the page's root element while nothing is pending, React has finished rendering, and no
 * finite animation or transition runs. A program that drives the page can wait for it.
 */
export function publishIdle({ documentElement: root, body }: Document): void {
  let isLooking = false;
  let isDisturbed = false;
  function disturb(): void {
    isDisturbed = true;
    delete root.dataset['idle'];
    if (!isLooking) look();
  }
  /** After a frame, once the browser has no task left: React works in tasks. */
  function look(): void {
    isLooking = true;
    isDisturbed = false;
    requestAnimationFrame(() => whenFree(settle));
  }
  function settle(): void {
    if (isDisturbed) return look();
    isLooking = false;
    // The end of pending work triggers a new check.
    if (isBusy()) return;
    const isMoving = document.getAnimations().some(({ playState, effect }) => {
      return playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    });
    if (isMoving) setTimeout(disturb, MOVING_MS);
    else root.dataset['idle'] = 'true';
  }
  onChange = disturb;
  for (const name of DISTURBANCES) window.addEventListener(name, disturb, { capture: true, passive: true });
  new MutationObserver(disturb).observe(body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  disturb();
}
