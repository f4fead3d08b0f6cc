import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { TemplateInfo } from '#protocol/api.ts';
import { ShareDialog } from '#app/library/templates/ShareDialog.tsx';
import { PublicShareScreen } from '#app/library/sharing/PublicShareScreen.tsx';
import { createTestServices, mountApp, type Answers } from '#tests/support/mounted-app.tsx';

const TEMPLATE = { id: 't1', name: 'Jam' } as TemplateInfo;

function link(anyone: boolean): unknown {
  const share = { id: 's1', template_id: 't1', name: 'Jam', right: 'read', expires: '', opened: 0, copied: 0 };
  return { ...share, anyone, created: '2026-11-28T00:00:00.000Z', secret: 'secret' };
}

/** Shows the dialog, and returns its request when a link is made. */
async function makeLink(press: () => Promise<void>): Promise<unknown> {
  let sent: unknown = null;
  const services = createTestServices({});
  const call = (name: string, input: { anyone?: boolean }): unknown => {
    sent = { name, input };
    return Promise.resolve({ ok: true, value: link(input.anyone === true) });
  };
  const withCalls = new Proxy(services, {
    get: (target, name) => (name === 'api' ? { call } : (Reflect.get(target, name) as unknown)),
  });
  await mountApp(<ShareDialog template={TEMPLATE} onClose={() => undefined} />, withCalls);
  await press();
  await userEvent.click(page.getByRole('button', { name: 'Create link' }));
  await expect.element(page.getByRole('textbox', { name: 'Link' })).toBeVisible();
  return sent;
}

const shownLink = (): string => (page.getByRole('textbox', { name: 'Link' }).element() as HTMLInputElement).value;

test('a link is for signed-in users unless its owner opens it to anyone', async () => {
  const sent = await makeLink(async () => {
    await expect.element(page.getByRole('switch', { name: 'Anyone with the link' })).not.toBeChecked();
  });
  expect(sent).toEqual({ name: 'addTemplateShare', input: { id: 't1', right: 'read', anyone: false } });
  expect(shownLink()).toMatch(/\/shareTemplate\?share=secret$/);
});

test('a link that its owner opens to anyone leads to the page that needs no account', async () => {
  const sent = await makeLink(() => userEvent.click(page.getByRole('switch', { name: 'Anyone with the link' })));
  expect(sent).toEqual({ name: 'addTemplateShare', input: { id: 't1', right: 'read', anyone: true } });
  expect(shownLink()).toMatch(/\/shared\?share=secret$/);
});

async function openPage(answers: Answers): Promise<void> {
  await mountApp(<PublicShareScreen />, createTestServices({ answers }));
}

test('the page of an open link shows the template, and leads to printing and copying by signing in', async () => {
  const shown = { name: 'Jam', width: 60, height: 40, nickname: 'Ana', right: 'copy', image: '', expires: '' };
  await openPage({ openPublicShare: () => shown });
  await expect.element(page.getByRole('heading', { name: 'Jam' })).toBeVisible();
  for (const fact of ['Ana', '60 × 40 mm', 'Also copy and edit'])
    await expect.element(page.getByText(fact)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Sign in to print or copy it' })).toBeVisible();
});

test('the page of a closed or missing link says so', async () => {
  await openPage({ openPublicShare: () => Response.json({ code: 404, message: '', data: null }, { status: 404 }) });
  await expect.element(page.getByText('Sign in')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading')).toBeVisible();
});
