import { err, ok } from '#model/kernel/result.ts';
import type { Outbox } from './outbox.ts';
import type { SmsSender } from './sms-sender.ts';

/** Short messages that stay here, as text files. */
export function createOutboxSms(outbox: Outbox): SmsSender {
  return {
    async send({ phone, text }, signal) {
      if (signal?.aborted === true) return err({ code: 'aborted', detail: 'outbox: given up' });
      try {
        await outbox.put('txt', `To: ${phone}\n\n${text}\n`, `SMS to ${phone}: ${text}`);
        return ok(null);
      } catch {
        return err({ code: 'unreachable', detail: 'outbox: the file could not be written' });
      }
    },
  };
}
