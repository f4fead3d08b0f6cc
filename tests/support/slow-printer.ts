import type { Page, WebSocketRoute } from 'playwright';
import { decodeReply, encodePagesPrinted } from '#protocol/assistant.ts';
import { decodePageBatch } from '#protocol/page-batch.ts';

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

/** The number of pages in a frame to the assistant. */
function pagesIn(message: string | Buffer): number {
  if (typeof message === 'string') return message.includes('"fun":"outputPrintting"') ? 1 : 0;
  const batch = decodePageBatch(message);
  return batch?.ok === true ? batch.value.length : 0;
}

/** The answers for single pages in a frame from the assistant; null if it is not about pages. */
function answersIn(answer: string | Buffer): readonly string[] | null {
  const text = answer.toString();
  const reply = decodeReply(text);
  if (!reply.ok) return null;
  const { fun, data } = reply.value;
  if (fun === 'outputPrintting') return [text];
  if (fun !== 'outputPages') return null;
  return data.sequences.map((sequence) => encodePagesPrinted({ ...data, sequences: [sequence] }));
}

/** Intercepts the page's connection to the print assistant on this port. Call it before the page opens its first address. */
export async function slowPrinter(page: Page, assistantPort: number): Promise<SlowPrinter> {
  const kept: { readonly line: WebSocketRoute; readonly answer: string | Buffer; readonly pages: number }[] = [];
  let left = Infinity;
  let isSilent = false;
  let waiting = 0;
  await page.routeWebSocket(
    (url) => url.port === String(assistantPort),
    (line) => {
      const server = line.connectToServer();
      line.onMessage((message) => {
        waiting += pagesIn(message);
        server.send(message);
      });
      server.onMessage((answer) => {
        const answers = answersIn(answer);
        if (isSilent) return void kept.push({ line, answer, pages: answers?.length ?? 0 });
        if (answers === null) return line.send(answer);
        for (const one of answers) {
          if (left-- <= 0) kept.push({ line, answer: one, pages: 1 });
          else {
            waiting--;
            line.send(one);
          }
        }
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
      for (const { line, answer, pages } of kept.splice(0)) {
        waiting -= pages;
        line.send(answer);
      }
    },
    underWay: () => waiting,
  };
}
