import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { given, type Environment } from '../../core/read-variables.ts';
import type { AlipaySettings } from './alipay.ts';
import type { CardSettings } from './card.ts';
import type { PaymentSettings } from './open-payments.ts';
import { NOTIFY_PATH } from '../../http/request-guards.ts';
import type { WechatPaySettings } from './wechat-pay.ts';

const ALIPAY_GATEWAY = 'https://openapi.alipay.com/gateway.do';
const WECHAT_GATEWAY = 'https://api.mch.weixin.qq.com';
const CARD_GATEWAY = 'https://api.stripe.com';
const API_KEY_BYTES = 32;

/**
 * Reads the payment settings; null where membership is off. `publicUrl` is where providers reach this server. The error
 * is one line and contains no secret.
 */
export function readPaymentSettings(
  environment: Environment,
  publicUrl: string | null,
): Result<PaymentSettings | null, string> {
  const membership = readSwitch(environment, 'MEMBERSHIP', true);
  if (!membership.ok) return membership;
  if (!membership.value) return ok(null);
  const alipay = readAlipay(environment, publicUrl);
  if (!alipay.ok) return alipay;
  const wechat = readWechat(environment, publicUrl);
  if (!wechat.ok) return wechat;
  const card = readCard(environment);
  if (!card.ok) return card;
  const operatorText = given(environment, 'PAYMENT_TEXT');
  const others = {
    ...(alipay.value === null ? {} : { alipay: alipay.value }),
    ...(wechat.value === null ? {} : { wechat: wechat.value }),
    ...(card.value === null ? {} : { card: card.value }),
    ...(operatorText === null ? {} : { operatorText }),
  };
  // Next to real payments the sandbox is off by default, so that an oversight can’t make memberships free.
  const sandbox = readSwitch(environment, 'PAYMENT_SANDBOX', Object.keys(others).length === 0);
  return sandbox.ok ? ok({ ...others, sandbox: sandbox.value }) : sandbox;
}

function readAlipay(environment: Environment, publicUrl: string | null): Result<AlipaySettings | null, string> {
  const appId = given(environment, 'ALIPAY_APP_ID');
  if (appId === null) return ok(null);
  if (publicUrl === null) return err('ALIPAY_APP_ID needs PUBLIC_URL: Alipay reports payments to that address.');
  const privateKey = readKey(environment, 'ALIPAY_PRIVATE_KEY', 'private');
  if (!privateKey.ok) return privateKey;
  const alipayPublicKey = readKey(environment, 'ALIPAY_PUBLIC_KEY', 'public');
  if (!alipayPublicKey.ok) return alipayPublicKey;
  const gateway = readGateway(environment, 'ALIPAY_GATEWAY', ALIPAY_GATEWAY);
  if (!gateway.ok) return gateway;
  return ok({
    appId,
    privateKey: privateKey.value,
    alipayPublicKey: alipayPublicKey.value,
    sellerId: given(environment, 'ALIPAY_SELLER_ID'),
    gateway: gateway.value,
    notifyUrl: `${publicUrl}${NOTIFY_PATH}alipay`,
  });
}

function readWechat(environment: Environment, publicUrl: string | null): Result<WechatPaySettings | null, string> {
  const merchantId = given(environment, 'WECHAT_PAY_MERCHANT_ID');
  if (merchantId === null) return ok(null);
  if (publicUrl === null) {
    return err('WECHAT_PAY_MERCHANT_ID needs PUBLIC_URL: WeChat Pay reports payments to that address.');
  }
  const appId = given(environment, 'WECHAT_PAY_APP_ID');
  if (appId === null) return err('WECHAT_PAY_APP_ID must be set if WECHAT_PAY_MERCHANT_ID is set.');
  const serial = given(environment, 'WECHAT_PAY_SERIAL');
  if (serial === null) return err('WECHAT_PAY_SERIAL must be the serial number of the merchant’s certificate.');
  const platformSerial = given(environment, 'WECHAT_PAY_PLATFORM_SERIAL');
  if (platformSerial === null) return err('WECHAT_PAY_PLATFORM_SERIAL must be the id of WeChat Pay’s public key.');
  const privateKey = readKey(environment, 'WECHAT_PAY_PRIVATE_KEY', 'private');
  if (!privateKey.ok) return privateKey;
  const platformKey = readKey(environment, 'WECHAT_PAY_PLATFORM_KEY', 'public');
  if (!platformKey.ok) return platformKey;
  const apiKey = given(environment, 'WECHAT_PAY_API_KEY') ?? '';
  if (Buffer.byteLength(apiKey) !== API_KEY_BYTES) {
    return err(`WECHAT_PAY_API_KEY must be the API v3 key of ${API_KEY_BYTES} characters.`);
  }
  const gateway = readGateway(environment, 'WECHAT_PAY_GATEWAY', WECHAT_GATEWAY);
  if (!gateway.ok) return gateway;
  return ok({
    appId,
    merchantId,
    serial,
    platformSerial,
    privateKey: privateKey.value,
    platformKey: platformKey.value,
    apiKey,
    gateway: gateway.value.replace(/\/$/, ''),
    notifyUrl: `${publicUrl}${NOTIFY_PATH}wechat`,
  });
}

function readCard(environment: Environment): Result<CardSettings | null, string> {
  const secretKey = given(environment, 'STRIPE_SECRET_KEY');
  if (secretKey === null) return ok(null);
  const webhookSecret = given(environment, 'STRIPE_WEBHOOK_SECRET');
  if (webhookSecret === null) {
    return err('STRIPE_WEBHOOK_SECRET must be the signing secret of the endpoint /notify/card.');
  }
  const gateway = readGateway(environment, 'STRIPE_GATEWAY', CARD_GATEWAY);
  return gateway.ok ? ok({ secretKey, webhookSecret, gateway: gateway.value }) : gateway;
}

/** A key in PEM, its base64 alone, or the path of a file with one of them. */
function readKey(environment: Environment, name: string, kind: 'private' | 'public'): Result<string, string> {
  const text = given(environment, name);
  if (text === null) return err(`${name} must be set: an RSA key in PEM format, or the path of a file with it.`);
  try {
    const key = text.startsWith('/') || text.startsWith('.') ? readFileSync(text, 'utf8').trim() : text;
    const pem = key.includes('-----')
      ? key
      : `-----BEGIN ${kind.toUpperCase()} KEY-----\n${key}\n-----END ${kind.toUpperCase()} KEY-----`;
    const made = kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem);
    if (made.asymmetricKeyType !== 'rsa') return err(`${name} is not an RSA key.`);
    return ok(made.export({ type: kind === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString());
  } catch {
    return err(`${name} must be a ${kind} RSA key in PEM format or the path of a file with one.`);
  }
}

function readGateway(environment: Environment, name: string, otherwise: string): Result<string, string> {
  const text = given(environment, name) ?? otherwise;
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
    ? ok(text)
    : err(`${name} must be an address, not "${text}".`);
}

function readSwitch(environment: Environment, name: string, otherwise: boolean): Result<boolean, string> {
  const text = given(environment, name);
  if (text === null) return ok(otherwise);
  return text === 'on' || text === 'off' ? ok(text === 'on') : err(`${name} must be on or off, not "${text}".`);
}
