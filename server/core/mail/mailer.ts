import type { Result } from '#model/kernel/result.ts';
import type { SendFault } from './send-fault.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mail. */
export interface Mailer {
  /** Settles within its own time limit; ok once somebody has taken the mail over. Never rejects. */
  send(mail: Mail, signal?: AbortSignal): Promise<Result<null, SendFault>>;
}
