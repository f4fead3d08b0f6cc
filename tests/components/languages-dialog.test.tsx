import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fixedText } from '#model/elements/base/content.ts';
import { contentsOf } from '#model/elements/element.ts';
import { LanguagesDialog } from '#app/editor/languages/LanguagesDialog.tsx';
import { COMPONENT_HANDS } from '#tests/support/component-hand.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { mountInEditor, type MountedEditor } from '#tests/support/mounted-editor.tsx';

const save = page.getByTestId('languages-save');
const report = page.getByTestId('languages-report');
const cell = (language: string, text: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${language}: ${text} \\(`) });

async function mountDialog(
  texts: readonly (readonly [text: string, pt?: string])[],
  tags: readonly [string, ...string[]] | null = ['en', 'pt', 'zh'],
  onClose = (): void => undefined,
): Promise<MountedEditor> {
  const elements = texts.map(([text, pt], i) =>
    createTestElement('text', {
      id: `t${String(i).padStart(7, '0')}` as never,
      name: `Text${i + 1}`,
      sources: [{ ...fixedText(text), ...(pt === undefined ? {} : { translations: { pt } }) }],
    }),
  );
  const settings = tags === null ? {} : { languages: { tags } };
  return mountInEditor(<LanguagesDialog onClose={onClose} />, elements, { settings });
}

function translationsOf({ session }: MountedEditor): readonly unknown[] {
  return session.editor
    .state()
    .template.elements.flatMap((one) =>
      contentsOf(one).flatMap(({ sources }) =>
        sources.map((source) => (source.type === 'fixed' ? (source.translations ?? null) : null)),
      ),
    );
}
const tagsOf = ({ session }: MountedEditor): unknown => session.editor.state().template.label.languages?.tags;

async function paste(into: ReturnType<typeof cell>, text: string): Promise<void> {
  await userEvent.click(into);
  const data = new DataTransfer();
  data.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data });
  into.element().dispatchEvent(event);
}

async function add(name: string): Promise<void> {
  await userEvent.click(page.getByTestId('languages-add'));
  await userEvent.keyboard(`${name}{Enter}`);
}

test.each(COMPONENT_HANDS)('with the $name, a translation is typed and saved as one step', async (hand) => {
  const onClose = vi.fn();
  const mounted = await mountDialog([['Weight'], ['Origin', 'Origem']], undefined, onClose);
  await expect.element(page.getByTestId('languages-head-pt')).toHaveTextContent('Portuguese1 missing');
  await hand.type(cell('Portuguese', 'Weight'), 'Peso');
  await hand.type(cell('Portuguese', 'Origin'), '');
  await expect.element(page.getByTestId('languages-head-pt')).toHaveTextContent('Portuguese1 missing');
  expect(translationsOf(mounted)).toEqual([null, { pt: 'Origem' }]);
  await hand.press(save);
  expect(onClose).toHaveBeenCalledOnce();
  expect(translationsOf(mounted)).toEqual([{ pt: 'Peso' }, null]);
  mounted.session.editor.undo();
  expect(translationsOf(mounted)).toEqual([null, { pt: 'Origem' }]);
});

test('a language is added by its name or tag, and none twice', async () => {
  const mounted = await mountDialog([['Weight']], null);
  await expect.element(page.getByTestId('languages-empty')).toBeVisible();
  await add('German');
  await add('fr-BE');
  await expect.element(page.getByTestId('languages-head-fr-BE')).toBeVisible();
  await add('German');
  await expect.poll(() => page.getByRole('columnheader').elements().length).toBe(4);
  // The entry can't be chosen: the list stays open.
  await userEvent.click(report);
  await userEvent.click(save);
  expect(tagsOf(mounted)).toEqual(['en', 'de', 'fr-BE']);
});

test('a language that the list lacks is asked for by its tag', async () => {
  await mountDialog([['Weight']], null);
  await userEvent.click(page.getByTestId('languages-add'));
  await userEvent.keyboard('Klingonic');
  await expect.element(page.getByText('No such language in the list. Type its tag, such as pt-BR.')).toBeVisible();
});

test('Enter moves to the next text, and Shift+Enter starts a line', async () => {
  const mounted = await mountDialog([['One'], ['Two']]);
  await userEvent.click(cell('Portuguese', 'One'));
  await userEvent.keyboard('um{Shift>}{Enter}{/Shift}a{Enter}');
  await expect.element(cell('Portuguese', 'Two')).toHaveFocus();
  await userEvent.keyboard('dois');
  await userEvent.click(save);
  expect(translationsOf(mounted)).toEqual([{ pt: 'um\na' }, { pt: 'dois' }]);
});

test('a table of a spreadsheet is pasted by its headings and main texts, whatever their order', async () => {
  const mounted = await mountDialog([['One'], ['Two', 'dois'], ['Two']]);
  const table = ['Chinese (zh)\tEnglish\tNote\tpt', '二\tTwo\tx\t', '一\tOne\t\t"um ""a"""', '三\tThree\t\t'].join(
    '\r\n',
  );
  await paste(cell('Chinese', 'One'), table);
  await expect
    .element(report)
    .toHaveTextContent(
      '6 cells pasted. 1 row was left out: it belongs to no text here. 1 column was left out: it is no language of the label.',
    );
  await userEvent.click(save);
  expect(translationsOf(mounted)).toEqual([{ pt: 'um "a"', zh: '一' }, { zh: '二' }, { zh: '二' }]);
});

test('cells are pasted from the caret on; too many columns are left out and counted', async () => {
  const mounted = await mountDialog([['One'], ['Two'], ['Three']]);
  await paste(cell('Portuguese', 'Two'), 'dois\t二\tzwei\tdeux\ntrês\t\t\t\n');
  await expect
    .element(report)
    .toHaveTextContent('4 cells pasted. 2 columns were left out: they are no languages of the label.');
  await userEvent.click(save);
  expect(translationsOf(mounted)).toEqual([null, { pt: 'dois', zh: '二' }, { pt: 'três' }]);
});

test('of 10,000 pasted rows, those beyond the texts are left out and counted', async () => {
  const mounted = await mountDialog([['One'], ['Two']]);
  await paste(cell('Portuguese', 'One'), Array.from({ length: 10_000 }, (_, i) => `r${i}`).join('\n'));
  await expect
    .element(report)
    .toHaveTextContent('2 cells pasted. 9998 rows were left out: they belong to no text here.');
  await userEvent.click(save);
  expect(translationsOf(mounted)).toEqual([{ pt: 'r0' }, { pt: 'r1' }]);
});

test('an empty cell removes a translation, and one that shows nothing stays when nothing is typed', async () => {
  const mounted = await mountDialog([
    ['One', 'um'],
    ['Two', ''],
    ['Three', 'três'],
  ]);
  await paste(cell('Portuguese', 'One'), '\n\n3\n');
  await userEvent.click(save);
  expect(translationsOf(mounted)).toEqual([null, { pt: '' }, { pt: '3' }]);
});

test('a removed language takes its texts with it, and the canvas no longer shows it', async () => {
  const mounted = await mountDialog([['One', 'um']]);
  mounted.session.data.showLanguage('pt');
  expect(mounted.session.data.state.get().record.language).toBe('pt');
  await userEvent.click(page.getByRole('button', { name: 'Remove Portuguese' }));
  await userEvent.click(save);
  expect([tagsOf(mounted), translationsOf(mounted)]).toEqual([['en', 'zh'], [null]]);
  expect(mounted.session.data.state.get()).toMatchObject({ language: null, record: {} });
  expect(mounted.session.data.state.get().record.language).toBeUndefined();
  mounted.session.editor.undo();
  expect([tagsOf(mounted), translationsOf(mounted)]).toEqual([['en', 'pt', 'zh'], [{ pt: 'um' }]]);
});

test('without any other language the label has none, and its file is that of before', async () => {
  const mounted = await mountDialog([['One']], ['en', 'pt']);
  await userEvent.click(page.getByRole('button', { name: 'Remove Portuguese' }));
  await userEvent.click(save);
  expect(mounted.file()).not.toContain('Languages');
});

test('changes are discarded only after a question', async () => {
  const onClose = vi.fn();
  const mounted = await mountDialog([['One']], undefined, onClose);
  await userEvent.fill(cell('Portuguese', 'One'), 'um');
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(page.getByRole('button', { name: 'Continue editing' }));
  expect(onClose).not.toHaveBeenCalled();
  // Esc asks, too, and Enter right after it discards nothing.
  await userEvent.click(cell('Portuguese', 'One'));
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Continue editing' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Discard', exact: true })).not.toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(page.getByRole('button', { name: 'Discard', exact: true }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(translationsOf(mounted)).toEqual([null]);
});

test('of a label of 2,000 texts only the visible ones are rendered, and all are copied', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await mountDialog(Array.from({ length: 2000 }, (_, i) => [`Text "${i}"`] as const));
  await expect.poll(() => page.getByRole('row').elements().length).toBeLessThan(60);
  await userEvent.click(page.getByRole('button', { name: 'Copy table' }));
  await expect.element(page.getByText('2000 texts copied')).toBeVisible();
  const lines = (written.mock.calls[0]?.[0] ?? '').split('\r\n');
  expect(lines.slice(0, 2)).toEqual(['Text\tEnglish (en)\tPortuguese (pt)\tChinese (zh)', 'Text1\t"Text ""0"""\t\t']);
  expect(lines).toHaveLength(2001);
  written.mockRestore();
});
