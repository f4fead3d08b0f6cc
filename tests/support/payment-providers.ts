import { createCipheriv, createHmac, createSign, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AlipaySettings } from '#server/membership/payments/alipay.ts';
import type { CardSettings } from '#server/membership/payments/card.ts';
import type { PaymentSettings } from '#server/membership/payments/open-payments.ts';
import type { WechatPaySettings } from '#server/membership/payments/wechat-pay.ts';

/** A provider's notification: a request to `/notify/…`. */
export interface PaymentNotice {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Fields of a payment other than its order. Amounts are in the smallest unit. */
export interface Said {
  readonly amount: number;
  readonly transactionId?: string;
  readonly currency?: string;
  readonly state?: 'paid' | 'failed';
  /** Another account there than ours. */
  readonly merchant?: string;
  /** Time of the signature, in milliseconds since 1970. */
  readonly at?: number;
}

/** A payment provider on this machine that signs like in its documentation. */
export interface FakeProvider {
  readonly name: 'alipay' | 'wechat' | 'card';
  readonly settings: PaymentSettings;
  /** Received requests, the newest last. */
  readonly asked: readonly string[];
  /** Sets its answer to a query about that order; null for not paid. */
  readonly answers: Map<string, Said>;
  readonly notify: (orderId: string, said: Said) => PaymentNotice;
  /** The acknowledgment that it expects. */
  readonly accepts: (status: number, body: string) => boolean;
  readonly close: () => Promise<void>;
}

const NOTIFY = 'https://labels.example.com/notify/';

function rsa(): { readonly privateKey: string; readonly publicKey: string } {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

async function serve(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => void,
): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer(request, Buffer.concat(parts).toString(), response));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function closing(server: Server): () => Promise<void> {
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  };
}

function yuan(amount: number): string {
  return (amount / 100).toFixed(2);
}

/** Sorted `name=value` pairs, signed with RSA and SHA-256 (opendocs.alipay.com/common/02mse7). */
export async function createFakeAlipay(): Promise<FakeProvider> {
  const [ours, theirs] = [rsa(), rsa()];
  const asked: string[] = [];
  const answers = new Map<string, Said>();
  const sign = (text: string): string => createSign('RSA-SHA256').update(text).sign(theirs.privateKey, 'base64');
  const { url, server } = await serve((request, body, response) => {
    const fields = new URLSearchParams(`${new URL(request.url ?? '', 'http://x').search.slice(1)}&${body}`);
    const signed = [...new Map(fields)]
      .filter(([name, value]) => name !== 'sign' && value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    const method = fields.get('method') ?? '';
    asked.push(method);
    const isOurs = createVerify('RSA-SHA256')
      .update(signed)
      .verify(ours.publicKey, fields.get('sign') ?? '', 'base64');
    const { out_trade_no: id } = JSON.parse(fields.get('biz_content') ?? '{}') as { out_trade_no: string };
    const said = answers.get(id);
    const node = !isOurs
      ? { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature', sub_msg: 'x' }
      : method === 'alipay.trade.precreate'
        ? { code: '10000', msg: 'Success', out_trade_no: id, qr_code: `https://qr.alipay.com/${id}` }
        : said === undefined
          ? { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST', sub_msg: 'x' }
          : { code: '10000', msg: 'Success', out_trade_no: id, ...trade(said) };
    const text = JSON.stringify(node);
    response.setHeader('content-type', 'text/html;charset=utf-8');
    response.end(`{"${method.replaceAll('.', '_')}_response":${text},"sign":"${sign(text)}"}`);
  });
  const trade = ({ amount, state = 'paid', transactionId = 'T1' }: Said): Record<string, string> => ({
    trade_no: transactionId,
    trade_status: state === 'paid' ? 'TRADE_SUCCESS' : 'TRADE_CLOSED',
    total_amount: yuan(amount),
  });
  const alipay: AlipaySettings = {
    appId: '2021000000000001',
    privateKey: ours.privateKey,
    alipayPublicKey: theirs.publicKey,
    sellerId: '2088000000000001',
    gateway: `${url}/gateway.do`,
    notifyUrl: `${NOTIFY}alipay`,
  };
  return {
    name: 'alipay',
    settings: { alipay, sandbox: false },
    asked,
    answers,
    notify(orderId, said) {
      const fields: Record<string, string> = {
        app_id: said.merchant ?? alipay.appId,
        seller_id: '2088000000000001',
        charset: 'utf-8',
        notify_type: 'trade_status_sync',
        subject: 'Labelwright: 1 个月 & more',
        out_trade_no: orderId,
        ...trade(said),
      };
      const text = Object.keys(fields)
        .toSorted()
        .map((name) => `${name}=${fields[name]}`)
        .join('&');
      const body = new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: sign(text) }).toString();
      return { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }, body };
    },
    accepts: (_status, body) => body === 'success',
    close: closing(server),
  };
}

/** RSA over time, nonce and body; resources sealed with AES-256-GCM (pay.weixin.qq.com/doc/v3/merchant/4012365342). */
export async function createFakeWechatPay(): Promise<FakeProvider> {
  const [ours, theirs] = [rsa(), rsa()];
  const asked: string[] = [];
  const answers = new Map<string, Said>();
  const serial = 'PUB_KEY_ID_0000000000000024101100397200000006';
  const signed = (body: string, at: number): Record<string, string> => {
    const timestamp = String(Math.floor(at / 1000));
    const nonce = randomBytes(16).toString('hex');
    const text = `${timestamp}\n${nonce}\n${body}\n`;
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': serial,
      'wechatpay-signature': createSign('RSA-SHA256').update(text).sign(theirs.privateKey, 'base64'),
    };
  };
  const isOurs = ({ method, url, headers }: IncomingMessage, body: string): boolean => {
    const text = headers.authorization ?? '';
    const part = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(text)?.[1] ?? '';
    const message = `${method}\n${url}\n${part('timestamp')}\n${part('nonce_str')}\n${body}\n`;
    return (
      text.startsWith('WECHATPAY2-SHA256-RSA2048 ') &&
      part('serial_no') === wechat.serial &&
      createVerify('RSA-SHA256').update(message).verify(ours.publicKey, part('signature'), 'base64')
    );
  };
  const { url, server } = await serve((request, body, response) => {
    asked.push(`${request.method} ${request.url?.split('?')[0]}`);
    const id = request.url?.split('/').at(-1)?.split('?')[0] ?? '';
    const [status, answer] = !isOurs(request, body)
      ? [401, { code: 'SIGN_ERROR', message: 'x' }]
      : request.method === 'POST'
        ? [
            200,
            { code_url: `weixin://wxpay/bizpayurl?pr=${(JSON.parse(body) as { out_trade_no: string }).out_trade_no}` },
          ]
        : [200, transaction(id, answers.get(id))];
    const text = JSON.stringify(answer);
    response.writeHead(status as number, { 'content-type': 'application/json', ...signed(text, Date.now()) }).end(text);
  });
  const transaction = (orderId: string, said: Said | undefined): object => ({
    appid: wechat.appId,
    mchid: said?.merchant ?? wechat.merchantId,
    out_trade_no: orderId,
    trade_state: said === undefined ? 'NOTPAY' : said.state === 'failed' ? 'CLOSED' : 'SUCCESS',
    ...(said === undefined ? {} : { transaction_id: said.transactionId ?? 'W1' }),
    amount: { total: said?.amount ?? 0, currency: said?.currency ?? 'CNY' },
  });
  const wechat: WechatPaySettings = {
    appId: 'wx0000000000000001',
    merchantId: '1900000001',
    privateKey: ours.privateKey,
    serial: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
    platformKey: theirs.publicKey,
    platformSerial: serial,
    apiKey: randomBytes(16).toString('hex'),
    gateway: url,
    notifyUrl: `${NOTIFY}wechat`,
  };
  return {
    name: 'wechat',
    settings: { wechat, sandbox: false },
    asked,
    answers,
    notify(orderId, said) {
      const nonce = randomBytes(6).toString('hex');
      const cipher = createCipheriv('aes-256-gcm', wechat.apiKey, nonce).setAAD(Buffer.from('transaction'));
      const plain = JSON.stringify(transaction(orderId, said));
      const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
      const body = JSON.stringify({
        id: randomBytes(16).toString('hex'),
        event_type: 'TRANSACTION.SUCCESS',
        resource_type: 'encrypt-resource',
        resource: {
          algorithm: 'AEAD_AES_256_GCM',
          original_type: 'transaction',
          ciphertext: sealed.toString('base64'),
          nonce,
          associated_data: 'transaction',
        },
      });
      return { headers: { 'content-type': 'application/json', ...signed(body, said.at ?? Date.now()) }, body };
    },
    accepts: (status) => status === 200 || status === 204,
    close: closing(server),
  };
}

/** `t=…,v1=…`, an HMAC of time and body (docs.stripe.com/webhooks#verify-manually). */
export async function createFakeCard(): Promise<FakeProvider> {
  const asked: string[] = [];
  const answers = new Map<string, Said>();
  const orders = new Map<string, string>();
  const { url, server } = await serve((request, body, response) => {
    asked.push(`${request.method} ${request.url?.split('?')[0]}`);
    const key = request.headers.authorization;
    const fields = new URLSearchParams(body);
    const isNew = request.method === 'POST';
    const id = isNew ? `cs_test_${fields.get('client_reference_id')}` : (request.url?.split('/').at(-1) ?? '');
    if (isNew) orders.set(id, fields.get('client_reference_id') ?? '');
    const orderId = orders.get(id) ?? '';
    const right = key === `Bearer ${card.secretKey}`;
    const answer = right
      ? session(orderId, answers.get(orderId))
      : { error: { type: 'invalid_request_error', message: 'x' } };
    response.writeHead(right ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  const session = (orderId: string, said: Said | undefined): object => ({
    id: `cs_test_${orderId}`,
    object: 'checkout.session',
    client_reference_id: orderId,
    url: `https://checkout.stripe.com/c/pay/cs_test_${orderId}`,
    payment_status: said === undefined || said.state === 'failed' ? 'unpaid' : 'paid',
    payment_intent: said === undefined ? null : (said.transactionId ?? 'pi_1'),
    amount_total: said?.amount ?? 0,
    currency: (said?.currency ?? 'CNY').toLowerCase(),
  });
  const card: CardSettings = {
    secretKey: `sk_test_${randomBytes(12).toString('hex')}`,
    webhookSecret: `whsec_${randomBytes(16).toString('hex')}`,
    gateway: url,
  };
  return {
    name: 'card',
    settings: { card, sandbox: false },
    asked,
    answers,
    notify(orderId, said) {
      const failed = said.state === 'failed';
      const body = JSON.stringify({
        id: `evt_${randomBytes(8).toString('hex')}`,
        object: 'event',
        type: failed ? 'checkout.session.async_payment_failed' : 'checkout.session.completed',
        data: { object: session(orderId, said) },
      });
      const time = Math.floor((said.at ?? Date.now()) / 1000);
      // Another account signs with another secret.
      const mac = createHmac('sha256', said.merchant ?? card.webhookSecret)
        .update(`${time}.${body}`)
        .digest('hex');
      return { headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${mac}` }, body };
    },
    accepts: (status) => status === 200,
    close: closing(server),
  };
}
