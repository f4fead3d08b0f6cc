import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Problem } from '#model/kernel/problem.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { RawNode } from '#model/elements/base/unknown-parts.ts';
import { contentOf, noElements } from '#model/data/content.ts';
import { contentsOf } from '#model/elements/element.ts';
import { setCondition } from '#editor/commands/expressions.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { unknownNotices } from '#model/template/unknown-notices.ts';
import { readXml } from '#model/template/xml-reader.ts';
import { writeXml, type XmlElement } from '#model/template/xml-writer.ts';
import { TEST_TIME } from '#tests/support/create-elements.ts';
import { createTestEditor } from '../editor/create-test-editor.ts';
import { nastyText } from '#tests/support/element-arbitraries.ts';

const CONNECTION = { ConnectionStr: `sha256:${'0'.repeat(64)}`, TableName: 'S', ColumnName: 'C' };

/** Possible children of an expression: names of every kind, expressions in expressions, and unknown elements. */
const anyNode: fc.Arbitrary<XmlElement> = fc.letrec<{ node: XmlElement; children: XmlElement[] }>((tie) => ({
  node: fc
    .record({
      name: fc.constantFrom('Operand', 'Operand', 'Operand', 'Names', 'DataSource'),
      known: fc.constantFrom<Readonly<Record<string, string>>>(
        { DataSourceType: '0' },
        { DataSourceType: '0', Expression: '{x}', FixedText: 'y' },
        { Expression: '' },
        { DataSourceType: '1', ...CONNECTION },
        { DataSourceType: '1', ...CONNECTION, Expression: 'both' },
        { DataSourceType: '2', InitialValue: '007' },
        { DataSourceType: '3', ReferenceId: 'nowhere1' },
        { DataSourceType: '7', Later: 'z' },
        {},
      ),
      texts: fc.record({ OperandName: nastyText, NormalText: nastyText }),
      children: tie('children'),
    })
    .map(({ name, known, texts, children }) => ({ name, attributes: { ...known, ...texts }, children })),
  children: fc.oneof({ maxDepth: 4 }, fc.constant<XmlElement[]>([]), fc.array(tie('node'), { maxLength: 2 })),
})).node;

/** The nodes with an identifying number each. */
function numbered(nodes: readonly XmlElement[], next: { value: number }): readonly XmlElement[] {
  return nodes.map((node) => ({
    ...node,
    attributes: { ...node.attributes, Nr: next.value++ },
    children: numbered(node.children ?? [], next),
  }));
}

function fileWith(inSource: readonly XmlElement[], inCondition: readonly XmlElement[]): string {
  const entry = { DataSourceType: 0, NormalText: 'last', Expression: 'a {x} b', FixedText: 'before' };
  const box = { StartX: 1, StartY: 2, Width: 9, Height: 4 };
  const sources = [{ name: 'DataSource', attributes: entry, children: inSource }];
  return writeXml({
    name: 'Template',
    children: [
      { name: 'FileInfo', attributes: { Width: 40, Height: 30 } },
      {
        name: 'ObjectList',
        children: [
          {
            name: 'Object',
            attributes: { Id: 'aaaaaaa1', Name: 'T', Type: 'Text', ShowWhen: 'x = 1', ...box },
            children: [
              { name: 'DataSourceList', children: sources },
              { name: 'ShowWhenOperands', children: inCondition },
            ],
          },
        ],
      },
    ],
  });
}

/** Every node with a number, with the number of its parent. */
function byNumber(node: RawNode, parent: string, found: Map<string, RawNode & { parent: string }>): typeof found {
  const number = node.attributes['Nr'];
  if (number !== undefined) found.set(number, { ...node, parent });
  for (const child of node.children) byNumber(child, number ?? node.name, found);
  return found;
}

describe('the children of an expression in a file', () => {
  test('are found again in the written file, of any kind', () => {
    fc.assert(
      fc.property(fc.array(anyNode, { maxLength: 4 }), fc.array(anyNode, { maxLength: 4 }), (inSource, inCondition) => {
        const next = { value: 0 };
        const file = fileWith(numbered(inSource, next), numbered(inCondition, next));
        const template = expectOk(readTemplate(file));
        const written = writeTemplate(template);
        const before = byNumber(expectOk(readXml(file)), '', new Map());
        const after = byNumber(expectOk(readXml(written)), '', new Map());
        expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
        for (const [number, { name, attributes, parent }] of before) {
          expect(after.get(number)).toMatchObject({ name, attributes, parent });
        }
        expect(writeTemplate(expectOk(readTemplate(written)))).toBe(written);
      }),
      { numRuns: 300 },
    );
  });

  const nested: XmlElement = {
    name: 'Operand',
    attributes: { OperandName: 'x', DataSourceType: 0, NormalText: 'was', Expression: '{y}' },
    children: [{ name: 'Operand', attributes: { OperandName: 'y', DataSourceType: 0, NormalText: 'inner' } }],
  };

  test('are reported when they cannot be calculated, and reject the label', () => {
    const notices: Problem[] = [];
    const template = expectOk(readTemplate(fileWith([nested], []), (notice) => notices.push(notice)));
    expect(notices).toMatchObject([{ code: 'data.unknownSource', path: 'T' }]);
    expect(unknownNotices(template)).toEqual(notices);
    const [element = expect.fail()] = template.elements;
    const [content] = contentsOf(element);
    const value = contentOf(content?.sources ?? [], { row: 2, values: {} }, noElements({ now: TEST_TIME }));
    expect(value).toMatchObject({ ok: false, error: { code: 'data.unknownSource' } });
  });

  test('stay with a condition that is edited', () => {
    const other = { name: 'Later', attributes: { A: 'b' } };
    const template = expectOk(readTemplate(fileWith([], [nested, other])));
    const editor = createTestEditor(template.elements);
    editor.select(template.elements.map(({ id }) => id));
    expectOk(editor.run(setCondition('x = 2', () => [])));
    expect(writeTemplate(editor.state().template)).toContain('<Later A="b"/>');
    expect(writeTemplate(editor.state().template)).toContain('OperandName="y"');
  });
});
