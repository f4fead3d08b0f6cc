import type { Language } from '#protocol/api.ts';
import type { Mailer, SmsSender } from '../core/mail/senders.ts';
import { message, type MessageKey, type MessageParams } from '../core/messages.ts';
import type { Target } from './targets.ts';
import { createOutboxMailer, openOutbox, createOutboxSms } from '../core/mail/outbox.ts';
import { createSmtpMailer, type SmtpSettings } from '../core/mail/smtp-mailer.ts';
import { createHttpSms, type HttpSmsSettings } from '../core/mail/http-sms.ts';

/** The channels through which this server sends messages. */
export interface Messenger {
  /** Null where this server sends no mail. */
  readonly mail: Mailer | null;
  readonly sms: SmsSender | null;
  /** True where messages stay on this machine because no sender is configured. */
  readonly outbox: boolean;
  /** Reports a failed message to the operator. */
  readonly report: (detail: string) => void;
  /** Aborts messages in progress when the server stops. */
  readonly closing: AbortSignal;
}

/** A text of `locales/…/server.json` for a recipient. */
export interface Note {
  readonly subject: MessageKey;
  readonly text: MessageKey;
  readonly params: MessageParams;
}

export function canReach(messenger: Messenger, kind: Target['kind']): boolean {
  return (kind === 'email' ? messenger.mail : messenger.sms) !== null;
}

/** Sends a message; true if a mail server or SMS gateway accepted it. */
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

/** Settings of mail and SMS. Where neither is set, both go to the outbox. */
export interface MessageSettings {
  readonly smtp?: SmtpSettings;
  readonly sms?: HttpSmsSettings;
}

const OUTBOX_SENDER = 'Labelwright <labelwright@localhost>';

interface MessengerPlaces {
  /** A folder, created with the first message. */
  readonly outbox: string;
  readonly now: () => number;
  readonly say: (line: string) => void;
  readonly report: (detail: string) => void;
  readonly closing: AbortSignal;
}

/** Where only one of the two is set, only that one is offered: a code that no user ever sees is worse than none. */
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
