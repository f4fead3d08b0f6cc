import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import {
  fixedText,
  MAX_SEQUENCE_REPEAT,
  MAX_SEQUENCE_STEP,
  type DataSource,
  type SequenceSource,
  type SequenceType,
} from '#model/elements/base/content.ts';
import { codeOf, createFieldReader } from '#model/elements/base/fields.ts';
import type { XmlNode } from './xml-reader.ts';
import type { XmlElement } from './xml-writer.ts';

const SEQUENCE_CODES = { '0': 'digits', '1': 'hex', '2': 'letters', '3': 'alphanumeric' } as const;

export function writeSource(source: DataSource): XmlElement {
  if (source.type === 'fixed')
    return { name: 'DataSource', attributes: { DataSourceType: 0, NormalText: source.text } };
  if (source.type === 'sequence') {
    return {
      name: 'DataSource',
      attributes: {
        DataSourceType: 2,
        NormalText: source.text,
        InitialValue: source.initial,
        AddedValue: source.step,
        Quantity: source.repeat,
        SequenceType: codeOf(SEQUENCE_CODES, source.kind),
      },
    };
  }
  return {
    name: 'DataSource',
    attributes: {
      DataSourceType: 1,
      NormalText: source.text,
      FirstValue: source.firstValue,
      ConnectionStr: source.connection,
      ExcelName: source.fileName,
      TableName: source.sheet,
      ColumnName: source.column,
    },
  };
}

/**
 * Problem: `template.badField`. What the specification names a fallback for is told to `onNotice`.
 */
export function readSource(
  node: XmlNode,
  elementName: string,
  onNotice: (notice: Problem) => void,
): Result<DataSource> {
  const of = (name: string): string => node.attributes[name] ?? '';
  switch (of('DataSourceType')) {
    case '':
    case '0':
      return ok(fixedText(of('NormalText')));
    case '1': {
      // Specification 1, section 5: without a connection or a column it falls back to fixed text.
      if (of('ConnectionStr') === '' || of('ColumnName') === '') {
        onNotice(problem('data.notConnected', { file: of('ExcelName') }, elementName));
        return ok(fixedText(of('NormalText')));
      }
      return ok({
        type: 'column',
        connection: of('ConnectionStr'),
        fileName: of('ExcelName'),
        sheet: of('TableName'),
        column: of('ColumnName'),
        firstValue: of('FirstValue'),
        text: of('NormalText'),
      });
    }
    case '2':
      return readSequence(node, elementName);
    default:
      return err(
        problem(
          'template.badField',
          { field: 'DataSourceType', value: of('DataSourceType').slice(0, 40) },
          elementName,
        ),
      );
  }
}

/** What is left out or empty is 1 (specification 2, section 4). A start that can't be counted from is a problem of each label. */
function readSequence(node: XmlNode, elementName: string): Result<DataSource> {
  const said = Object.entries(node.attributes).filter(([name, value]) => value !== '' || name === 'NormalText');
  const fields = createFieldReader(elementName, Object.fromEntries(said), [], null);
  const source: SequenceSource = {
    type: 'sequence',
    kind: fields.code<SequenceType>('SequenceType', SEQUENCE_CODES, 'digits'),
    initial: fields.text('InitialValue', '1'),
    step: fields.number('AddedValue', 1, -MAX_SEQUENCE_STEP, MAX_SEQUENCE_STEP),
    repeat: fields.number('Quantity', 1, 1, MAX_SEQUENCE_REPEAT),
    text: fields.text('NormalText', ''),
  };
  if (!Number.isInteger(source.step)) fields.reject('AddedValue');
  if (!Number.isInteger(source.repeat)) fields.reject('Quantity');
  const wrong = fields.problem();
  return wrong === null ? ok(source) : err(wrong);
}
