import { createTransport } from 'nodemailer';
import { err, ok } from '#model/kernel/result.ts';
import type { SendFault, Mailer } from './senders.ts';

export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…`, as nodemailer reads it. */
  readonly url: string;
  /** The sender: `Labelwright <labels@example.com>`. */
  readonly from: string;
  /** Timeout of one mail in milliseconds. */
  readonly limitMs?: number;
}

const LIMIT_MS = 20_000;

/** Sends mail through an SMTP server. */
export function createSmtpMailer({ url, from, limitMs = LIMIT_MS }: SmtpSettings): Mailer {
  // A mail must not make the server read a file or an address.
  const common = { disableFileAccess: true, disableUrlAccess: true };
  return {
    async send(mail, signal) {
      if (isAborted(signal)) return err({ code: 'aborted', detail: 'SMTP: aborted' });
      const transport = createTransport({
        url,
        ...common,
        connectionTimeout: limitMs,
        greetingTimeout: limitMs,
        socketTimeout: limitMs,
      });
      const limit = AbortSignal.timeout(limitMs);
      const end = signal === undefined ? limit : AbortSignal.any([limit, signal]);
      let giveUp = (): void => undefined;
      const ended = new Promise<never>((_resolve, reject) => {
        giveUp = () => reject(new GivenUp());
        end.addEventListener('abort', giveUp, { once: true });
      });
      try {
        await Promise.race([transport.sendMail({ from, ...mail }), ended]);
        return ok(null);
      } catch (error) {
        if (error instanceof GivenUp) {
          const aborted = isAborted(signal);
          return err({ code: aborted ? 'aborted' : 'timeout', detail: `SMTP: ${aborted ? 'aborted' : 'timeout'}` });
        }
        return err(faultOf(error));
      } finally {
        end.removeEventListener('abort', giveUp);
        transport.close();
      }
    },
  };
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

class GivenUp extends Error {}

/** Only the kind of failure and the status of the answer: its text may repeat the address or the password. */
function faultOf(error: unknown): SendFault {
  const code = textOf(error, 'code');
  const answer = typeof error === 'object' && error !== null ? Reflect.get(error, 'responseCode') : undefined;
  if (typeof answer === 'number') return { code: 'refused', detail: `SMTP: answered ${answer} (${code})` };
  if (code === 'ETIMEDOUT') return { code: 'timeout', detail: 'SMTP: timeout' };
  return { code: 'unreachable', detail: `SMTP: unreachable (${code})` };
}

function textOf(error: unknown, name: string): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' ? value : '?';
}
