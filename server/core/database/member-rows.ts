import type { Selectable } from 'kysely';
import type { OrderState, PaymentProviderName, ProductKind } from '#protocol/api.ts';

/** Something that is sold: a time of membership, or of more cloud space. Prices are in the currency's smallest unit. */
export interface PlanTable {
  id: string;
  kind: ProductKind;
  /** JSON: the name in each language. */
  names: string;
  days: number;
  /** Of cloud space; 0 for a membership. */
  bytes: number;
  price: number;
  original_price: number;
  /** ISO 4217. */
  currency: string;
  /** 0 or 1, as the next. */
  is_recommend: number;
  is_preference: number;
  /** Its place among the others, the lowest first. */
  position: number;
  created_at: number;
  /** Since when it is not sold any more. */
  retired_at: number | null;
}

export interface MemberOrderTable {
  id: string;
  /** Null once the account is deleted. */
  user_id: string | null;
  plan_id: string;
  /** JSON: what was sold, as it was when the order was made. */
  plan: string;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  provider: PaymentProviderName;
  state: OrderState;
  /** The provider's name for it, where it has one; else empty. */
  provider_ref: string;
  /** What the QR code says; empty as long as the provider has not been asked. */
  qr: string;
  /** Where it can be paid in a browser; empty for nowhere. */
  link: string;
  /** The provider's id of the payment: one payment pays one order. */
  transaction_id: string | null;
  created_at: number;
  expires_at: number;
  /** When the provider was last asked for its state. */
  asked_at: number;
  paid_at: number | null;
}

export interface CodeBatchTable {
  id: string;
  name: string;
  kind: ProductKind;
  days: number;
  bytes: number;
  created_at: number;
  /** From then on its codes give nothing; null for never. */
  expires_at: number | null;
}

export interface RedemptionCodeTable {
  /** A keyed digest. */
  digest: string;
  /** The code itself, for the operator's list; to be opened with the server's key only. */
  sealed: string;
  batch_id: string;
  revoked_at: number | null;
  redeemed_at: number | null;
  /** Null too for an account that was deleted. */
  redeemed_by: string | null;
}

/** What an order, a code or an operator gave to a user. */
export interface MembershipGrantTable {
  id: string;
  user_id: string;
  source: 'order' | 'code' | 'operator';
  /** The order, the code's digest, or an id of its own: each gives once. */
  source_id: string;
  kind: ProductKind;
  bytes: number;
  starts_at: number;
  ends_at: number;
  created_at: number;
}

export type PlanRow = Selectable<PlanTable>;
export type OrderRow = Selectable<MemberOrderTable>;
export type CodeBatchRow = Selectable<CodeBatchTable>;
