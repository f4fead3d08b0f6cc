import type { PlanNames } from '#protocol/api.ts';
import type { PlanRow } from '../core/database/member-rows.ts';
import type { Db } from '../core/database/open-database.ts';

const GB = 2 ** 30;

type FirstPlan = Omit<PlanRow, 'names' | 'currency' | 'created_at' | 'retired_at' | 'position'> & {
  readonly names: PlanNames;
};

/** The default plans until the operator changes them; prices in fen. */
const FIRST_PLANS: readonly FirstPlan[] = [
  {
    id: 'month',
    kind: 'member',
    names: { zh: '1 个月', en: '1 month', pt: '1 mês', es: '1 mes', ru: '1 месяц' },
    days: 31,
    bytes: 0,
    price: 1500,
    original_price: 1500,
    is_recommend: 0,
    is_preference: 0,
  },
  {
    id: 'quarter',
    kind: 'member',
    names: { zh: '3 个月', en: '3 months', pt: '3 meses', es: '3 meses', ru: '3 месяца' },
    days: 92,
    bytes: 0,
    price: 3900,
    original_price: 4500,
    is_recommend: 0,
    is_preference: 1,
  },
  {
    id: 'year',
    kind: 'member',
    names: { zh: '12 个月', en: '12 months', pt: '12 meses', es: '12 meses', ru: '12 месяцев' },
    days: 366,
    bytes: 0,
    price: 12800,
    original_price: 18000,
    is_recommend: 1,
    is_preference: 0,
  },
  {
    id: 'space-10-month',
    kind: 'space',
    names: {
      zh: '10 GB，1 个月',
      en: '10 GB for 1 month',
      pt: '10 GB por 1 mês',
      es: '10 GB por 1 mes',
      ru: '10 ГБ на 1 месяц',
    },
    days: 31,
    bytes: 10 * GB,
    price: 500,
    original_price: 500,
    is_recommend: 0,
    is_preference: 0,
  },
  {
    id: 'space-10-year',
    kind: 'space',
    names: {
      zh: '10 GB，12 个月',
      en: '10 GB for 12 months',
      pt: '10 GB por 12 meses',
      es: '10 GB por 12 meses',
      ru: '10 ГБ на 12 месяцев',
    },
    days: 366,
    bytes: 10 * GB,
    price: 4800,
    original_price: 6000,
    is_recommend: 1,
    is_preference: 0,
  },
  {
    id: 'space-100-year',
    kind: 'space',
    names: {
      zh: '100 GB，12 个月',
      en: '100 GB for 12 months',
      pt: '100 GB por 12 meses',
      es: '100 GB por 12 meses',
      ru: '100 ГБ на 12 месяцев',
    },
    days: 366,
    bytes: 100 * GB,
    price: 19800,
    original_price: 24000,
    is_recommend: 0,
    is_preference: 1,
  },
];

/** Creates them where there is no plan at all; two servers that start at the same time create them once. */
export async function addFirstPlans(db: Db, now: number): Promise<void> {
  const any = await db.selectFrom('plan').select('id').limit(1).executeTakeFirst();
  if (any !== undefined) return;
  await db
    .insertInto('plan')
    .values(
      FIRST_PLANS.map((plan, position) => ({
        ...plan,
        names: JSON.stringify(plan.names),
        currency: 'CNY',
        position,
        created_at: now,
        retired_at: null,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
