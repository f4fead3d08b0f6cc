import type { PaymentProviderName } from '#protocol/api.ts';
import type { SecretBox } from '../database/secret-box.ts';
import { createAlipay, type AlipaySettings } from './alipay.ts';
import { createByOperator } from './by-operator.ts';
import { createCard, type CardSettings } from './card.ts';
import type { PaymentProvider } from './provider.ts';
import { createSandbox } from './sandbox.ts';
import { createWechatPay, type WechatPaySettings } from './wechat-pay.ts';

/** The ways to pay that are switched on. */
export interface PaymentSettings {
  readonly alipay?: AlipaySettings;
  readonly wechat?: WechatPaySettings;
  readonly card?: CardSettings;
  /** What buyers are told of how to pay what an operator confirms. */
  readonly operatorText?: string;
  readonly sandbox: boolean;
}

export interface Payments {
  /** Whether anything is sold at all. */
  readonly isOpen: boolean;
  readonly find: (name: PaymentProviderName) => PaymentProvider | null;
  /** Those that take that currency, the one to be offered first in front. */
  readonly taking: (currency: string) => readonly PaymentProvider[];
}

/** `settings` is null where membership is off: nothing is sold then. */
export function openPayments(settings: PaymentSettings | null, secrets: SecretBox, now: () => number): Payments {
  const providers: PaymentProvider[] = [];
  if (settings?.alipay !== undefined) providers.push(createAlipay(settings.alipay));
  if (settings?.wechat !== undefined) providers.push(createWechatPay(settings.wechat, now));
  if (settings?.card !== undefined) providers.push(createCard(settings.card));
  if (settings?.operatorText !== undefined) providers.push(createByOperator(settings.operatorText));
  if (settings?.sandbox === true) providers.push(createSandbox(secrets));
  return {
    isOpen: settings !== null,
    find: (name) => providers.find((provider) => provider.name === name) ?? null,
    taking: (currency) => providers.filter(({ currencies }) => currencies === null || currencies.includes(currency)),
  };
}
