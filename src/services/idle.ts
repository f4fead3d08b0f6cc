/*
 * Whether the page has something pending: requests, calls to workers and databases, pictures that are being painted, and
 * timers that change the screen. All of them are counted here, where they begin. What has no end that the product can
 * expect is not counted: open connections, heartbeats, a page that waits for its turn at the printer, the pause before a
 * failed call is repeated.
 */

type Timer = ReturnType<typeof setTimeout>;

let works = 0;
const timers = new Set<Timer>();
let onChange: () => void = () => undefined;

export function isBusy(): boolean {
  return works + timers.size > 0;
}

/** The page is busy until the function returned is called for the first time. */
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

/** The page is busy until the promise settles; gives it back. */
export function busyWhile<T>(work: Promise<T>): Promise<T> {
  const end = beginWork();
  work.then(end, end);
  return work;
}

/** `setTimeout` for what changes the screen: the page is busy until it has been called, or stopped by `stopTimer`. */
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

/** What a user does, and what may change the screen without anything pending. */
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
 * Keeps `data-idle="true"` on the page's root element while nothing is pending, React has drawn what it was to draw, and
 * no animation or transition runs that has an end. Whoever drives the page from outside can wait for it.
 */
export function publishIdle({ documentElement: root, body }: Document): void {
  let isLooking = false;
  let isDisturbed = false;
  // Safari has no idle callbacks.
  const whenFree = typeof requestIdleCallback === 'function' ? requestIdleCallback : setTimeout;
  function disturb(): void {
    isDisturbed = true;
    delete root.dataset['idle'];
    if (!isLooking) look();
  }
  /** After a frame, once the browser has no task left: React does its work in tasks. */
  function look(): void {
    isLooking = true;
    isDisturbed = false;
    requestAnimationFrame(() => whenFree(() => settle()));
  }
  function settle(): void {
    if (isDisturbed) return look();
    isLooking = false;
    // The end of what is pending disturbs.
    if (isBusy()) return;
    const moving = document.getAnimations().filter(({ playState, effect }) => {
      return playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    });
    if (moving.length === 0) root.dataset['idle'] = 'true';
    else {
      isLooking = true;
      void Promise.allSettled(moving.map(({ finished }) => finished)).then(look);
    }
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
