import { beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fixedText, type DataSource } from '#model/elements/base/content.ts';
import { AttributePanel } from '#app/editor/panels/AttributePanel.tsx';
import { untilPageIdle } from '#tests/support/component-hand.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { mountInEditor, TestCanvas, type MountedEditor } from '#tests/support/mounted-editor.tsx';

beforeAll(async () => {
  // Otherwise the first text is typed in the simple field.
  await import('#app/editor/canvas/RichTextField.tsx');
});

const field = () => page.getByTestId('text-input');
const fixed = (text: string, style?: DataSource['style']): DataSource => ({
  type: 'fixed',
  text,
  ...(style === undefined ? {} : { style }),
});

function paste(data: DataTransfer): void {
  field()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}

function pasted(html: string, text = ''): DataTransfer {
  const data = new DataTransfer();
  data.setData('text/html', html);
  if (text !== '') data.setData('text/plain', text);
  return data;
}

function twoFrames(): Promise<unknown> {
  return new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
}

async function typeIn(
  sources: readonly DataSource[],
  bold = false,
): Promise<MountedEditor & { runs(): readonly unknown[] }> {
  const element = createTestElement('text', { sources, bold });
  const mounted = await mountInEditor(<TestCanvas />, [element]);
  const { editor } = mounted.session;
  editor.select([element.id]);
  await untilPageIdle();
  editor.setTextEditing(element.id);
  await expect.element(field()).toHaveFocus();
  // ProseMirror sets the selection once more 20 ms after it got the focus.
  for (let i = 0; i < 3; i++) await twoFrames();
  return {
    ...mounted,
    runs: () =>
      editor
        .state()
        .template.elements.flatMap((each) =>
          each.type === 'text'
            ? each.sources.map((source) => [source.type === 'fixed' ? source.text : source.type, source.style ?? {}])
            : [],
        ),
  };
}

describe('a text that is typed in place', () => {
  test('gets a style for the selected part by keys, and loses it again', async () => {
    const { runs, session } = await typeIn([fixed('wheat milk')]);
    await userEvent.keyboard('{End}{Shift>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Shift}{Control>}b{/Control}');
    expect(runs()).toEqual([
      ['wheat ', {}],
      ['milk', { bold: true }],
    ]);
    await userEvent.keyboard('{Control>}.{/Control}');
    expect(runs()).toEqual([
      ['wheat ', {}],
      ['milk', { bold: true, position: 'superscript' }],
    ]);
    await userEvent.keyboard('{Control>}.{/Control}{Control>}b{/Control}');
    expect(runs()).toEqual([['wheat milk', {}]]);
    await userEvent.keyboard('{Escape}');
    await expect.element(field()).not.toBeInTheDocument();
    session.editor.undo();
    expect(runs()).toEqual([['wheat milk', {}]]);
  });

  test('gets it from the bar, which leaves the focus in the text', async () => {
    const { runs } = await typeIn([fixed('10 m2')]);
    await userEvent.keyboard('{End}{Shift>}{ArrowLeft}{/Shift}');
    await userEvent.click(page.getByTestId('run-bar').getByRole('button', { name: 'Superscript' }));
    await userEvent.click(page.getByTestId('run-bar').getByRole('button', { name: 'Larger' }));
    await expect.element(field()).toHaveFocus();
    expect(runs()).toEqual([
      ['10 m', {}],
      ['2', { position: 'superscript', sizePercent: 110 }],
    ]);
    await userEvent.click(page.getByTestId('run-bar').getByRole('button', { name: 'Clear styles' }));
    expect(runs()).toEqual([['10 m2', {}]]);
  });

  test('gets a color for the selected part from the bar, whose choice of colors keys open and leave, too', async () => {
    const { runs } = await typeIn([fixed('wheat milk soy')]);
    await userEvent.keyboard('{End}{Shift>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Shift}');
    await userEvent.click(page.getByTestId('run-bar').getByRole('button', { name: 'Color' }));
    await userEvent.click(page.getByTestId('run-bar').getByRole('combobox', { name: 'Color' }));
    await userEvent.click(page.getByTitle('Green'));
    await expect.element(field()).toHaveFocus();
    expect(runs()).toEqual([
      ['wheat milk ', {}],
      ['soy', { color: '#15803d' }],
    ]);
    await expect.element(page.getByTestId('run-bar-color')).not.toBeInTheDocument();
    for (let i = 0; i < 3; i++) await twoFrames();
    await userEvent.keyboard(
      '{ArrowLeft}{Home}{Shift>}{Control>}{ArrowRight}{/Control}{/Shift}{Control>}{Shift>}H{/Shift}{/Control}',
    );
    await expect.element(page.getByTestId('run-bar').getByRole('combobox', { name: 'Color' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(field()).toHaveFocus();
    await expect.element(page.getByTestId('run-bar-color')).not.toBeInTheDocument();
  });

  test('keeps the colors of pasted text, but not near black, nor white of a dark page', async () => {
    const { runs } = await typeIn([fixed('')]);
    paste(
      pasted(
        '<p><span style="color:rgb(200, 16, 46)">red </span><span style="color:#222">ink </span>' +
          '<font color="blue">blue </font><span style="color:windowtext">own </span>' +
          '<span style="color:white">white </span><span style="color:#15803D">green</span></p>',
      ),
    );
    await expect.poll(runs).toEqual([
      ['red ', { color: '#c8102e' }],
      ['ink ', {}],
      ['blue ', { color: '#0000ff' }],
      ['own white ', {}],
      ['green', { color: '#15803d' }],
    ]);
  });

  test('changes as a whole with nothing or everything selected', async () => {
    const { inFile, runs } = await typeIn([fixed('a '), fixed('b', { bold: true })]);
    await userEvent.keyboard('{Control>}b{/Control}');
    expect(inFile('Bold')).toEqual({ Bold: 'true' });
    expect(runs()).toEqual([['a b', {}]]);
    await userEvent.keyboard('{End}{Control>}i{/Control}c');
    expect(inFile('Italic')).toEqual({ Italic: 'true' });
    expect(runs()).toEqual([['a bc', {}]]);
  });

  test('is struck through and colored as a whole from the bar, and gets larger as a whole', async () => {
    const bar = page.getByTestId('run-bar');
    const { inFile, runs, session } = await typeIn([fixed('a '), fixed('b', { color: '#15803d' })]);
    await userEvent.click(bar.getByRole('button', { name: 'Strike-through' }));
    expect(inFile('DeleteLine')).toEqual({ DeleteLine: 'true' });
    await userEvent.click(bar.getByRole('button', { name: 'Color' }));
    await userEvent.click(bar.getByRole('combobox', { name: 'Color' }));
    await userEvent.click(page.getByTitle('Red'));
    await expect.poll(runs).toEqual([['a b', {}]]);
    expect(session.editor.state().template.elements[0]).toMatchObject({ color: '#c8102e', strikeThrough: true });
    await userEvent.click(bar.getByRole('button', { name: 'Larger' }));
    expect(runs()).toEqual([['a b', { sizePercent: 110 }]]);
    await userEvent.keyboard('{End}');
    await expect.element(bar.getByRole('button', { name: 'Larger' })).toBeDisabled();
  });

  test('keeps the fields between its typed parts, and their style', async () => {
    const column: DataSource = {
      type: 'column',
      connection: 'sha256:00',
      fileName: 'a.csv',
      sheet: 'a',
      column: 'Date',
      firstValue: '1 May',
      text: '',
    };
    const { runs } = await typeIn([fixed('Best before '), column, fixed('.')]);
    await expect.element(field()).toHaveTextContent('Best before {Date}.');
    for (const keys of [
      '{End}',
      '{ArrowLeft}',
      '{Shift>}{ArrowLeft}{/Shift}',
      '{Control>}b{/Control}',
      '{End}',
      '!',
      '{Home}',
    ]) {
      await userEvent.keyboard(keys);
      // ProseMirror reads the selection of the page after the key.
      await twoFrames();
    }
    await userEvent.keyboard('({Enter}');
    expect(runs()).toEqual([
      ['(\nBest before ', {}],
      ['column', { bold: true }],
      ['.!', {}],
    ]);
  });

  test('takes pasted text with its styles, and nothing else of it', async () => {
    const { runs } = await typeIn([fixed('x')]);
    paste(
      pasted(
        '<meta charset="utf-8"><b style="font-weight:normal"><p style="color:red;font-family:Arial"><span style="font-weight:700">Milk</span>, H<sub>2</sub>O</p><p><a href="https://example.org">second <i>line</i></a><script>alert(1)</script></p></b>',
        'Milk, H2O\nsecond line',
      ),
    );
    expect(runs()).toEqual([
      ['Milk', { bold: true, color: '#ff0000' }],
      [', H', { color: '#ff0000' }],
      ['2', { position: 'subscript', color: '#ff0000' }],
      ['O\n', { color: '#ff0000' }],
      ['second ', {}],
      ['line', { italic: true }],
    ]);
  });

  test.each([
    [
      'line ends',
      '<b>Street 1<br>12345 City</b><br>x',
      [
        ['Street 1\n12345 City\n', { bold: true }],
        ['x', {}],
      ],
    ],
    ['blocks in blocks', '<div><p>a</p><ul><li><p>b</p></li></ul></div>', [['a\nb', {}]]],
    ['bold text that is upright', '<b style="font-style: normal">milk</b>', [['milk', { bold: true }]]],
    ['no underline that is off', '<u style="text-decoration: none">milk</u>', [['milk', {}]]],
    ['nothing of a picture', '<img src="data:image/png;base64,">', [['x', {}]]],
  ])('takes %s of pasted text', async (_what, html, expected) => {
    const { runs } = await typeIn([fixed('x')]);
    paste(pasted(html));
    expect(runs()).toEqual(expected);
  });

  test('keeps the cells of a pasted table apart', async () => {
    const { runs } = await typeIn([fixed('x')]);
    paste(pasted('<table><tr><td>12</td><td>23</td></tr></table>', '12\t23'));
    expect(runs()).toEqual([['12\t23', {}]]);
  });

  test('keeps the styles of what is copied within it', async () => {
    const sources = [
      fixed('H'),
      fixed('2', { position: 'subscript' }),
      fixed('O', { sizePercent: 150 }),
      fixed('.', { bold: false }),
    ];
    const { runs } = await typeIn(sources, true);
    const copied = new DataTransfer();
    field()
      .element()
      .dispatchEvent(new ClipboardEvent('copy', { clipboardData: copied, bubbles: true, cancelable: true }));
    paste(copied);
    const own = sources.map(({ text, style = {} }) => [text, style]);
    expect(runs()).toEqual(own);
    await userEvent.keyboard('{End}');
    paste(copied);
    expect(runs()).toEqual([...own, ...own]);
  });

  test('that is filled in when it is printed stays one', async () => {
    const blank: DataSource = { ...fixedText('Name'), blank: { label: 'Name', required: true, maxLength: 20 } };
    const { runs } = await typeIn([blank]);
    await userEvent.keyboard('{End}{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}{Control>}b{/Control}');
    expect(runs()).toEqual([['Name', {}]]);
  });

  test('shows what changed elsewhere meanwhile', async () => {
    const { runs, session } = await typeIn([fixed('one')]);
    await userEvent.keyboard('{End} two');
    session.editor.undo();
    await expect.poll(() => field().element().textContent).toBe('one');
    await userEvent.keyboard('{Control>}a{/Control}three');
    expect(runs()).toEqual([['three', {}]]);
  });

  test('undoes typing while it is typed, and all of it afterwards', async () => {
    const { runs, session } = await typeIn([fixed('one')]);
    await userEvent.keyboard('{End} two');
    expect(runs()).toEqual([['one two', {}]]);
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(runs()).toEqual([['one', {}]]);
    await userEvent.keyboard(' three{Escape}');
    session.editor.undo();
    expect(runs()).toEqual([['one', {}]]);
  });
});

describe('the panel of a text', () => {
  test('sets the style and size of one part of several', async () => {
    const { session } = await mountInEditor(
      <>
        <TestCanvas />
        <AttributePanel />
      </>,
      [createTestElement('text', { bold: true, sources: [fixed('Net '), fixed('500 g')] })],
    );
    const styles = () =>
      session.editor
        .state()
        .template.elements.flatMap((each) => (each.type === 'text' ? each.sources.map(({ style = {} }) => style) : []));
    await userEvent.click(page.getByRole('option', { name: '500 g' }));
    const part = page.getByTestId('run-style');
    await expect.element(part.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(part.getByRole('button', { name: 'Bold' }));
    await userEvent.click(part.getByRole('button', { name: 'Subscript' }));
    await userEvent.fill(page.getByRole('spinbutton', { name: 'Part size' }), '150');
    expect(styles()).toEqual([{}, { bold: false, position: 'subscript', sizePercent: 150 }]);
    await userEvent.click(part.getByRole('button', { name: 'Bold' }));
    await userEvent.click(part.getByRole('button', { name: 'Subscript' }));
    expect(styles()).toEqual([{}, { sizePercent: 150 }]);
    session.editor.undo();
    expect(styles()).toEqual([{}, { position: 'subscript', sizePercent: 150 }]);
  });

  test('makes words bold, from a list of allergens too', async () => {
    const { inFile } = await mountInEditor(
      <>
        <TestCanvas />
        <AttributePanel />
      </>,
      [createTestElement('text')],
    );
    await userEvent.fill(page.getByTestId('emphasized-words'), 'honey');
    await userEvent.click(page.getByTestId('allergen-list'));
    await userEvent.click(page.getByText('Deutsch', { exact: true }));
    expect(inFile('EmphasizedWords')['EmphasizedWords']).toMatch(/^honey, Weizen\*, .*Tintenfisch\*$/);
  });
});
