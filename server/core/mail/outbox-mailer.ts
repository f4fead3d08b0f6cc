import { createTransport } from 'nodemailer';
import { err, ok } from '#model/kernel/result.ts';
import type { Outbox } from './outbox.ts';
import type { Mailer } from './mailer.ts';

/** Mail that stays here, as a file that any mail program opens. */
export function createOutboxMailer(outbox: Outbox, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail, signal) {
      if (signal?.aborted === true) return err({ code: 'aborted', detail: 'outbox: given up' });
      try {
        const { message } = await transport.sendMail({
          from,
          ...mail,
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        await outbox.put('eml', message as Buffer, `Mail to ${mail.to}: ${mail.subject}`);
        return ok(null);
      } catch {
        return err({ code: 'unreachable', detail: 'outbox: the file could not be written' });
      }
    },
  };
}
