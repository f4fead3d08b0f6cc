import { Segmented, Switch } from 'antd';
import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { SwitchButton } from '#app/editor/widgets/SwitchButton.tsx';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';

interface MediaEmulation {
  send(
    method: 'Emulation.setEmulatedMedia',
    params: { features: readonly { name: string; value: string }[] },
  ): Promise<void>;
}

async function forceColors(value: 'active' | 'none'): Promise<void> {
  await (cdp() as unknown as MediaEmulation).send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'forced-colors', value },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  });
}

test('with forced colors, active, selected and pressed controls differ from others', async () => {
  await forceColors('active');
  onTestFinished(() => forceColors('none'));
  await mountApp(
    <>
      <Switch checked aria-label="on" />
      <Switch checked={false} aria-label="off" />
      <Segmented options={['chosen', 'other']} value="chosen" />
      <SwitchButton label="pressed" icon="grid" on testId="pressed" onChange={() => undefined} />
      <SwitchButton label="released" icon="grid" on={false} testId="released" onChange={() => undefined} />
    </>,
    createTestServices({}),
  );
  const item = (name: string): Element =>
    page.getByText(name, { exact: true }).element().closest('.ant-segmented-item') ?? expect.fail(name);
  const groundOf = (element: Element, pseudo?: string): string => getComputedStyle(element, pseudo).backgroundColor;
  const on = page.getByRole('switch', { name: 'on' }).element();
  const off = page.getByRole('switch', { name: 'off' }).element();
  expect(groundOf(on)).not.toBe(groundOf(off));
  expect(getComputedStyle(off).borderTopWidth).toBe('1px');
  for (const one of [on, off]) {
    const handle = one.querySelector('.ant-switch-handle') ?? expect.fail('no handle');
    expect(groundOf(handle, '::before')).not.toBe(groundOf(one));
  }
  expect(groundOf(item('chosen'))).not.toBe(groundOf(item('other')));
  const pressed = page.getByTestId('pressed').element();
  expect(groundOf(pressed)).not.toBe(groundOf(page.getByTestId('released').element()));
  expect(groundOf(pressed)).not.toBe(getComputedStyle(pressed).color);
});
