/** Sends replies without an id in the order of their requests. */
export interface ReplyOrder {
  /**
   * Sends the reply after those of all earlier requests, and resolves then. A reply that never ends blocks the later
   * ones.
   */
  send(reply: Promise<string>): Promise<void>;
  /** Number of unsent replies. */
  waiting(): number;
}

export function createReplyOrder(send: (text: string) => void): ReplyOrder {
  let last = Promise.resolve();
  let waiting = 0;
  return {
    send(reply) {
      waiting++;
      last = last.then(async () => {
        const text = await reply;
        waiting--;
        send(text);
      });
      return last;
    },
    waiting: () => waiting,
  };
}
