/** Sends replies that carry no id in the order in which they were asked for. */
export interface ReplyOrder {
  /** Sends the reply after all that were asked for before it, and resolves then. Replies that have no end hold up the later ones. */
  send(reply: Promise<string>): Promise<void>;
  /** How many replies are not sent yet. */
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
