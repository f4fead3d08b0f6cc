/**
 * What a wait listens to so that it can be given up: an `AbortSignal`, for the rooms that have no DOM library
 * to name it.
 */
export interface Abort {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
