import type { WatchMessage } from '#protocol/watching.ts';

/** The parent process, which receives reports. */
export interface Parent {
  tell(message: WatchMessage): void;
}

/**
 * `onGone` is called once the parent process has ended or disconnects. Without a parent process nothing is reported.
 */
export function openParent(onGone: () => void): Parent {
  if (process.send === undefined) return { tell: () => undefined };
  process.on('disconnect', onGone);
  // The listener alone would keep this process alive.
  process.channel?.unref();
  if (!process.connected) onGone();
  return {
    tell(message) {
      if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
    },
  };
}
