import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomText } from '../database/new-id.ts';
import { createTransport } from 'nodemailer';
import { err, ok } from '#model/kernel/result.ts';
import type { Mailer, SmsSender } from './senders.ts';

/** Destination of messages while no sender is configured: the operator reads them there, and on the console. */
export interface Outbox {
  /** Stores a message as a file that only the server's user can read, and writes a summary to the console. */
  put(extension: string, content: string | Uint8Array, gist: string): Promise<void>;
}

export function openOutbox(folder: string, now: () => number, say: (line: string) => void): Outbox {
  return {
    async put(extension, content, gist) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const time = new Date(now()).toISOString().replaceAll(/[:.]/g, '-');
      await writeFile(join(folder, `${time}-${randomText(4)}.${extension}`), content, { mode: 0o600, flag: 'wx' });
      say(gist);
    },
  };
}

/** Stores mail locally, as files that any mail program opens. */
export function createOutboxMailer(outbox: Outbox, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail, signal) {
      if (signal?.aborted === true) return err({ code: 'aborted', detail: 'outbox: aborted' });
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

/** Stores SMS locally, as text files. */
export function createOutboxSms(outbox: Outbox): SmsSender {
  return {
    async send({ phone, text }, signal) {
      if (signal?.aborted === true) return err({ code: 'aborted', detail: 'outbox: aborted' });
      try {
        await outbox.put('txt', `To: ${phone}\n\n${text}\n`, `SMS to ${phone}: ${text}`);
        return ok(null);
      } catch {
        return err({ code: 'unreachable', detail: 'outbox: the file could not be written' });
      }
    },
  };
}
