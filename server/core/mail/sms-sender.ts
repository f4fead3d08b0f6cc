import type { Result } from '#model/kernel/result.ts';
import type { SendFault } from './send-fault.ts';

export interface Sms {
  /** In E.164. */
  readonly phone: string;
  readonly text: string;
}

/** Sends short messages. */
export interface SmsSender {
  /** Settles within its own time limit; ok once somebody has taken the message over. Never rejects. */
  send(sms: Sms, signal?: AbortSignal): Promise<Result<null, SendFault>>;
}
