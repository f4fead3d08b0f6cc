import type { Result } from '#model/kernel/result.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Settles within its own time limit; ok once a server has accepted the mail. Never rejects. */
  send(mail: Mail, signal?: AbortSignal): Promise<Result<null, SendFault>>;
}

export interface Sms {
  /** In E.164. */
  readonly phone: string;
  readonly text: string;
}

export interface SmsSender {
  /** Settles within its own time limit; ok once a gateway has accepted the message. Never rejects. */
  send(sms: Sms, signal?: AbortSignal): Promise<Result<null, SendFault>>;
}

/** Why a message was not sent. `detail` is for the operator; it contains no secret, no recipient and no content. */
export interface SendFault {
  readonly code: 'refused' | 'unreachable' | 'timeout' | 'aborted';
  readonly detail: string;
}
