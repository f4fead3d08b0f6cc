import type { Selectable } from 'kysely';
import type { OrderState, PaymentProviderName, ProductKind } from '#protocol/api.ts';

/** A product: a period of membership, or of more cloud space. Prices are in the currency's smallest unit. */
export interface PlanTable {
  id: string;
  kind: ProductKind;
  /** JSON: the name in each language. */
  names: string;
  days: number;
  /** Cloud space in bytes; 0 for a membership. */
  bytes: number;
  price: number;
  original_price: number;
  /** ISO 4217. */
  currency: string;
  /** 0 or 1, like the next. */
  is_recommend: number;
  is_preference: number;
  /** Sort order, lowest first. */
  position: number;
  created_at: number;
  /** When it was taken off sale; null for one on sale. */
  retired_at: number | null;
}

export interface MemberOrderTable {
  id: string;
  /** Null once the account is deleted. */
  user_id: string | null;
  plan_id: string;
  /** JSON: the plan as it was when the order was made. */
  plan: string;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  provider: PaymentProviderName;
  state: OrderState;
  /** The provider's reference; empty for none. */
  provider_ref: string;
  /** Content of the QR code; empty until the provider has answered. */
  qr: string;
  /** Payment page for a browser; empty for none. */
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
  /** When its codes become invalid; null for never. */
  expires_at: number | null;
}

export interface RedemptionCodeTable {
  /** A keyed digest. */
  digest: string;
  /** The sealed code, for the operator's list; only the server's key opens it. */
  sealed: string;
  batch_id: string;
  revoked_at: number | null;
  redeemed_at: number | null;
  /** Also null for a deleted account. */
  redeemed_by: string | null;
}

/** A grant to a user from an order, a code or an operator. */
export interface MembershipGrantTable {
  id: string;
  user_id: string;
  source: 'order' | 'code' | 'operator';
  /** The order, the code's digest, or an id of its own: each grants once. */
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
