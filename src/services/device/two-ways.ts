import { orAborted } from '#model/kernel/abort.ts';
import { ok } from '#model/kernel/result.ts';
import { Conversation, type Patience } from './conversation.ts';
import type { DeviceLine, Written } from './device-line.ts';

export interface TwoWaysOptions {
  /** The connection is closed when it breaks. */
  readonly write: DeviceLine['write'];
  /** The next bytes from the device; empty for none now, null if no more will come. */
  readonly hear: () => Promise<Uint8Array | null>;
  /** Closes the connection at once. */
  readonly giveUp: () => Promise<void>;
  readonly patience: Patience | undefined;
}

/** A bidirectional connection: bytes wait for a question that is being sent to the device. */
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
