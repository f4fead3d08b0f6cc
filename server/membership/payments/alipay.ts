import { AlipaySdk, type AlipaySdkCommonResult } from 'alipay-sdk';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  amountInUnits,
  decimalText,
  QR_LIFETIME_MS,
  unlessAborted,
  type Notification,
  type OrderToPay,
  type PaymentFault,
  type PaymentProvider,
  type PaymentReport,
} from './provider.ts';

export interface AlipaySettings {
  readonly appId: string;
  /** PEM (PKCS #8), or its base64 alone. */
  readonly privateKey: string;
  /** Alipay's, not our own. */
  readonly alipayPublicKey: string;
  /** The merchant that payments go to; not compared when null. */
  readonly sellerId: string | null;
  readonly gateway: string;
  readonly notifyUrl: string;
}

const TIMEOUT_MS = 8000;
const DONE = '10000';

/** "Face to face" payment: `alipay.trade.precreate` returns a QR code (opendocs.alipay.com/open/02ekfg). */
export function createAlipay(settings: AlipaySettings): PaymentProvider {
  const sdk = new AlipaySdk({
    appId: settings.appId,
    privateKey: bareKey(settings.privateKey),
    alipayPublicKey: bareKey(settings.alipayPublicKey),
    gateway: settings.gateway,
    keyType: 'PKCS8',
    signType: 'RSA2',
    timeout: TIMEOUT_MS,
  });
  const ask = async (
    method: string,
    params: { readonly notifyUrl?: string; readonly bizContent: Record<string, string> },
    signal: AbortSignal,
  ): Promise<Result<AlipaySdkCommonResult, PaymentFault>> => {
    try {
      return ok(await unlessAborted(sdk.exec(method, params, { validateSign: true }), signal));
    } catch (error) {
      return err({ code: 'unreachable', detail: `Alipay: ${error instanceof Error ? error.name : 'failed'}` });
    }
  };
  return {
    name: 'alipay',
    currencies: ['CNY'],
    lifetimeMs: QR_LIFETIME_MS,
    text: '',
    async begin(order: OrderToPay, signal) {
      const bizContent = {
        out_trade_no: order.id,
        total_amount: decimalText(order.amount),
        subject: order.title,
        timeout_express: `${QR_LIFETIME_MS / 60_000}m`,
      };
      const answer = await ask('alipay.trade.precreate', { notifyUrl: settings.notifyUrl, bizContent }, signal);
      if (!answer.ok) return answer;
      const { code, qrCode } = answer.value;
      if (code !== DONE || typeof qrCode !== 'string') return err(refused(answer.value));
      return ok({ qr: qrCode, link: '', ref: '' });
    },
    async query({ id }, signal) {
      const answer = await ask('alipay.trade.query', { bizContent: { out_trade_no: id } }, signal);
      if (!answer.ok) return answer;
      const found = answer.value;
      // Nobody has scanned the code yet.
      if (found.sub_code === 'ACQ.TRADE_NOT_EXIST' || found['subCode'] === 'ACQ.TRADE_NOT_EXIST') return ok(null);
      if (found.code !== DONE) return err(refused(found));
      return reportOf(id, found['tradeStatus'], found['tradeNo'], found['totalAmount']);
    },
    notifications: {
      read: (notification) => Promise.resolve(readNotification(sdk, settings, notification)),
      answer: (taken) => ({ status: 200, type: 'text/plain', body: taken ? 'success' : 'fail' }),
    },
  };
}

function readNotification(
  sdk: AlipaySdk,
  { appId, sellerId }: AlipaySettings,
  { body }: Notification,
): Result<PaymentReport | null, PaymentFault> {
  const fields = Object.fromEntries(new URLSearchParams(body));
  // The older kind of signature uses SHA-1.
  if (fields['sign_type'] !== 'RSA2' || !isSigned(sdk, fields)) return err(forged('signature'));
  if (fields['app_id'] !== appId) return err(forged('app_id'));
  if (sellerId !== null && fields['seller_id'] !== sellerId) return err(forged('seller_id'));
  return reportOf(fields['out_trade_no'] ?? '', fields['trade_status'], fields['trade_no'], fields['total_amount']);
}

function isSigned(sdk: AlipaySdk, fields: Record<string, string>): boolean {
  try {
    return sdk.checkNotifySignV2(fields);
  } catch {
    return false;
  }
}

function reportOf(
  orderId: string,
  state: unknown,
  transactionId: unknown,
  amount: unknown,
): Result<PaymentReport | null, PaymentFault> {
  if (state === 'TRADE_CLOSED') return ok({ orderId, state: 'failed', transactionId: '', amount: 0, currency: 'CNY' });
  if (state !== 'TRADE_SUCCESS' && state !== 'TRADE_FINISHED') return ok(null);
  const units = amountInUnits(String(amount));
  if (typeof transactionId !== 'string' || transactionId === '' || units === null) return err(forged('amount'));
  return ok({ orderId, state: 'paid', transactionId, amount: units, currency: 'CNY' });
}

function refused(answer: AlipaySdkCommonResult): PaymentFault {
  const reason = String(answer.sub_code ?? answer['subCode'] ?? answer.code);
  return { code: 'refused', detail: `Alipay rejected the request: ${reason}` };
}

function forged(what: string): PaymentFault {
  return { code: 'forged', detail: `Alipay: wrong ${what}` };
}

/** The SDK writes the first and the last line itself. */
function bareKey(key: string): string {
  return key.replaceAll(/-----[A-Z ]+-----|\s/g, '');
}
