import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { LabelDialog } from '#app/library/new-label/LabelDialog.tsx';
import { PinsSection } from '#app/editor/panels/PinsSection.tsx';
import { OtherSizesDialog } from '#app/editor/sizes/OtherSizesDialog.tsx';
import { useEditorState } from '#app/editor/session/editor-session.tsx';
import type { Services } from '#app/state/services.tsx';
import { createPrintRenderer as createRenderer, type PrintRenderer } from '#services/render/print-renderer.ts';
import { createRenderWorker } from '#services/render/create-render-worker.ts';
import type { DataSource } from '#model/elements/base/content.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import { COMPONENT_HANDS } from '#tests/support/component-hand.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';
import { mountInEditor } from '#tests/support/mounted-editor.tsx';

/** The letters X, Y and Z, on three labels. */
const THREE_LETTERS: DataSource = {
  type: 'sequence',
  kind: 'letters',
  initial: 'X',
  step: 1,
  repeat: 1,
  text: '',
};

const NO_PRINTERS = {
  assistant: { printers: async () => ok([]) },
  devices: { list: async () => [] },
} as unknown as Partial<Services>;

function AllPins() {
  return <PinsSection elements={useEditorState((s) => s.template.elements)} />;
}

const label = (name: string) => page.getByLabelText(name, { exact: true });

describe.each(COMPONENT_HANDS)('with the $name', (hand) => {
  test('elements are pinned, stretched and hidden below a size', async () => {
    const { inFile, session } = await mountInEditor(<AllPins />, [createTestElement('rectangle')]);
    await expect.element(label('Keep proportions')).not.toBeInTheDocument();
    await hand.choose(page.getByTestId('pin-x'), 'Right edge');
    await hand.choose(page.getByTestId('pin-y'), 'Both edges (stretch)');
    await hand.press(label('Keep proportions'));
    await hand.type(label('Hide if narrower than'), '40');
    expect(inFile('PinX', 'PinY', 'PinProportion', 'HideBelowWidth')).toEqual({
      PinX: 'End',
      PinY: 'Stretch',
      PinProportion: 'true',
      HideBelowWidth: '40',
    });
    // All keys in the number field are one step.
    session.editor.undo();
    expect(session.editor.state().template.elements[0]?.hideBelow).toBeUndefined();
    expect(session.editor.state().template.elements[0]?.pins?.keepsProportion).toBe(true);
  });

  test('the contents of a label follow as chosen once its size is another one', async () => {
    const onConfirm = vi.fn();
    const initial = createLabelSettings('Label');
    await mountApp(
      <LabelDialog open mode="set" initial={initial} contents="stay" onCancel={vi.fn()} onConfirm={onConfirm} />,
      createTestServices({}),
    );
    await expect.element(label('Name')).toBeVisible();
    const contents = page.getByRole('radiogroup', { name: 'Contents' });
    await expect.element(contents.getByRole('radio', { name: 'Scale' })).toBeDisabled();
    await hand.type(label('Width'), '60');
    await hand.pick(contents, 'Scale');
    await hand.press(page.getByRole('button', { name: 'Apply' }));
    expect(onConfirm.mock.calls[0]?.[2]).toBe('scale');
  });

  test('a size is used once, however early and often its button is pressed', async () => {
    const onClose = vi.fn();
    const element = createTestElement('rectangle', { xMm: 5, yMm: 5, widthMm: 40, heightMm: 20 });
    const { session } = await mountInEditor(<OtherSizesDialog onClose={onClose} />, [element], {
      services: NO_PRINTERS,
    });
    const use = page.getByRole('button', { name: 'Use this size: 50 × 30 mm' });
    await hand.press(use);
    await hand.press(use);
    expect(session.editor.state().template.label).toMatchObject({ widthMm: 50, heightMm: 30 });
    const [once] = session.editor.state().template.elements;
    expect(once?.widthMm).toBe(15);
    session.editor.undo();
    expect(session.editor.state().template.elements).toEqual([element]);
  });

  test('a label is checked in other sizes, one of which is used', async () => {
    const onClose = vi.fn();
    const elements = [
      createTestElement('rectangle', { xMm: 5, yMm: 5, widthMm: 80, heightMm: 30, name: 'Frame' }),
      createTestElement('qrcode', { xMm: 60, yMm: 40, widthMm: 20, heightMm: 20, name: 'Code' }),
      createTestElement('text', { sources: [THREE_LETTERS] }),
    ];
    const createPrintRenderer = () => createRenderer({ createWorker: createRenderWorker, fonts: () => [] });
    const { session } = await mountInEditor(<OtherSizesDialog onClose={onClose} />, elements, {
      services: { ...NO_PRINTERS, createPrintRenderer },
    });
    const status = page.getByTestId('sizes-status');
    await expect.poll(() => status.element().textContent).toMatch(/^\d+ of 20 sizes without findings$/);
    const outcomes = page
      .getByTestId('size-card')
      .elements()
      .map((card) => card.getAttribute('data-outcome'));
    expect(new Set(outcomes)).toEqual(new Set(['fits', 'found']));
    await expect.element(page.getByAltText('The label in 50 × 30 mm')).toBeVisible();
    await hand.press(page.getByRole('button', { name: 'Check all 3 rows' }));
    await expect.poll(() => status.element().textContent).toMatch(/^\d+ of 20 sizes without findings in 3 rows$/);
    const cards = page.getByTestId('other-sizes');
    expect(cards.element().textContent).toMatch(/No findings in 3 rows/);
    expect(cards.element().textContent).toMatch(/Code: .*\(3 rows, first: \d\)/);
    await expect.element(page.getByTestId('check-size-rows')).not.toBeInTheDocument();
    await hand.press(page.getByRole('button', { name: 'Use this size: 50 × 30 mm' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(session.editor.state().template.label).toMatchObject({ widthMm: 50, heightMm: 30 });
    session.editor.undo();
    expect(session.editor.state().template.elements).toEqual(elements);
  });

  test('the check of all rows is canceled', async () => {
    const openRun = vi.fn<PrintRenderer['openRun']>(
      (_setup, signal) =>
        new Promise((settle) => signal.addEventListener('abort', () => settle(err(problem('aborted'))))),
    );
    const services = { ...NO_PRINTERS, createPrintRenderer: () => ({ openRun, dispose: vi.fn() }) };
    await mountInEditor(
      <OtherSizesDialog onClose={vi.fn()} />,
      [createTestElement('text', { sources: [THREE_LETTERS] })],
      { services: services as unknown as Partial<Services> },
    );
    const status = page.getByTestId('sizes-status');
    const check = page.getByTestId('check-size-rows');
    // Pressed while the first row is checked, and again.
    await hand.press(check);
    await expect.element(status).toHaveTextContent('Checking all rows… size 1 of 20, 0 of 3 rows');
    expect(openRun).toHaveBeenCalledOnce();
    await hand.press(check);
    await expect.element(status).toHaveTextContent('20 of 20 sizes without findings');
    await expect.element(check).toHaveTextContent('Check all 3 rows');
    expect(openRun.mock.calls[0]?.[1].aborted).toBe(true);
  });
});
