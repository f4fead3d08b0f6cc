import type { Language } from '#protocol/api.ts';
import type { Mailer } from '../core/mail/mailer.ts';
import { message, type MessageKey, type MessageParams } from '../core/errors/messages.ts';
import type { SmsSender } from '../core/mail/sms-sender.ts';
import type { Target } from './targets.ts';

/** The ways in which this server reaches people. */
export interface Messenger {
  /** Null where this server sends none. */
  readonly mail: Mailer | null;
  readonly sms: SmsSender | null;
  /** Messages stay on this machine: nothing is set that could send them. */
  readonly outbox: boolean;
  /** Tells the operator of a message that did not leave. */
  readonly report: (detail: string) => void;
  /** Ends what is still being sent when the server stops. */
  readonly closing: AbortSignal;
}

/** A text of `locales/…/server.json` for a person. */
export interface Note {
  readonly subject: MessageKey;
  readonly text: MessageKey;
  readonly params: MessageParams;
}

export function canReach(messenger: Messenger, kind: Target['kind']): boolean {
  return (kind === 'email' ? messenger.mail : messenger.sms) !== null;
}

/** Whether somebody has taken the message over. */
export async function notify(messenger: Messenger, target: Target, note: Note, language: Language): Promise<boolean> {
  const text = message(language, note.text, note.params);
  const sent =
    target.kind === 'email'
      ? await messenger.mail?.send(
          { to: target.address, subject: message(language, note.subject, note.params), text },
          messenger.closing,
        )
      : await messenger.sms?.send({ phone: target.address, text }, messenger.closing);
  if (sent?.ok === false) messenger.report(sent.error.detail);
  return sent?.ok === true;
}
