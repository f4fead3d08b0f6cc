import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { fixedText, retyped, type FixedSource } from '#model/elements/base/content.ts';
import { labelAddress, labelIdIn, withOwnAddress } from '#model/template/label-address.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { createEditor } from '#editor/create-editor.ts';
import { setText } from '#editor/commands/content.ts';
import { nameOwnLabel } from '#editor/commands/label.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';

const ORIGIN = 'https://labels.example.com';
const ID = '20261122abcdefghjkmnpqrs';
const OTHER = '20261122zzzzzzzzzzzzzzzz';

function opens(id: string, origin = ORIGIN): FixedSource {
  return { type: 'fixed', text: labelAddress(origin, id), opensLabel: true };
}

describe('the label that a code names', () => {
  test.each([
    labelAddress(ORIGIN, ID),
    ` ${labelAddress('http://127.0.0.1:8080', ID)}\r`,
    `HTTPS://LABELS.EXAMPLE.COM/T/${ID}/`,
    ID,
  ])('is found in %j', (text) => {
    expect(labelIdIn(text)).toBe(ID);
  });

  test.each([
    '',
    'https://labels.example.com/',
    `https://labels.example.com/t/${ID}/edit`,
    `https://labels.example.com/t/${ID}?redirect=//evil.example`,
    `https://labels.example.com/t/..%2fadmin`,
    `javascript:alert(1)//t/${ID}`,
    `//evil.example/t/${ID}`,
    `${ID}\n${ID}`,
    'x'.repeat(65),
    '标签',
  ])('is none in %j', (text) => {
    expect(labelIdIn(text)).toBeNull();
  });

  test('is always letters and digits, for any scanned text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (text) => {
        expect(labelIdIn(text) ?? '').toMatch(/^[A-Za-z0-9]*$/);
        expect(labelIdIn(`${ORIGIN}/t/${text}`) ?? '').toMatch(/^[A-Za-z0-9]*$/);
      }),
    );
  });
});

describe('a code that opens its label', () => {
  const code = createTestElement('qrcode', { sources: [opens(OTHER, 'http://10.0.0.1')] });
  const text = createTestElement('text', { sources: [fixedText(labelAddress(ORIGIN, OTHER))] });

  test('names the copy that it is on, and does not change codes that only look like it', () => {
    const [own, same] = withOwnAddress([code, text], ORIGIN, ID);
    expect(own).toMatchObject({ sources: [opens(ID)] });
    expect(same).toBe(text);
  });

  test('stays unchanged when it names its label, from any address', () => {
    const elements = [code, text];
    expect(withOwnAddress(elements, ORIGIN, OTHER)).toBe(elements);
  });

  test('is an ordinary text on an unsaved label, and once a user edits it', () => {
    const plain = fixedText(labelAddress('http://10.0.0.1', OTHER));
    expect(withOwnAddress([code], ORIGIN, null)).toMatchObject([{ sources: [plain] }]);
    expect(retyped(opens(ID), 'x')).toEqual(fixedText('x'));
    const editor = createEditor({ template: createTestTemplate([code]), random: Math.random });
    expectOk(editor.run(setText({ id: code.id, content: 0 }, 'x')));
    expect(editor.state().template.elements).toMatchObject([{ sources: [fixedText('x')] }]);
  });

  test('is kept by the file as a text that every program reads', () => {
    const template = createTestTemplate([code]);
    const xml = writeTemplate(template);
    expect(xml).toContain(`DataSourceType="0" NormalText="http://10.0.0.1/t/${OTHER}" OpensLabel="true"`);
    expect(expectOk(readTemplate(xml)).elements).toEqual(template.elements);
  });

  test('gets a new name by a save under another id, which can be undone', () => {
    const editor = createEditor({ template: createTestTemplate([code]), random: Math.random });
    expectOk(editor.run(nameOwnLabel(ORIGIN, ID)));
    expect(editor.state().template.elements).toMatchObject([{ sources: [opens(ID)] }]);
    const { revision } = editor.state();
    expectOk(editor.run(nameOwnLabel(ORIGIN, ID)));
    expect(editor.state().revision).toBe(revision);
    editor.undo();
    expect(editor.state().template.elements).toEqual([code]);
  });
});
