import { Select } from 'antd';
import { useState, type JSX } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ListPages } from '#app/ui/ListPages.tsx';
import { ResolutionField } from '#app/print/ResolutionField.tsx';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';

function Names(): JSX.Element {
  const [order, setOrder] = useState('name');
  const options = ['name', 'date'].map((value) => ({ value, label: `By ${value}` }));
  return (
    <>
      <Select aria-label="Order" style={{ width: 200 }} value={order} options={options} onChange={setOrder} />
      <ResolutionField dpi={300} resolutions={[203, 300]} onChange={() => undefined} />
      <ListPages page={1} pageSize={10} total={30} onChange={() => undefined} />
    </>
  );
}

test('lists announce their selection, choices have the label of their field, and page arrows have names', async () => {
  await mountApp(<Names />, createTestServices({}));
  await expect.element(page.getByRole('radiogroup', { name: 'Resolution' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Next page' })).toBeVisible();
  const order = page.getByRole('combobox', { name: 'Order' });
  (order.element() as HTMLElement).focus();
  await expect.element(order).toHaveAccessibleDescription('By name');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(order).toHaveAccessibleDescription('By date');
});
