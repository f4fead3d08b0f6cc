/*
 * What browsers, workers and Node all have beyond ECMAScript, for the rooms that are compiled without the DOM library:
 * that one would let `window` and `document` in. Only what those rooms use, with the platforms' own signatures.
 */

interface AbortSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

interface AbortController {
  readonly signal: AbortSignal;
  abort(): void;
}

declare const AbortController: { new (): AbortController };

interface TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
}

declare const TextEncoder: { new (): TextEncoder };

interface TextDecoder {
  decode(bytes?: Uint8Array): string;
}

declare const TextDecoder: { new (label?: string, options?: { fatal?: boolean }): TextDecoder };

/** `subtle` is missing on a page that is served over plain http from another machine. */
declare const crypto: {
  readonly subtle?: { digest(algorithm: 'SHA-256', bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> };
};

interface MessagePort {
  close(): void;
}

interface MessageEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
  stopImmediatePropagation(): void;
}

declare const MessageEvent: { new (type: string, init: { data: unknown; ports: MessagePort[] }): MessageEvent };
