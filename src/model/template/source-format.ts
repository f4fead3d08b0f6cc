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
import {
  codeOf,
  createFieldReader,
  type ElementFields,
  type FieldReader,
  type SourceEntry,
} from '#model/elements/base/fields.ts';
import type { RawNode } from '#model/elements/base/unknown-parts.ts';

const CODE_FIELD = 'DataSourceType';
const SEQUENCE_CODES = { '0': 'digits', '1': 'hex', '2': 'letters', '3': 'alphanumeric' } as const;

/** How one kind of data source is stored in the file. */
interface SourceFormat<S extends DataSource> {
  /** The file's `DataSourceType`; null for unknown sources, which have a type of their own. */
  readonly code: string | null;
  /** Reads a source. Fails for a value that cannot be used, which makes the source unknown. */
  read(fields: FieldReader, onNotice: (notice: Problem) => void): Result<DataSource>;
  /** The source's attributes without `DataSourceType`. */
  write(source: S): ElementFields['attributes'];
}

/** One entry for each kind: a missing one does not compile. */
const FORMATS: { readonly [K in DataSource['type']]: SourceFormat<Extract<DataSource, { readonly type: K }>> } = {
  fixed: {
    code: '0',
    read: (fields) => ok(fixedText(fields.text('NormalText', ''))),
    write: (source) => ({ NormalText: source.text }),
  },
  column: {
    code: '1',
    read(fields, onNotice) {
      const source: DataSource = {
        type: 'column',
        connection: fields.text('ConnectionStr', ''),
        fileName: fields.text('ExcelName', ''),
        sheet: fields.text('TableName', ''),
        column: fields.text('ColumnName', ''),
        firstValue: fields.text('FirstValue', ''),
        text: fields.text('NormalText', ''),
      };
      if (source.connection !== '' && source.column !== '') return ok(source);
      // Specification 1, section 5: without a connection or a column the source falls back to fixed text.
      onNotice(problem('data.notConnected', { file: source.fileName }));
      return ok(fixedText(source.text));
    },
    write: (source) => ({
      NormalText: source.text,
      FirstValue: source.firstValue,
      ConnectionStr: source.connection,
      ExcelName: source.fileName,
      TableName: source.sheet,
      ColumnName: source.column,
    }),
  },
  sequence: {
    code: '2',
    read: readSequence,
    write: (source) => ({
      NormalText: source.text,
      InitialValue: source.initial,
      AddedValue: source.step,
      Quantity: source.repeat,
      SequenceType: codeOf(SEQUENCE_CODES, source.kind),
    }),
  },
  unknown: { code: null, read: () => err(problem('data.unknownSource')), write: () => ({}) },
};

function formatOf(type: DataSource['type']): SourceFormat<DataSource> {
  return FORMATS[type] as unknown as SourceFormat<DataSource>;
}

/** The attributes of a source, without its unknown parts. */
export function writeSource(source: DataSource): ElementFields['attributes'] {
  const { code, write } = formatOf(source.type);
  return { [CODE_FIELD]: code ?? (source.type === 'unknown' ? source.code : ''), ...write(source) };
}

/**
 * Reads one entry of a data-source list. An unknown kind or an unusable value makes it an `UnknownSource`. This, and
 * any fallback that the specification names, is reported to `onNotice`.
 */
export function readSource(node: RawNode, elementName: string, onNotice: (notice: Problem) => void): SourceEntry {
  const { attributes, children } = node;
  const code = attributes[CODE_FIELD] ?? '';
  const format = Object.values(FORMATS).find((each) => each.code === (code === '' ? '0' : code));
  if (format !== undefined) {
    const fields = createFieldReader({ elementName, attributes, children });
    fields.text(CODE_FIELD, '');
    const source = format.read(fields, (notice) => onNotice({ ...notice, path: elementName }));
    if (source.ok && fields.kept().length === 0) return { source: source.value, fields };
  }
  const fields = createFieldReader({ elementName, attributes, children });
  fields.text(CODE_FIELD, '');
  onNotice(problem('data.unknownSource', { code }, elementName));
  const text = attributes['NormalText'] ?? '';
  const shown = text === '' ? (attributes['FirstValue'] ?? attributes['InitialValue'] ?? '') : text;
  return { source: { type: 'unknown', code, text: shown }, fields };
}

/**
 * Attributes that are absent or empty are 1 (specification 2, section 4). A first value that cannot be counted from is
 * not a problem here but a problem of each label.
 */
function readSequence(fields: FieldReader): Result<DataSource> {
  const number = (name: string, min: number, max: number): number =>
    fields.text(name, '') === '' ? 1 : fields.number(name, 1, min, max);
  const initial = fields.text('InitialValue', '');
  const source: SequenceSource = {
    type: 'sequence',
    kind:
      fields.text('SequenceType', '') === ''
        ? 'digits'
        : fields.code<SequenceType>('SequenceType', SEQUENCE_CODES, 'digits'),
    initial: initial === '' ? '1' : initial,
    step: number('AddedValue', -MAX_SEQUENCE_STEP, MAX_SEQUENCE_STEP),
    repeat: number('Quantity', 1, MAX_SEQUENCE_REPEAT),
    text: fields.text('NormalText', ''),
  };
  if (!Number.isInteger(source.step)) fields.reject('AddedValue');
  if (!Number.isInteger(source.repeat)) fields.reject('Quantity');
  const wrong = fields.problem();
  return wrong === null ? ok(source) : err(wrong);
}
