import type { PaymentProviderName } from '#protocol/api.ts';
import type { SecretBox } from '../../core/database/secret-box.ts';
import type { AlipaySettings } from './alipay.ts';
import type { CardSettings } from './card.ts';
import type { PaymentProvider } from './provider.ts';
import { createSandbox } from './sandbox.ts';
import type { WechatPaySettings } from './wechat-pay.ts';
import { ok } from '#model/kernel/result.ts';
import { DAY_MS } from '#model/kernel/time.ts';

/** A bank transfer takes days. */
const LIFETIME_MS = 14 * DAY_MS;

/** Payments that an operator confirms by hand, such as transfers. `text` explains how to pay. */
function createByOperator(text: string): PaymentProvider {
  return {
    name: 'operator',
    currencies: null,
    lifetimeMs: LIFETIME_MS,
    text,
    begin: () => Promise.resolve(ok({ qr: '', link: '', ref: '' })),
  };
}

/** The enabled payment methods. */
export interface PaymentSettings {
  readonly alipay?: AlipaySettings;
  readonly wechat?: WechatPaySettings;
  readonly card?: CardSettings;
  /** Payment instructions for buyers where an operator confirms. */
  readonly operatorText?: string;
  readonly sandbox: boolean;
}

export interface Payments {
  /** Whether anything is sold at all. */
  readonly isOpen: boolean;
  readonly find: (name: PaymentProviderName) => PaymentProvider | null;
  /** The providers for that currency, the preferred one first. */
  readonly taking: (currency: string) => readonly PaymentProvider[];
}

export interface PaymentServices {
  /** The payment providers of plans and packages. */
  readonly payments: Payments;
}

/**
 * `settings` is null where membership is off: nothing is sold then. The providers' libraries are a fifth of all that a
 * server loads, so only those of enabled providers are loaded.
 */
export async function openPayments(
  settings: PaymentSettings | null,
  secrets: SecretBox,
  now: () => number,
): Promise<Payments> {
  const providers: PaymentProvider[] = [];
  if (settings?.alipay !== undefined) {
    const { createAlipay } = await import('./alipay.ts');
    providers.push(createAlipay(settings.alipay));
  }
  if (settings?.wechat !== undefined) {
    const { createWechatPay } = await import('./wechat-pay.ts');
    providers.push(createWechatPay(settings.wechat, now));
  }
  if (settings?.card !== undefined) {
    const { createCard } = await import('./card.ts');
    providers.push(createCard(settings.card));
  }
  if (settings?.operatorText !== undefined) providers.push(createByOperator(settings.operatorText));
  if (settings?.sandbox === true) providers.push(createSandbox(secrets));
  return {
    isOpen: settings !== null,
    find: (name) => providers.find((provider) => provider.name === name) ?? null,
    taking: (currency) => providers.filter(({ currencies }) => currencies === null || currencies.includes(currency)),
  };
}
