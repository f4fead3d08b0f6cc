import type { Language } from '#protocol/api.ts';
import type { Mailer, SmsSender } from '../core/mail/senders.ts';
import { message, type MessageKey, type MessageParams } from '../core/messages.ts';
import type { Target } from './targets.ts';
import { createOutboxMailer, openOutbox, createOutboxSms } from '../core/mail/outbox.ts';
import { createSmtpMailer, type SmtpSettings } from '../core/mail/smtp-mailer.ts';
import { createHttpSms, type HttpSmsSettings } from '../core/mail/http-sms.ts';

/** The ways in which this server reaches people. */
export interface Messenger {
  /** Null where this server sends none. */
  readonly mail: Mailer | null;
  readonly sms: SmsSender | null;
  /** Messages stay on this machine: nothing is set that could send them. */
  readonly outbox: boolean;
  /** Reports to the operator a message that was not sent. */
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

/** How messages leave this server. Where neither is set, both stay in the outbox. */
export interface MessageSettings {
  readonly smtp?: SmtpSettings;
  readonly sms?: HttpSmsSettings;
}

const OUTBOX_SENDER = 'Labelwright <labelwright@localhost>';

interface MessengerPlaces {
  /** A folder, made with the first message. */
  readonly outbox: string;
  readonly now: () => number;
  readonly say: (line: string) => void;
  readonly report: (detail: string) => void;
  readonly closing: AbortSignal;
}

/** Who has set one of the two only offers that one: a code that no user ever sees is worse than none. */
export function createMessenger(settings: MessageSettings, places: MessengerPlaces): Messenger {
  const { report, closing } = places;
  if (settings.smtp === undefined && settings.sms === undefined) {
    const outbox = openOutbox(places.outbox, places.now, places.say);
    return {
      mail: createOutboxMailer(outbox, OUTBOX_SENDER),
      sms: createOutboxSms(outbox),
      outbox: true,
      report,
      closing,
    };
  }
  return {
    mail: settings.smtp === undefined ? null : createSmtpMailer(settings.smtp),
    sms: settings.sms === undefined ? null : createHttpSms(settings.sms),
    outbox: false,
    report,
    closing,
  };
}
