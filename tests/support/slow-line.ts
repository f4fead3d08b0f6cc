import type { CDPSession, Page } from 'playwright';

/** A line between the browser and the server; null for one without limits. */
export interface Line {
  readonly bytesPerSecond: number;
  readonly latencyMs: number;
}

/** One answer of the server, to the page or to one of its workers. */
export interface Fetched {
  readonly url: string;
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** What went over the line, headers included; 0 until the answer is there, and for what came out of the cache. */
  bytes: number;
  /** True for an answer from the memory or disk cache, which did not use the line. */
  readonly cached: boolean;
}

interface NetworkEvent {
  readonly requestId: string;
  readonly response?: {
    readonly url: string;
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly fromDiskCache?: boolean;
  };
  readonly encodedDataLength?: number;
}

/**
 * Puts a page and the workers that it starts from now on behind a line, and notes what goes over it. Chromium's own
 * emulation is for one target: each worker is held until it has been told, too.
 */
export async function watchLine(page: Page, line: Line | null): Promise<readonly Fetched[]> {
  const session = await page.context().newCDPSession(page);
  const fetched: Fetched[] = [];
  const conditions =
    line === null
      ? null
      : {
          offline: false,
          latency: line.latencyMs,
          downloadThroughput: line.bytesPerSecond,
          uploadThroughput: line.bytesPerSecond,
        };
  note(fetched, (name, listener) => session.on(name as 'Network.loadingFinished', listener as never));
  await session.send('Network.enable');
  if (conditions !== null) await session.send('Network.emulateNetworkConditions', conditions);

  session.on('Target.attachedToTarget', ({ sessionId }) => {
    const listeners = new Map<string, (event: NetworkEvent) => void>();
    note(fetched, (name, listener) => listeners.set(name, listener));
    session.on('Target.receivedMessageFromTarget', (said) => {
      if (said.sessionId !== sessionId) return;
      const { method, params } = JSON.parse(said.message) as { method?: string; params: NetworkEvent };
      if (method !== undefined) listeners.get(method)?.(params);
    });
    void tell(session, sessionId, 'Network.enable', {});
    if (conditions !== null) void tell(session, sessionId, 'Network.emulateNetworkConditions', conditions);
    void tell(session, sessionId, 'Runtime.runIfWaitingForDebugger', {});
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: false });
  return fetched;
}

let calls = 0;

async function tell(session: CDPSession, sessionId: string, method: string, params: object): Promise<void> {
  const message = JSON.stringify({ id: ++calls, method, params });
  // A worker may be gone before the command reaches it.
  await session.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => undefined);
}

function note(fetched: Fetched[], on: (name: string, listener: (event: NetworkEvent) => void) => void): void {
  const open = new Map<string, Fetched>();
  const cached = new Set<string>();
  on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  on('Network.responseReceived', ({ requestId, response }) => {
    if (response === undefined || !response.url.startsWith('http')) return;
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const { url, status, fromDiskCache = false } = response;
    const one = { url, status, headers, bytes: 0, cached: fromDiskCache || cached.has(requestId) };
    open.set(requestId, one);
    fetched.push(one);
  });
  on('Network.loadingFinished', ({ requestId, encodedDataLength = 0 }) => {
    const one = open.get(requestId);
    if (one !== undefined && !one.cached) one.bytes = encodedDataLength;
  });
}
