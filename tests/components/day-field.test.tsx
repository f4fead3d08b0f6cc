import { ConfigProvider } from 'antd';
import russian from 'antd/es/locale/ru_RU';
import { useState, type JSX } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DayField } from '#app/ui/choice/DayField.tsx';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';

function Days(): JSX.Element {
  const [day, setDay] = useState('');
  return (
    <>
      <DayField label="Day" value={day} min="2024-02-02" onChange={setDay} />
      <output>{day}</output>
    </>
  );
}

const field = () => page.getByRole('textbox', { name: 'Day' });
const chosen = () => page.getByRole('status');

test('a day is typed by its digits and changed by the arrows, with the pointer where the calendar opens', async () => {
  await mountApp(
    <>
      <Days />
      <p style={{ height: 400 }}>below</p>
    </>,
    createTestServices({}),
  );
  await userEvent.hover(page.getByText('below'), { position: { x: 200, y: 190 } });
  (field().element() as HTMLElement).focus();
  await userEvent.keyboard('20240203');
  await userEvent.keyboard('{Enter}');
  await expect.element(chosen()).toHaveTextContent('2024-02-03');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.element(chosen()).toHaveTextContent('2024-02-04');
});

test('the calendar uses the language of the interface and its first day of the week', async () => {
  const inRussian = (
    <ConfigProvider locale={russian}>
      <Days />
    </ConfigProvider>
  );
  await mountApp(inRussian, createTestServices({ language: 'ru' }), 'ru');
  await field().click();
  await expect.poll(() => document.querySelector('.ant-picker-content th')?.textContent).toBe('Пн');
  expect(document.querySelector('.ant-picker-month-btn')?.textContent).toMatch(/^[а-я.]+$/i);
  await userEvent.keyboard('{Escape}');
});
