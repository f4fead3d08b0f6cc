import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { SecretBox } from '../../core/database/secret-box.ts';
import type { Webhook } from '../webhook.ts';

const KEY_BYTES = 32;
/** Tolerated difference of the sender's clock. */
const TOLERANCE_SECONDS = 300;
const MESSAGE_ID = /^[\x21-\x7e]{1,100}$/;

export function newSigningKey(): string {
  return `whsec_${randomBytes(KEY_BYTES).toString('base64')}`;
}

export function sealSigningKey(secrets: SecretBox, scheduleId: string, key: string): string {
  return secrets.seal(key, `trigger ${scheduleId}`);
}

export function openSigningKey(secrets: SecretBox, scheduleId: string, sealed: string): string {
  return secrets.open(sealed, `trigger ${scheduleId}`);
}

/** Seals the webhook of the ends of a schedule's runs. */
export function sealWebhook(secrets: SecretBox, scheduleId: string, webhook: Webhook): string {
  return secrets.seal(JSON.stringify(webhook), `schedule ${scheduleId}`);
}

export function openWebhook(secrets: SecretBox, scheduleId: string, sealed: string): Webhook {
  return JSON.parse(secrets.open(sealed, `schedule ${scheduleId}`)) as Webhook;
}

/**
 * The id of a message with a valid, recent signature as Standard Webhooks specifies; null for any other. A repeated
 * message has the same id.
 */
export function signedMessageId(
  key: string,
  headers: IncomingHttpHeaders,
  body: Uint8Array,
  seconds: number,
): string | null {
  const of = (name: string): string => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  };
  const [id, timestamp] = [of('webhook-id'), of('webhook-timestamp')];
  if (!MESSAGE_ID.test(id) || !/^\d{1,12}$/.test(timestamp)) return null;
  if (Math.abs(Number(timestamp) - seconds) > TOLERANCE_SECONDS) return null;
  const expected = createHmac('sha256', Buffer.from(key.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest();
  const isOurs = (signature: string): boolean => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected);
  };
  return of('webhook-signature').split(' ').some(isOurs) ? id : null;
}
