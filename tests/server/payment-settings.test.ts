import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPaymentSettings } from '#server/membership/payments/payment-settings.ts';
import { createTestFolder } from './create-test-server.ts';

const PAIR = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const URL_OF_OURS = 'https://labels.example.com';
const ALIPAY = { ALIPAY_APP_ID: '1', ALIPAY_PRIVATE_KEY: PAIR.privateKey, ALIPAY_PUBLIC_KEY: PAIR.publicKey };
const WECHAT = {
  WECHAT_PAY_MERCHANT_ID: '1',
  WECHAT_PAY_APP_ID: 'wx1',
  WECHAT_PAY_SERIAL: 'A',
  WECHAT_PAY_PLATFORM_SERIAL: 'B',
  WECHAT_PAY_PRIVATE_KEY: PAIR.privateKey,
  WECHAT_PAY_PLATFORM_KEY: PAIR.publicKey,
  WECHAT_PAY_API_KEY: 'x'.repeat(32),
};

test('the sandbox is on as long as nothing else is, and off once something is', () => {
  expect(readPaymentSettings({}, null)).toEqual({ ok: true, value: { sandbox: true } });
  expect(readPaymentSettings({ MEMBERSHIP: 'off' }, null)).toEqual({ ok: true, value: null });
  expect(readPaymentSettings({ PAYMENT_SANDBOX: 'off' }, null)).toEqual({ ok: true, value: { sandbox: false } });
  expect(readPaymentSettings({ PAYMENT_TEXT: 'Pay' }, null)).toEqual({
    ok: true,
    value: { operatorText: 'Pay', sandbox: false },
  });
  const all = { ...ALIPAY, ...WECHAT, STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'wh', PAYMENT_SANDBOX: 'on' };
  expect(readPaymentSettings(all, URL_OF_OURS)).toMatchObject({
    ok: true,
    value: {
      alipay: { appId: '1', notifyUrl: `${URL_OF_OURS}/notify/alipay`, sellerId: null },
      wechat: { merchantId: '1', notifyUrl: `${URL_OF_OURS}/notify/wechat` },
      card: { secretKey: 'sk', gateway: 'https://api.stripe.com' },
      sandbox: true,
    },
  });
});

test('a key may be in a file, or its base64 alone', async () => {
  const file = join(await createTestFolder(), 'key.pem');
  writeFileSync(file, PAIR.privateKey);
  const bare = PAIR.publicKey.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const settings = readPaymentSettings({ ...ALIPAY, ALIPAY_PRIVATE_KEY: file, ALIPAY_PUBLIC_KEY: bare }, URL_OF_OURS);
  expect(settings).toMatchObject({
    value: { alipay: { privateKey: PAIR.privateKey, alipayPublicKey: PAIR.publicKey } },
  });
});

describe('a fault names its setting and shows no secret', () => {
  const SECRET = 'super-secret-text';
  test.each([
    ['MEMBERSHIP', { MEMBERSHIP: 'perhaps' }],
    ['PAYMENT_SANDBOX', { PAYMENT_SANDBOX: 'yes' }],
    ['ALIPAY_PRIVATE_KEY', { ...ALIPAY, ALIPAY_PRIVATE_KEY: SECRET }],
    ['ALIPAY_PUBLIC_KEY', { ...ALIPAY, ALIPAY_PUBLIC_KEY: '' }],
    ['ALIPAY_GATEWAY', { ...ALIPAY, ALIPAY_GATEWAY: 'ftp://x' }],
    ['WECHAT_PAY_APP_ID', { ...WECHAT, WECHAT_PAY_APP_ID: '' }],
    ['WECHAT_PAY_SERIAL', { ...WECHAT, WECHAT_PAY_SERIAL: '' }],
    ['WECHAT_PAY_PLATFORM_SERIAL', { ...WECHAT, WECHAT_PAY_PLATFORM_SERIAL: '' }],
    ['WECHAT_PAY_API_KEY', { ...WECHAT, WECHAT_PAY_API_KEY: SECRET }],
    ['WECHAT_PAY_PLATFORM_KEY', { ...WECHAT, WECHAT_PAY_PLATFORM_KEY: SECRET }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: SECRET }],
  ])('%s', (name, environment) => {
    const settings = readPaymentSettings(environment, URL_OF_OURS);
    expect(settings).toMatchObject({ ok: false, error: expect.stringContaining(name) });
    expect(JSON.stringify(settings)).not.toContain(SECRET);
  });
  test.each([ALIPAY, WECHAT])('a provider with notifications needs PUBLIC_URL', (environment) => {
    expect(readPaymentSettings(environment, null)).toMatchObject({
      ok: false,
      error: expect.stringContaining('PUBLIC_URL'),
    });
  });
});
