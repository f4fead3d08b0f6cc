/** A promise that settles with null at the signal; `release` ends the waiting for it. */
export function onAbort(signal: AbortSignal): { readonly aborted: Promise<null>; readonly release: () => void } {
  const { promise, resolve } = Promise.withResolvers<null>();
  const listener = (): void => resolve(null);
  if (signal.aborted) listener();
  signal.addEventListener('abort', listener, { once: true });
  return { aborted: promise, release: () => signal.removeEventListener('abort', listener) };
}
