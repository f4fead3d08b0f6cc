import type { Messenger } from './messenger.ts';
import { createOutboxMailer } from '../core/mail/outbox-mailer.ts';
import { createSmtpMailer, type SmtpSettings } from '../core/mail/smtp-mailer.ts';
import { openOutbox } from '../core/mail/outbox.ts';
import { createHttpSms, type HttpSmsSettings } from '../core/mail/http-sms.ts';
import { createOutboxSms } from '../core/mail/outbox-sms.ts';

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
