import type { WatchMessage } from '#protocol/watching.ts';

/** The program that has started this one and wants to be told what happens. */
export interface Parent {
  tell(message: WatchMessage): void;
}

/** `onGone` is called once that program has ended or lets this one go. Where a person has started this one nothing is told. */
export function openParent(onGone: () => void): Parent {
  if (process.send === undefined) return { tell: () => undefined };
  process.on('disconnect', onGone);
  // Listening alone would keep this process.
  process.channel?.unref();
  if (!process.connected) onGone();
  return {
    tell(message) {
      if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
    },
  };
}
