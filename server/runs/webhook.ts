import { createHmac } from 'node:crypto';
import type { SecretBox } from '../core/database/secret-box.ts';

/** The address of a run's webhook, and its signing key: `whsec_` and base64. */
export interface Webhook {
  readonly url: string;
  readonly secret: string;
}

export function sealWebhook(secrets: SecretBox, runId: string, { url, secret }: Webhook): string {
  return secrets.seal(JSON.stringify({ url, secret }), purposeOf(runId));
}

export function openWebhook(secrets: SecretBox, runId: string, sealed: string): Webhook {
  return JSON.parse(secrets.open(sealed, purposeOf(runId))) as Webhook;
}

function purposeOf(runId: string): string {
  return `webhook ${runId}`;
}

/**
 * The headers of a message as Standard Webhooks specifies: a receiver with the secret can verify its origin, integrity
 * and time. A repeated message has the same id.
 */
export function signedHeaders(secret: string, id: string, seconds: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}
