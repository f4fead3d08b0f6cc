import type { Page, WebSocketRoute } from 'playwright';

/** A slow printer: while it is busy, no page sent to it gets an answer. */
export interface SlowPrinter {
  /** From now on this number of pages is answered, none when left out: a longer run cannot end on any machine. */
  readonly keepBusy: (after?: number) => void;
  /** From now on nothing at all is answered. */
  readonly keepSilent: () => void;
  /** Releases the held answers, in their order. */
  readonly goOn: () => void;
  /** Number of pages sent since `keepBusy` without an answer. */
  readonly underWay: () => number;
}

/** Intercepts the page's connection to the print assistant on this port. Call it before the page opens its first address. */
export async function slowPrinter(page: Page, assistantPort: number): Promise<SlowPrinter> {
  const kept: { readonly line: WebSocketRoute; readonly answer: string | Buffer }[] = [];
  let left = Infinity;
  let isSilent = false;
  let waiting = 0;
  const isPage = (message: string | Buffer): boolean => message.includes('"fun":"outputPrintting"');
  await page.routeWebSocket(
    (url) => url.port === String(assistantPort),
    (line) => {
      const server = line.connectToServer();
      line.onMessage((message) => {
        if (isPage(message)) waiting++;
        server.send(message);
      });
      server.onMessage((answer) => {
        if (isSilent) return void kept.push({ line, answer });
        if (!isPage(answer)) return line.send(answer);
        if (left-- <= 0) return void kept.push({ line, answer });
        waiting--;
        line.send(answer);
      });
    },
  );
  return {
    keepBusy(after = 0) {
      left = after;
      waiting = 0;
    },
    keepSilent() {
      isSilent = true;
    },
    goOn() {
      left = Infinity;
      isSilent = false;
      for (const { line, answer } of kept.splice(0)) {
        if (isPage(answer)) waiting--;
        line.send(answer);
      }
    },
    underWay: () => waiting,
  };
}
