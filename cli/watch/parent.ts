import type { WatchMessage } from '#protocol/watching.ts';

/** The parent process, which receives reports. */
export interface Parent {
  send(message: WatchMessage): void;
}

/**
 * `onDisconnect` is called once the parent process has ended or disconnects. Without a parent process nothing is reported.
 */
export function openParent(onDisconnect: () => void): Parent {
  if (process.send === undefined) return { send: () => undefined };
  process.on('disconnect', onDisconnect);
  // The listener alone would keep this process alive.
  process.channel?.unref();
  if (!process.connected) onDisconnect();
  return {
    send(message) {
      if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
    },
  };
}
