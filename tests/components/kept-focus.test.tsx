import { useEffect, useState, type JSX, type ReactNode } from 'react';
import { Modal } from 'antd';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { KeptButton } from '#app/ui/focus/KeptButton.tsx';
import { SkipLink } from '#app/ui/focus/SkipLink.tsx';
import { focusArrival } from '#app/ui/focus/screen-start.ts';
import { untilPageIdle } from '#tests/support/component-hand.ts';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';

const mount = (part: ReactNode): Promise<void> => mountApp(part, createTestServices({}));
const focused = (): string | null => {
  const element = document.activeElement;
  return element === document.body ? 'body' : (element?.getAttribute('aria-label') ?? element?.textContent ?? null);
};
const outlineOf = (shown: Locator): string => getComputedStyle(shown.element()).outlineStyle;
const focusOn = (name: string): void =>
  (page.getByRole('button', { name, exact: true }).element() as HTMLElement).focus();

/** A list whose items remove themselves, after a question or at once. */
function List({ asks = false }: { readonly asks?: boolean }): JSX.Element {
  const [names, setNames] = useState(['first', 'second', 'third']);
  const [asked, setAsked] = useState<string | null>(null);
  const remove = (name: string): void => setNames((all) => all.filter((one) => one !== name));
  return (
    <main>
      <h1>Things</h1>
      <nav>
        <h2>Elsewhere</h2>
      </nav>
      <button type="button">other</button>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button" className="ant-btn-dangerous">
              burn {name}
            </button>
            <button type="button">about {name}</button>
            <button type="button" className="open" onClick={() => (asks ? setAsked(name) : remove(name))}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <Modal
        open={asked !== null}
        onOk={() => {
          remove(asked ?? '');
          setAsked(null);
        }}
        onCancel={() => setAsked(null)}
      >
        Remove it?
      </Modal>
    </main>
  );
}

test('a removed item moves the focus to the next, the last one to the one before, the only one to the heading', async () => {
  await mount(<List />);
  focusOn('second');
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe('third');
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe('first');
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe('Things');
  // Only controls show that they have it.
  expect(outlineOf(page.getByRole('heading', { name: 'Things' }))).toBe('none');
  focusOn('other');
  expect(outlineOf(page.getByRole('button', { name: 'other' }))).toBe('solid');
});

test('a dialog returns the focus to its opener, or to its neighbor when that was removed', async () => {
  await mount(<List asks />);
  focusOn('first');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.closest('.ant-modal')).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.poll(focused).toBe('first');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'OK' })).toBeVisible();
  focusOn('OK');
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe('second');
});

test.each([
  ['a dialog without a form begins at its title', <p key="text">Nothing to fill in.</p>],
  [
    'a dialog that asks for it begins at its title, and not at the button that prints',
    <div key="print" data-focus="title">
      <button type="button" className="ant-btn-primary">
        Print
      </button>
    </div>,
  ],
])('%s', async (_, content) => {
  await mount(
    <Modal open footer={null} title="Print tags">
      {content}
    </Modal>,
  );
  await expect.poll(focused).toBe('Print tags');
});

test('a hidden or disabled element moves the focus on, a deliberate blur does not', async () => {
  function Rows(): JSX.Element {
    const [off, setOff] = useState(false);
    const [hidden, setHidden] = useState(false);
    return (
      <main>
        <h1>Rows</h1>
        <section style={{ display: hidden ? 'none' : 'block' }}>
          <button type="button" disabled={off} onClick={() => setOff(true)}>
            once
          </button>
          <button type="button" onClick={() => setHidden(true)}>
            hide
          </button>
        </section>
        <section>
          <button type="button" onClick={({ currentTarget }) => currentTarget.blur()}>
            leave
          </button>
        </section>
      </main>
    );
  }
  await mount(<Rows />);
  focusOn('once');
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe('hide');
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe('leave');
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe('body');
});

test('while nothing is shown the focus waits, and returns with its element', async () => {
  function Screen(): JSX.Element {
    const [hidden, setHidden] = useState(false);
    useEffect(() => {
      const timer = hidden ? setTimeout(() => setHidden(false), 300) : undefined;
      return () => clearTimeout(timer);
    }, [hidden]);
    return (
      <main style={{ display: hidden ? 'none' : 'block' }}>
        <h1>Screen</h1>
        <button type="button" onClick={() => setHidden(true)}>
          fetch
        </button>
      </main>
    );
  }
  await mount(<Screen />);
  focusOn('fetch');
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe('body');
  await expect.poll(focused).toBe('fetch');
});

test('a button that its own press disables keeps the focus and does nothing more', async () => {
  function Undo(): JSX.Element {
    const [steps, setSteps] = useState(2);
    return (
      <KeptButton disabled={steps === 0} onClick={() => setSteps(steps - 1)}>
        {`undo ${steps}`}
      </KeptButton>
    );
  }
  await mount(<Undo />);
  focusOn('undo 2');
  await userEvent.keyboard('{Enter}{Enter}{Enter}{Enter}');
  await expect.poll(focused).toBe('undo 0');
  await expect.element(page.getByRole('button', { name: 'undo 0' })).toBeDisabled();
});

test('the skip link and the arrival on a screen lead to its heading, or to the field that takes the focus itself', async () => {
  function Screen(): JSX.Element {
    const [screen, setScreen] = useState('first');
    return (
      <>
        <SkipLink />
        <button type="button" onClick={() => setScreen('second')}>
          to second
        </button>
        <button type="button" onClick={() => setScreen('form')}>
          to form
        </button>
        <main key={screen}>
          <h1>{screen}</h1>
          {screen === 'form' ? <input aria-label="field" autoFocus /> : null}
        </main>
      </>
    );
  }
  await mount(<Screen />);
  (page.getByRole('link', { name: 'Skip to content' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe('first');
  focusOn('to second');
  await userEvent.keyboard('{Enter}');
  focusArrival();
  await expect.poll(focused).toBe('second');
  focusOn('to form');
  await userEvent.keyboard('{Enter}');
  focusArrival();
  await expect.poll(focused).toBe('field');
});

test('a dialog focuses its first field, else its confirmation, and never an action that cannot be undone', async () => {
  function Dialogs(): JSX.Element {
    const [shown, setShown] = useState('');
    const close = (): void => setShown('');
    return (
      <main>
        {['form', 'question', 'danger'].map((one) => (
          <button key={one} type="button" onClick={() => setShown(one)}>
            {one}
          </button>
        ))}
        <Modal open={shown === 'form'} onCancel={close}>
          <button type="button">before</button>
          <input aria-label="name" autoFocus />
        </Modal>
        <Modal open={shown === 'question'} okText="Do it" onCancel={close}>
          Really?
        </Modal>
        <Modal open={shown === 'danger'} okButtonProps={{ danger: true }} onCancel={close}>
          Really?
        </Modal>
      </main>
    );
  }
  await mount(<Dialogs />);
  for (const [dialog, start] of Object.entries({ form: 'name', question: 'Do it', danger: 'Close' })) {
    focusOn(dialog);
    await userEvent.keyboard('{Enter}');
    await expect.poll(focused).toBe(start);
    await userEvent.keyboard('{Escape}');
    await expect.poll(focused).toBe(dialog);
  }
  // The keyboard of a touch screen opens only on request.
  const form = page.getByRole('button', { name: 'form', exact: true }).element() as HTMLElement;
  const press = (pointerType: string): boolean =>
    form.dispatchEvent(new PointerEvent('pointerdown', { pointerType, bubbles: true }));
  onTestFinished(() => void press('mouse'));
  press('touch');
  form.click();
  await expect.poll(() => document.activeElement?.closest('.ant-modal')).not.toBeNull();
  await untilPageIdle();
  expect(focused()).not.toBe('name');
});

/** A button in the corner, which opens a dialog with a title. */
function Openers(): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <button type="button" style={{ position: 'fixed', top: 0, left: 0 }} onClick={() => setOpen(true)}>
        open
      </button>
      <Modal open={open} title="Opened" okText="Do it" onOk={() => setOpen(false)} onCancel={() => setOpen(false)}>
        Really?
      </Modal>
    </main>
  );
}

test('while the key that has opened a dialog is held, the focus is on the title, and not on a button that it would press', async () => {
  await mount(<Openers />);
  const key = (type: 'keydown' | 'keyup'): boolean => window.dispatchEvent(new KeyboardEvent(type, { key: 'Enter' }));
  focusOn('open');
  key('keydown');
  (page.getByRole('button', { name: 'open', exact: true }).element() as HTMLElement).click();
  await untilPageIdle();
  expect(focused()).toBe('Opened');
  key('keyup');
  await expect.poll(focused).toBe('Do it');
});

test('a dialog that a double click opens stays open, and closes by a click outside', async () => {
  await mount(<Openers />);
  const dialog = page.getByRole('dialog', { name: 'Opened' });
  await userEvent.dblClick(page.getByRole('button', { name: 'open', exact: true }));
  await untilPageIdle();
  await expect.element(dialog).toBeVisible();
  await expect.poll(focused).toBe('Do it');
  await userEvent.click(document.querySelector('.ant-modal-wrap') ?? expect.fail('no dialog'), {
    position: { x: 5, y: 5 },
  });
  await expect.element(dialog).not.toBeInTheDocument();
});
