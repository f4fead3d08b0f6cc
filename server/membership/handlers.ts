import { err, ok } from '#model/kernel/result.ts';
import { ORDER_STATUS, type PrivilegeName } from '#protocol/api.ts';
import { MEMBERS_HAVE, type PrivilegeServices } from './privileges.ts';
import type { Handlers } from '../http/call.ts';
import { redeem } from './codes.ts';
import { isoOf } from './iso.ts';
import { findOrder, orderPlan, planOf } from './orders.ts';
import { shownPlan, soldPlans } from './plans.ts';
import { qrImage } from './qr-image.ts';
import { refreshOrder } from './refresh-order.ts';
import { playSandbox } from './play-sandbox.ts';
import { message } from '../core/errors/messages.ts';
import { invalid } from '../core/errors/api-error.ts';
import { decimalText } from './payments/decimal.ts';
import type { CoreServices } from '../core/services.ts';
import type { PaymentServices } from './payments/open-payments.ts';

/** Membership and cloud space: what is sold, orders, and redemption codes. */
export const memberHandlers: Pick<
  Handlers<Pick<CoreServices, 'db' | 'report' | 'secrets' | 'now'> & PrivilegeServices & PaymentServices>,
  'memberPlans' | 'spacePlans' | 'memberPrivileges' | 'payScanCode' | 'orderStatus' | 'exchangeMember' | 'sandboxPay'
> = {
  async memberPlans({ db, payments, language }) {
    const rows = payments.isOpen ? await soldPlans(db, 'member') : [];
    return ok({ list: rows.map((row) => shownPlan(row, payments, language)) });
  },
  async spacePlans({ db, payments, language }) {
    const rows = payments.isOpen ? await soldPlans(db, 'space') : [];
    return ok({ list: rows.map((row) => shownPlan(row, payments, language)) });
  },
  async memberPrivileges({ language, privileges }) {
    const free = (ico: PrivilegeName): boolean => privileges.free.has(ico);
    return ok({
      list: MEMBERS_HAVE.map((ico) => ({ ico, name: message(language, `privilege.name.${ico}`), free: free(ico) })),
    });
  },
  async payScanCode(context, input) {
    const { user, language, pageOrigin, gone } = context;
    const opened = await orderPlan(context, { userId: user.id, language, pageOrigin, gone }, input);
    if (!opened.ok) return opened;
    const { order, provider } = opened.value;
    return ok({
      o_id: order.id,
      image: qrImage(order.qr),
      link: order.link,
      text: provider.text,
      provider: provider.name,
      expires: isoOf(order.expires_at),
    });
  },
  async orderStatus(context, input) {
    const order = await findOrder(context.db, context.user.id, input.o_id);
    if (!order.ok) return order;
    const { state } = await refreshOrder(context, order.value, context.gone);
    return ok({ status: ORDER_STATUS[state] });
  },
  async exchangeMember(context, { exchange_code: code }) {
    if (code.trim() === '') return err(invalid('exchange_code', 'exchange.empty'));
    const redeemed = await redeem(context, context.user.id, code);
    if (!redeemed.ok) return redeemed;
    const { kind, days, endsAt } = redeemed.value;
    return ok({ kind, days, expire_time: isoOf(endsAt), text: message(context.language, 'exchange.done') });
  },
  async sandboxPay(context, input) {
    const order = await playSandbox(context, input);
    if (!order.ok) return order;
    const { state, amount, currency } = order.value;
    return ok({
      status: ORDER_STATUS[state],
      the_term: planOf(order.value).names[context.language],
      amount: decimalText(Number(amount)),
      currency,
    });
  },
};
