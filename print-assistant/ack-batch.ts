import { encodePagesPrinted, MAX_WAITING_PAGES, type PageAck } from '#protocol/assistant.ts';

/** Answers for printed pages that came in batches: those of one turn of the event loop are sent together. */
export interface AckBatch {
  add(ack: PageAck): void;
  /** Sends the waiting answers now. */
  flush(): void;
}

export function createAckBatch(send: (text: string) => void): AckBatch {
  let waiting: PageAck[] = [];
  let timer: NodeJS.Immediate | undefined;

  function flush(): void {
    clearImmediate(timer);
    timer = undefined;
    const [first] = waiting;
    if (first === undefined) return;
    const { jobId, outcome } = first;
    const sequences = waiting.map(({ sequence }) => sequence);
    waiting = [];
    send(encodePagesPrinted({ jobId, outcome, sequences }));
  }

  return {
    add(ack) {
      const [first = ack] = waiting;
      const isAlike = first.jobId === ack.jobId && first.outcome === ack.outcome;
      if (!isAlike || waiting.length === MAX_WAITING_PAGES) flush();
      waiting.push(ack);
      timer ??= setImmediate(flush);
    },
    flush,
  };
}
