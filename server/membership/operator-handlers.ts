import { ok } from '#model/kernel/result.ts';
import type { Handlers } from '../http/call.ts';
import { codesAsCsv, listBatches, listCodes, makeCodes, revokeCodes } from './code-batches.ts';
import { addPlan, editPlan, listPlans, retirePlan } from './edit-plans.ts';
import { confirmOrder, endMembershipOf, failOrder, grantDays, listOrders } from './operate.ts';
import type { CoreServices } from '../core/services.ts';
import { isoOf } from '../core/iso-time.ts';

/** Operators' handlers for plans, codes, orders and memberships. */
export const operatorMemberHandlers: Pick<
  Handlers<Pick<CoreServices, 'db' | 'secrets'>>,
  | 'operatorPlanList'
  | 'operatorAddPlan'
  | 'operatorEditPlan'
  | 'operatorRetirePlan'
  | 'operatorMakeCodes'
  | 'operatorBatchList'
  | 'operatorCodeList'
  | 'operatorCodeCsv'
  | 'operatorRevokeCodes'
  | 'operatorOrderList'
  | 'operatorConfirmOrder'
  | 'operatorFailOrder'
  | 'operatorGrantDays'
  | 'operatorEndMembership'
> = {
  async operatorPlanList({ db }) {
    return ok({ list: await listPlans(db) });
  },
  operatorAddPlan({ db, time }, input) {
    return addPlan(db, input, time);
  },
  operatorEditPlan({ db }, input) {
    return editPlan(db, input);
  },
  operatorRetirePlan({ db, time }, input) {
    return retirePlan(db, input, time);
  },
  operatorMakeCodes(context, input) {
    return makeCodes(context, input, context.time);
  },
  async operatorBatchList({ db }, input) {
    return ok(await listBatches(db, input));
  },
  operatorCodeList(context, input) {
    return listCodes(context, input, context.time);
  },
  operatorCodeCsv(context, { batch }) {
    return codesAsCsv(context, batch, context.time);
  },
  async operatorRevokeCodes({ db, time }, input) {
    const revoked = await revokeCodes(db, input, time);
    return revoked.ok ? ok({ revoked: revoked.value }) : revoked;
  },
  async operatorOrderList({ db, language }, input) {
    return ok(await listOrders(db, input, language));
  },
  operatorConfirmOrder({ db, time }, input) {
    return confirmOrder(db, input, time);
  },
  operatorFailOrder({ db }, { o_id: id }) {
    return failOrder(db, id);
  },
  async operatorGrantDays({ db, time }, { member, days }) {
    const until = await grantDays(db, member, days, time);
    return until.ok ? ok({ expire_time: isoOf(until.value) }) : until;
  },
  async operatorEndMembership({ db, time }, { member }) {
    const until = await endMembershipOf(db, member, time);
    return until.ok ? ok({ expire_time: isoOf(until.value) }) : until;
  },
};
