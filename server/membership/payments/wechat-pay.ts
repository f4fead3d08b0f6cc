import { createDecipheriv, createSign, createVerify, randomBytes } from 'node:crypto';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  QR_LIFETIME_MS,
  type Notification,
  type PaymentFault,
  type PaymentProvider,
  type PaymentReport,
} from './provider.ts';

export interface WechatPaySettings {
  readonly appId: string;
  readonly merchantId: string;
  /** PEM. */
  readonly privateKey: string;
  /** Serial number of our certificate. */
  readonly serial: string;
  /** PEM: WeChat Pay's public key, or that of its certificate. */
  readonly platformKey: string;
  /** Its id or serial number. */
  readonly platformSerial: string;
  /** 32 bytes. */
  readonly apiKey: string;
  readonly gateway: string;
  readonly notifyUrl: string;
}

const SCHEME = 'WECHATPAY2-SHA256-RSA2048';
/** Older or newer messages are rejected (pay.weixin.qq.com/doc/v3/merchant/4013053249). */
const TOLERANCE_MS = 5 * 60 * 1000;
const TAG_BYTES = 16;

/** Native payment of WeChat Pay, API v3. Requests, answers and notifications are signed with RSA and SHA-256. */
export function createWechatPay(settings: WechatPaySettings, now: () => number): PaymentProvider {
  const ask = (method: string, path: string, body: object | null, signal: AbortSignal): Promise<Answer> =>
    request(settings, now, { method, path, body: body === null ? '' : JSON.stringify(body), signal });
  return {
    name: 'wechat',
    currencies: ['CNY'],
    lifetimeMs: QR_LIFETIME_MS,
    text: '',
    async begin(order, signal) {
      const answer = await ask(
        'POST',
        '/v3/pay/transactions/native',
        {
          appid: settings.appId,
          mchid: settings.merchantId,
          description: order.title,
          out_trade_no: order.id,
          time_expire: new Date(order.expiresAt).toISOString().replace(/\.\d+Z$/, '+00:00'),
          notify_url: settings.notifyUrl,
          amount: { total: order.amount, currency: 'CNY' },
        },
        signal,
      );
      if (!answer.ok) return answer;
      const qr = answer.value['code_url'];
      return typeof qr === 'string' ? ok({ qr, link: '', ref: '' }) : err(refused('no code'));
    },
    async query({ id }, signal) {
      const mchid = encodeURIComponent(settings.merchantId);
      const answer = await ask('GET', `/v3/pay/transactions/out-trade-no/${id}?mchid=${mchid}`, null, signal);
      return answer.ok ? reportOf(settings, answer.value) : answer;
    },
    notifications: {
      read: (notification, time) => Promise.resolve(readNotification(settings, notification, time)),
      answer: (taken) =>
        taken
          ? { status: 200, type: 'application/json', body: '{"code":"SUCCESS"}' }
          : { status: 500, type: 'application/json', body: '{"code":"FAIL","message":"not taken"}' },
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;
type Answer = Result<Fields, PaymentFault>;

async function request(
  settings: WechatPaySettings,
  now: () => number,
  {
    method,
    path,
    body,
    signal,
  }: { readonly method: string; readonly path: string; readonly body: string; readonly signal: AbortSignal },
): Promise<Answer> {
  const timestamp = String(Math.floor(now() / 1000));
  const nonce = randomBytes(16).toString('hex');
  const signature = createSign('RSA-SHA256')
    .update(`${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`)
    .sign(settings.privateKey, 'base64');
  const parts = {
    mchid: settings.merchantId,
    nonce_str: nonce,
    signature,
    timestamp,
    serial_no: settings.serial,
  };
  const authorization = `${SCHEME} ${Object.entries(parts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}`;
  let status: number;
  let notification: Notification;
  try {
    const response = await fetch(settings.gateway + path, {
      method,
      signal,
      redirect: 'error',
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body }),
    });
    status = response.status;
    notification = { headers: Object.fromEntries(response.headers), body: await response.text() };
  } catch (error) {
    return err({ code: 'unreachable', detail: `WeChat Pay: ${error instanceof Error ? error.name : 'failed'}` });
  }
  if (status !== 200) return err(refused(String(parsed(notification.body)?.['code'] ?? status)));
  const fault = signatureFault(settings, notification, now());
  if (fault !== null) return err(fault);
  const fields = parsed(notification.body);
  return fields === null ? err(refused('no JSON')) : ok(fields);
}

/** Null for a recent message with a valid signature. */
function signatureFault(
  settings: WechatPaySettings,
  { headers, body }: Notification,
  now: number,
): PaymentFault | null {
  const timestamp = headers['wechatpay-timestamp'] ?? '';
  const nonce = headers['wechatpay-nonce'] ?? '';
  const signature = headers['wechatpay-signature'] ?? '';
  if (headers['wechatpay-serial'] !== settings.platformSerial) return forged('serial');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp) * 1000) > TOLERANCE_MS) return forged('time');
  const verifier = createVerify('RSA-SHA256').update(`${timestamp}\n${nonce}\n${body}\n`);
  return verifier.verify(settings.platformKey, signature, 'base64') ? null : forged('signature');
}

function readNotification(
  settings: WechatPaySettings,
  notification: Notification,
  now: number,
): Result<PaymentReport | null, PaymentFault> {
  const fault = signatureFault(settings, notification, now);
  if (fault !== null) return err(fault);
  const event = parsed(notification.body);
  if (event?.['event_type'] !== 'TRANSACTION.SUCCESS') return ok(null);
  const text = opened(settings.apiKey, event['resource']);
  const fields = text === null ? null : parsed(text);
  return fields === null ? err(forged('resource')) : reportOf(settings, fields);
}

/** The decrypted resource of a notification (AEAD_AES_256_GCM); null where our key doesn't open it. */
function opened(apiKey: string, resource: unknown): string | null {
  if (typeof resource !== 'object' || resource === null) return null;
  const { algorithm, ciphertext, nonce, associated_data: data = '' } = resource as Fields;
  if (algorithm !== 'AEAD_AES_256_GCM') return null;
  try {
    const bytes = Buffer.from(String(ciphertext), 'base64');
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiKey), Buffer.from(String(nonce)), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES)).setAAD(Buffer.from(String(data)));
    return decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

function reportOf(settings: WechatPaySettings, found: Fields): Result<PaymentReport | null, PaymentFault> {
  if (found['appid'] !== settings.appId) return err(forged('appid'));
  if (found['mchid'] !== settings.merchantId) return err(forged('mchid'));
  const orderId = String(found['out_trade_no']);
  const state = found['trade_state'];
  if (state === 'CLOSED' || state === 'REVOKED' || state === 'PAYERROR') {
    return ok({ orderId, state: 'failed', transactionId: '', amount: 0, currency: 'CNY' });
  }
  if (state !== 'SUCCESS') return ok(null);
  const { total, currency } = (found['amount'] ?? {}) as Fields;
  const transactionId = found['transaction_id'];
  if (typeof transactionId !== 'string' || transactionId === '' || typeof total !== 'number') {
    return err(forged('amount'));
  }
  return ok({ orderId, state: 'paid', transactionId, amount: total, currency: String(currency) });
}

function parsed(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : null;
  } catch {
    return null;
  }
}

function refused(reason: string): PaymentFault {
  return { code: 'refused', detail: `WeChat Pay rejected the request: ${reason}` };
}

function forged(what: string): PaymentFault {
  return { code: 'forged', detail: `WeChat Pay: wrong ${what}` };
}
