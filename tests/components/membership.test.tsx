import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PRIVILEGES } from '#protocol/api.ts';
import { MemberScreen } from '#app/account/membership/MemberScreen.tsx';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';

const FREE = new Set(['nickname']);

function answers(isMember: boolean): Parameters<typeof createTestServices>[0] {
  const plan = {
    m_id: 'month',
    the_term: '1 month',
    days: 30,
    bytes: 0,
    discount_price: '15.00',
    original_price: '15.00',
    currency_symbol: '¥',
    currency: 'CNY',
    is_recommend: false,
    is_preference: false,
    providers: ['sandbox'],
  };
  return {
    answers: {
      member: () => ({
        is_member: isMember,
        expire_time: isMember ? '2027-01-01T00:00:00.000Z' : '',
        status: isMember ? 1 : 0,
        sold: true,
        member_num: 0,
        u_id: 'u',
        user_id: 'u',
        privileges: PRIVILEGES.map((name) => ({ name, granted: isMember || FREE.has(name) })),
      }),
      memberPlans: () => ({ list: [plan] }),
      memberPrivileges: () => ({
        list: PRIVILEGES.map((ico) => ({ ico, name: `Name of ${ico}`, free: FREE.has(ico) })),
      }),
      payScanCode: () => ({
        o_id: 'order',
        image: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
        link: 'http://labels.example/paySandbox?o=order&k=key',
        text: '',
        provider: 'sandbox',
        expires: '2027-01-01T00:00:00.000Z',
      }),
      orderStatus: () => ({ status: 1 }),
    },
  };
}

beforeEach(() => localStorage.setItem('userInfo', JSON.stringify({ userid: 'u', name: 'Ana' })));
afterEach(() => localStorage.removeItem('userInfo'));

test('a table shows for every privilege whether it is free, and marks the column of the user', async () => {
  await mountApp(<MemberScreen />, createTestServices(answers(false)));
  const table = page.getByRole('table', { name: 'Privileges' });
  await expect.element(table.getByRole('row')).toHaveLength(PRIVILEGES.length + 2);
  const cells = (row: string): (string | null)[] => {
    const found = table.getByRole('row', { name: new RegExp(`^${row}`) }).element();
    return [...found.querySelectorAll('td')].map((cell) => cell.textContent);
  };
  expect(cells('Name of tables')).toEqual(['Not included', 'Included']);
  expect(cells('Name of nickname')).toEqual(['Included', 'Included']);
  await expect.element(table.getByRole('columnheader', { name: 'Free Your plan' })).toBeVisible();
  await expect.element(table.getByRole('columnheader', { name: 'Member', exact: true })).toBeVisible();
});

test('the marked column of a member is that of members', async () => {
  await mountApp(<MemberScreen />, createTestServices(answers(true)));
  await expect.element(page.getByRole('columnheader', { name: 'Member Your plan' })).toBeVisible();
});

test('a test payment is paid in this browser by the main button, before the code for a phone', async () => {
  await mountApp(<MemberScreen />, createTestServices(answers(false)));
  await userEvent.click(page.getByTestId('plan-month'));
  const link = page.getByRole('link', { name: 'Pay in this browser' });
  await expect.element(link).toHaveClass('ant-btn-primary');
  const code = page.getByTestId('pay-qr').element();
  expect(link.element().compareDocumentPosition(code) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});
