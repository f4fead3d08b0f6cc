import { orAborted } from '#model/kernel/abort.ts';
import { ok } from '#model/kernel/result.ts';
import { Conversation, type Patience } from './conversation.ts';
import type { DeviceLine, Written } from './device-line.ts';

export interface TwoWaysOptions {
  /** Broken, the line is closed. */
  readonly write: DeviceLine['write'];
  /** What the device says next; empty where that is nothing, null where it will say nothing more. */
  readonly hear: () => Promise<Uint8Array | null>;
  /** Closes the line at once. */
  readonly giveUp: () => Promise<void>;
  readonly patience: Patience | undefined;
}

/** A line on which something comes back: bytes wait for a question that is on its way to the device. */
export function twoWays({
  write,
  hear,
  giveUp,
  patience,
}: TwoWaysOptions): Required<Pick<DeviceLine, 'write' | 'ask'>> & { isAsking(): boolean } {
  const never = new AbortController().signal;
  let conversation: Conversation | null = null;

  async function send(question: Uint8Array): Promise<boolean> {
    const written = await write(question, never);
    return written.type === 'taken';
  }

  return {
    async write(bytes, signal): Promise<Written> {
      const quiet = await orAborted((conversation?.quiet ?? Promise.resolve(true)).then(ok), signal);
      if (quiet.ok && quiet.value) return write(bytes, signal);
      if (!quiet.ok) await giveUp();
      return { type: 'broken', takenBytes: 0 };
    },
    ask(question, signal) {
      conversation ??= new Conversation({ send, hear }, question, patience);
      return conversation.ask(signal);
    },
    isAsking: () => conversation?.isSending === true,
  };
}
