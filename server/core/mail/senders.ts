import type { Result } from '#model/kernel/result.ts';

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

/** Why a message did not leave. `detail` is for the operator; it names no secret, no recipient and no content. */
export interface SendFault {
  readonly code: 'refused' | 'unreachable' | 'timeout' | 'aborted';
  readonly detail: string;
}
