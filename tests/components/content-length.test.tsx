import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LabelPanel } from '#app/editor/panels/LabelPanel.tsx';
import { PushSection } from '#app/editor/panels/PushSection.tsx';
import { ScrollBars } from '#app/editor/canvas/ScrollBars.tsx';
import { useEditorState } from '#app/editor/session/editor-session.tsx';
import { LengthNotice } from '#app/print/LengthNotice.tsx';
import { setProperties } from '#editor/commands/properties.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { UNPINNED } from '#model/elements/base/pins.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import { DEFAULT_PRINTER_SETUP, type PrinterSetup } from '#protocol/printer-setup.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';
import { mountInEditor, TestCanvas } from '#tests/support/mounted-editor.tsx';

const lengthByContent = { minMm: 10, maxMm: 90, stepMm: 5, marginMm: 2 };
const TEXT = createTestElement('text', {
  sources: [fixedText('Water')],
  fontFamily: 'Roboto',
  xMm: 5,
  yMm: 5,
  widthMm: 30,
  heightMm: 6,
  autoWrap: true,
  fit: 'grow',
});
const FOOTER = createTestElement('rectangle', {
  xMm: 5,
  yMm: 45,
  widthMm: 20,
  heightMm: 10,
  pins: { ...UNPINNED, y: 'end' },
});

function Panels() {
  const [, footer] = useEditorState((s) => s.template.elements);
  return (
    <>
      <LabelPanel />
      {footer === undefined ? null : <PushSection elements={[footer]} />}
      <TestCanvas>
        <ScrollBars />
      </TestCanvas>
    </>
  );
}

/** The value of a fact of the label. */
const fact = (name: string) => page.getByText(name, { exact: true }).element().nextElementSibling?.textContent;

test('the panel and the canvas have the length of the shown label', async () => {
  const settings = { widthMm: 60, heightMm: 60, lengthByContent };
  const { session } = await mountInEditor(<Panels />, [TEXT, FOOTER], { settings });
  const { editor } = session;
  const footerEnd = () => {
    const { y = 0, height = 0 } = editor.state().bounds.get(FOOTER.id) ?? {};
    return y + height;
  };
  await expect.poll(() => fact('This label')).toBe('60 × 30 mm');
  expect(fact('Size')).toBe('60 × 60 mm');
  expect(fact('Printed size')).toBe('60 × 10–90 mm');
  // The footer stays 5 mm above the end. Texts don't push it.
  await expect.poll(footerEnd).toBe(25);
  await expect.element(page.getByText('When texts above grow')).not.toBeInTheDocument();

  editor.select([TEXT.id]);
  editor.run(setProperties('text', { sources: [fixedText('Water, flour and sugar. '.repeat(6))] }));
  await expect.poll(() => fact('This label')).not.toBe('60 × 30 mm');
  const lengthMm = Number(/× (\d+) mm/.exec(fact('This label') ?? '')?.[1]);
  expect(lengthMm).toBeGreaterThan(35);
  await expect.poll(footerEnd).toBe(lengthMm - 5);
  // Commands work on the place in the design.
  editor.select([FOOTER.id]);
  expect(editor.state().template.elements[1]?.yMm).toBe(45);

  editor.undo();
  await expect.poll(() => fact('This label')).toBe('60 × 30 mm');
});

test.each<[string, Partial<PrinterSetup> | undefined, boolean]>([
  ['continuous media', { media: 'continuous', language: 'zpl' }, false],
  ['labels with gaps', { media: 'gap', language: 'zpl' }, true],
  ['black marks', { media: 'mark', language: 'tspl' }, true],
  ['media of its own choice', { media: null, language: 'zpl' }, false],
  ['media of its own choice in EPL, which has no length then', { media: null, language: 'epl' }, true],
  ['no setup', undefined, false],
])('a printer with %s is warned about as needed', async (_, setup, isWarned) => {
  const printer = {
    name: 'Roll',
    ...(setup === undefined ? {} : { setup: { ...DEFAULT_PRINTER_SETUP, ...setup } }),
  };
  await mountApp(
    <>
      <p>Beside</p>
      <LengthNotice label={createLabelSettings('Box', { lengthByContent })} printer={printer} />
      <LengthNotice label={createLabelSettings('Box')} printer={printer} />
      <LengthNotice label={createLabelSettings('Box', { lengthByContent, rows: 2 })} printer={printer} />
    </>,
    createTestServices({}),
  );
  await expect.element(page.getByText('Beside')).toBeInTheDocument();
  const notices = page.getByText(/is not set to continuous media/);
  await expect.poll(() => notices.elements().length).toBe(isWarned ? 1 : 0);
});
