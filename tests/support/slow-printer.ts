import type { Page, WebSocketRoute } from 'playwright';

/** A printer that takes its time: while it is busy, no page that is sent to it gets an answer. */
export interface SlowPrinter {
  /** From now on so many pages are answered, none when left out: a longer run cannot end, however quick the machine is. */
  readonly keepBusy: (after?: number) => void;
  /** The answers that were kept back come now, in their order. */
  readonly goOn: () => void;
}

/** Stands between the page and the print assistant on this port. Call it before the page opens its first address. */
export async function slowPrinter(page: Page, assistantPort: number): Promise<SlowPrinter> {
  const kept: { readonly line: WebSocketRoute; readonly answer: string | Buffer }[] = [];
  let left = Infinity;
  await page.routeWebSocket(
    (url) => url.port === String(assistantPort),
    (line) => {
      line.connectToServer().onMessage((answer) => {
        if (!answer.includes('"fun":"outputPrintting"')) return line.send(answer);
        if (left-- > 0) line.send(answer);
        else kept.push({ line, answer });
      });
    },
  );
  return {
    keepBusy: (after = 0) => void (left = after),
    goOn() {
      left = Infinity;
      for (const { line, answer } of kept.splice(0)) line.send(answer);
    },
  };
}
