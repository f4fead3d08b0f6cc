import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import {
  countingOf,
  fixedText,
  MAX_BLANK_LENGTH,
  MAX_SEQUENCE_REPEAT,
  MAX_SEQUENCE_STEP,
  withCounting,
  withRunStyle,
  type BlankRules,
  type Counting,
  type DataSource,
  type Expression,
  type Operand,
  type SequenceSource,
  type SequenceType,
  type SimpleSource,
  type UnknownSource,
} from '#model/elements/base/content.ts';
import {
  codeOf,
  createFieldReader,
  sourceOf,
  type ElementFields,
  type FieldReader,
  type SourceEntry,
} from '#model/elements/base/fields.ts';
import { readTranslations, writeTranslations } from '#model/elements/base/translation-fields.ts';
import type { Translations } from '#model/elements/base/translations.ts';
import { readReading, writeReading } from './reading-format.ts';
import { isCounterId, type ElementId } from '#model/kernel/ids.ts';
import type { BrokenReference } from '#model/elements/references.ts';
import { RUN_SIZE_LIMITS, type RunPosition, type RunStyle } from '#model/elements/base/styled-text.ts';
import { colorOf } from '#model/elements/base/text-color.ts';
import { unknownParts, withUnknownParts, type RawNode } from '#model/elements/base/unknown-parts.ts';
import { readColumnFormat, writeColumnFormat } from './column-format.ts';
import type { XmlElement } from './xml-writer.ts';

const CODE_FIELD = 'DataSourceType';
/** Says that a fixed text is the last value of an expression; an attribute of our own (docs/develop/adr/0046). */
const FORMULA_FIELD = 'Expression';
/** What a fixed text is called that is filled in when it is printed (docs/develop/adr/0071). */
const BLANK_FIELD = 'FillIn';
/** The cloud file that a column was taken from (docs/develop/adr/0088). */
const CLOUD_FIELD = 'CloudFile';
/** A child element for each name of an expression: a data source with the name as a further attribute. */
const OPERAND = 'Operand';
const OPERAND_NAME = 'OperandName';
/** An address, a saved query, or the hash that identifies a local file. The name of a file doesn't lead to it. */
const CONNECTION = /^(https?:\/\/|query:|sha256:)/i;
/** The style of a source's value in a text: attributes of our own (docs/develop/adr/0158). */
const POSITION_CODES = { Superscript: 'superscript', Subscript: 'subscript' } as const;
const FLAG_CODES = { true: true, false: false } as const;
const SEQUENCE_CODES = { '0': 'digits', '1': 'hex', '2': 'letters', '3': 'alphanumeric' } as const;

/** How one kind of data source is stored in the file. */
interface SourceFormat<S extends DataSource> {
  /** The file's `DataSourceType`; null for unknown sources, which have a type of their own. */
  readonly code: string | null;
  /** The attribute that distinguishes it from other kinds with the same code. */
  readonly mark?: string;
  /** Reads a source. Fails for an unusable value, which makes the source unknown. */
  read(fields: FieldReader, onNotice: (notice: Problem) => void, operands: readonly Operand[]): Result<DataSource>;
  /** The source's attributes without `DataSourceType`. */
  write(source: S): ElementFields['attributes'];
}

/** One entry for each kind: a missing one doesn't compile. */
const FORMATS: { readonly [K in DataSource['type']]: SourceFormat<Extract<DataSource, { readonly type: K }>> } = {
  fixed: {
    code: '0',
    read: readFixed,
    write: ({ text, blank, opensLabel, translations }) => ({
      NormalText: text,
      ...writeTranslations('NormalText', translations),
      ...(blank === undefined ? {} : writeBlank(blank)),
      ...(opensLabel === undefined ? {} : { OpensLabel: true }),
    }),
  },
  column: {
    code: '1',
    read(fields, onNotice) {
      const text = fields.text('NormalText', '');
      const connection = fields.text('ConnectionStr', '');
      const fileName = fields.text('ExcelName', '');
      const sheet = fields.text('TableName', '');
      const column = fields.text('ColumnName', '');
      // Specification 2, section 4: without a column or a usable connection, it falls back to fixed text and these
      // fields are cleared.
      if (!CONNECTION.test(connection) || column === '') {
        onNotice(problem('data.notConnected', { file: fileName }));
        return ok(fixedText(text));
      }
      const format = readColumnFormat(fields);
      const source: DataSource = {
        type: 'column',
        connection,
        fileName,
        sheet,
        column,
        reading: readReading(fields),
        firstValue: fields.text('FirstValue', ''),
        text,
        ...(format === null ? {} : { format }),
        ...(fields.text(CLOUD_FIELD, '') === '' ? {} : { cloudFile: fields.text(CLOUD_FIELD, '') }),
        ...(fields.text('AsStored', '') !== '' && fields.flag('AsStored', false) ? { asStored: true } : {}),
      };
      const wrong = fields.problem();
      return wrong === null ? ok(source) : err(wrong);
    },
    write: (source) => ({
      NormalText: source.text,
      FirstValue: source.firstValue,
      ConnectionStr: source.connection,
      ExcelName: source.fileName,
      TableName: source.sheet,
      ColumnName: source.column,
      ...writeReading(source.reading),
      ...writeColumnFormat(source.format),
      ...(source.asStored === true ? { AsStored: true } : {}),
      ...(source.cloudFile === undefined ? {} : { [CLOUD_FIELD]: source.cloudFile }),
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
      ...(source.counter === undefined ? {} : { Counter: source.counter }),
    }),
  },
  reference: {
    code: '3',
    read(fields, onNotice) {
      const id = fields.text('ReferenceId', '');
      const text = fields.text('NormalText', '');
      // Whether the element exists is only known when all have been read: see `withSoundReferences`.
      if (id !== '') return ok({ type: 'reference', element: id as ElementId, text });
      // Nothing was chosen yet: as with a missing column, the source falls back to fixed text.
      onNotice(problem('data.referenceMissing'));
      return ok(fixedText(text));
    },
    write: (source) => ({ NormalText: source.text, ReferenceId: source.element }),
  },
  // The original product reads and shows it as its last fixed text.
  expression: {
    code: '0',
    mark: FORMULA_FIELD,
    read: (fields, _onNotice, operands) =>
      ok({
        type: 'expression',
        formula: fields.text(FORMULA_FIELD, ''),
        operands,
        lastValue: fields.text('NormalText', ''),
        text: fields.text('FixedText', ''),
        ...translationsOf(fields, FORMULA_FIELD),
      }),
    write: (source) => ({
      NormalText: source.lastValue,
      [FORMULA_FIELD]: source.formula,
      ...writeTranslations(FORMULA_FIELD, source.translations),
      FixedText: source.text,
    }),
  },
  unknown: { code: null, read: () => err(problem('data.unknownSource')), write: () => ({}) },
};

function formatOf(type: DataSource['type']): SourceFormat<DataSource> {
  return FORMATS[type] as unknown as SourceFormat<DataSource>;
}

/** A text with `FillIn` is a blank. These attributes are our own: the original product shows the example. */
function readFixed(fields: FieldReader): Result<DataSource> {
  const text = { ...fixedText(fields.text('NormalText', '')), ...translationsOf(fields, 'NormalText') };
  // An empty value means nothing, and is written back unchanged.
  const opens = (fields.has('OpensLabel') && fields.flag('OpensLabel', false)) || undefined;
  const source = opens === undefined ? text : { ...text, opensLabel: opens };
  const fault = fields.problem();
  if (fault !== null) return err(fault);
  if (!fields.has(BLANK_FIELD)) return ok(source);
  const blank: BlankRules = {
    label: fields.text(BLANK_FIELD, ''),
    required: fields.flag('FillInRequired', false),
    maxLength: fields.has('FillInLength') ? fields.number('FillInLength', MAX_BLANK_LENGTH, 1, MAX_BLANK_LENGTH) : null,
  };
  if (blank.maxLength !== null && !Number.isInteger(blank.maxLength)) fields.reject('FillInLength');
  const wrong = fields.problem();
  return wrong === null ? ok({ ...source, blank }) : err(wrong);
}

/** The translations of the text in an attribute: attributes of our own (docs/develop/adr/0164). */
function translationsOf(fields: FieldReader, attribute: string): { readonly translations?: Translations } {
  const translations = readTranslations(fields, attribute);
  return translations === undefined ? {} : { translations };
}

function writeBlank({ label, required, maxLength }: BlankRules): ElementFields['attributes'] {
  return {
    [BLANK_FIELD]: label,
    ...(required ? { FillInRequired: true } : {}),
    ...(maxLength === null ? {} : { FillInLength: maxLength }),
  };
}

/** The attributes of a source, without its unknown parts. */
export function writeSource(source: DataSource): ElementFields['attributes'] {
  const { code, write } = formatOf(source.type);
  const counting = source.type === 'sequence' ? undefined : countingOf(source);
  return {
    [CODE_FIELD]: code ?? (source.type === 'unknown' ? source.code : ''),
    ...write(source),
    ...(counting === undefined ? {} : { AddedValue: counting.step, Quantity: counting.repeat }),
    ...writeRunStyle(source.style),
  };
}

/** A value that this version doesn't know leaves the text's own style, and stays in the file. */
function readRunStyle(attributes: RawNode['attributes'], fields: FieldReader): RunStyle {
  const known = <T>(name: string, values: Readonly<Record<string, T>>): T | undefined => {
    const raw = attributes[name] ?? '';
    return Object.hasOwn(values, raw) ? values[fields.text(name, '')] : undefined;
  };
  const { min, max } = RUN_SIZE_LIMITS;
  const size = wholeNumber(attributes['RunSize'], min, max);
  if (size !== null) fields.text('RunSize', '');
  const color = colorOf(attributes['RunColor'] ?? '');
  if (color !== null) fields.text('RunColor', '');
  const style: RunStyle = {
    bold: known('RunBold', FLAG_CODES),
    italic: known('RunItalic', FLAG_CODES),
    underline: known('RunUnderLine', FLAG_CODES),
    strikeThrough: known('RunDeleteLine', FLAG_CODES),
    sizePercent: size ?? undefined,
    position: known<RunPosition>('RunPosition', POSITION_CODES),
    color: color === null ? undefined : color,
  };
  return Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined));
}

function writeRunStyle(style: RunStyle | undefined): ElementFields['attributes'] {
  if (style === undefined) return {};
  const { bold, italic, underline, strikeThrough, sizePercent, position, color } = style;
  const fields = {
    RunBold: bold,
    RunItalic: italic,
    RunUnderLine: underline,
    RunDeleteLine: strikeThrough,
    RunSize: sizePercent,
    RunPosition: position === undefined ? undefined : codeOf(POSITION_CODES, position),
    RunColor: color,
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}

/**
 * Reads one entry of a data-source list. An unknown kind or an unusable value makes it an `UnknownSource`. This, and
 * any fallback that the specification names, is reported to `onNotice`.
 */
export function readSource(node: RawNode, elementName: string, onNotice: (notice: Problem) => void): SourceEntry {
  const { attributes, children } = node;
  const format = formatInFile(attributes);
  if (format !== undefined) {
    const own = format.mark === undefined ? [] : children.filter(({ name }) => name === OPERAND);
    const fields = createFieldReader({ elementName, attributes, children: children.filter((c) => !own.includes(c)) });
    fields.text(CODE_FIELD, '');
    const operands = readOperands(own, elementName, onNotice);
    const source = format.read(fields, (notice) => onNotice({ ...notice, path: elementName }), operands);
    const style = readRunStyle(attributes, fields);
    if (source.ok && fields.problem() === null && fields.kept().length === 0) {
      const styled = withRunStyle(source.value, style);
      return entryOf(withCounting(styled, readCounting(source.value, attributes, fields)), fields);
    }
  }
  return readUnknownSource(node, elementName, onNotice);
}

function readSimpleSource(node: RawNode, elementName: string, onNotice: (notice: Problem) => void): SourceEntry {
  const isExpression = formatInFile(node.attributes)?.mark !== undefined;
  return (isExpression ? readUnknownSource : readSource)(node, elementName, onNotice);
}

function readUnknownSource(
  { attributes, children }: RawNode,
  elementName: string,
  onNotice: (notice: Problem) => void,
): SourceEntry {
  const code = attributes[CODE_FIELD] ?? '';
  const fields = createFieldReader({ elementName, attributes, children });
  fields.text(CODE_FIELD, '');
  onNotice(problem('data.unknownSource', { code }, elementName));
  return entryOf({ type: 'unknown', code, text: shownText(attributes) }, fields);
}

function entryOf(source: DataSource, fields: FieldReader): SourceEntry {
  return { source, written: () => writeSource(source), fields };
}

function formatInFile(attributes: RawNode['attributes']): SourceFormat<DataSource> | undefined {
  const code = attributes[CODE_FIELD] ?? '';
  const formats = Object.values(FORMATS as Readonly<Record<string, SourceFormat<DataSource>>>).filter(
    (each) => each.code === (code === '' ? '0' : code),
  );
  const isMarked = ({ mark }: SourceFormat<DataSource>): boolean =>
    mark !== undefined && attributes[mark] !== undefined;
  return formats.find(isMarked) ?? formats.find(({ mark }) => mark === undefined);
}

/** The operands of an expression. One that is itself an expression is of a kind that this version doesn't know. */
function readOperands(
  nodes: readonly RawNode[],
  elementName: string,
  onNotice: (notice: Problem) => void,
): readonly Operand[] {
  return nodes.map((node) => {
    const entry = readSimpleSource(node, elementName, onNotice);
    const name = entry.fields.text(OPERAND_NAME, '');
    return { name, source: sourceOf(entry) as SimpleSource };
  });
}

/** The condition of an element, with everything between its operands in the file. */
export function readCondition(
  formula: string,
  operands: RawNode | undefined,
  elementName: string,
  onNotice: (notice: Problem) => void,
): Expression {
  const nodes = operands?.children ?? [];
  const others = nodes.filter(({ name }) => name !== OPERAND);
  const own = nodes.filter(({ name }) => name === OPERAND);
  const read = readOperands(own, elementName, onNotice);
  return { formula, operands: read, ...(others.length === 0 ? {} : { unknown: { children: others } }) };
}

/** The operands of an expression, and everything between them in the file. */
export function writeOperands({ operands, unknown }: Expression): readonly XmlElement[] {
  const names = operands.map(({ name, source }) => writeSourceNode(OPERAND, source, { [OPERAND_NAME]: name }));
  return [...names, ...(unknown?.children ?? []).map(rawElement)];
}

/** A source as an element of the file, with additional `attributes`. */
export function writeSourceNode(name: string, source: DataSource, attributes: ElementFields['attributes']): XmlElement {
  const children =
    source.type === 'expression' ? writeOperands(source) : (source.unknown?.children ?? []).map(rawElement);
  return {
    name,
    attributes: withUnknownParts({ ...writeSource(source), ...attributes }, source.unknown),
    ...(children.length === 0 ? {} : { children }),
  };
}

/**
 * What a reference of a file becomes that cannot stay: a source that shows its last text, is not printed, and is written
 * back as it was (docs/develop/adr/0006).
 */
export function keptReference({ source, fault }: BrokenReference): UnknownSource {
  const { unknown } = source;
  const { [CODE_FIELD]: code, ...written } = writeSource(source);
  const own = Object.entries(written).map(([name, value]) => [name, String(value)] as const);
  const attributes: Readonly<Record<string, string>> = { ...unknown?.attributes, ...Object.fromEntries(own) };
  return {
    type: 'unknown',
    code: String(code),
    text: shownText(attributes),
    ...(fault === null ? {} : { fault }),
    unknown: unknownParts({ ...unknown, attributes }) ?? {},
  };
}

/** The text shown for an unusable source: the fixed one or, without one, its last value. */
function shownText(attributes: Readonly<Record<string, string>>): string {
  const { NormalText: text = '', FirstValue: first, InitialValue: initial } = attributes;
  return text === '' ? (first ?? initial ?? '') : text;
}

/**
 * The earlier counting of a source that is no longer a sequence. Numbers that no sequence can count by are ignored
 * here, and kept in the file.
 */
function readCounting(
  { type }: DataSource,
  attributes: RawNode['attributes'],
  fields: FieldReader,
): Counting | undefined {
  const step = wholeNumber(attributes['AddedValue'], -MAX_SEQUENCE_STEP, MAX_SEQUENCE_STEP);
  const repeat = wholeNumber(attributes['Quantity'], 1, MAX_SEQUENCE_REPEAT);
  if (type === 'sequence' || step === null || repeat === null || (step === 1 && repeat === 1)) return undefined;
  for (const name of ['AddedValue', 'Quantity']) fields.text(name, '');
  return { step, repeat };
}

/** A number in canonical form, so that it is written back unchanged. */
function wholeNumber(text: string | undefined, min: number, max: number): number | null {
  const number = Number(text);
  return Number.isInteger(number) && String(number) === text && number >= min && number <= max ? number : null;
}

/**
 * Absent or empty attributes are 1 (specification 2, section 4). An invalid first value is not a problem here but of
 * each label. `Counter` is our own attribute.
 */
function readSequence(fields: FieldReader): Result<DataSource> {
  const counter = fields.text('Counter', '');
  const source: SequenceSource = {
    type: 'sequence',
    kind: fields.code<SequenceType>('SequenceType', SEQUENCE_CODES, 'digits'),
    initial: fields.filledText('InitialValue', '1'),
    step: fields.number('AddedValue', 1, -MAX_SEQUENCE_STEP, MAX_SEQUENCE_STEP),
    repeat: fields.number('Quantity', 1, 1, MAX_SEQUENCE_REPEAT),
    text: fields.text('NormalText', ''),
    ...(isCounterId(counter) ? { counter } : {}),
  };
  if (counter !== '' && !isCounterId(counter)) fields.reject('Counter');
  if (!Number.isInteger(source.step)) fields.reject('AddedValue');
  if (!Number.isInteger(source.repeat)) fields.reject('Quantity');
  const wrong = fields.problem();
  return wrong === null ? ok(source) : err(wrong);
}

/** Converts kept XML so that it is written as it was read. */
export function rawElement({ name, attributes, children, text }: RawNode): XmlElement {
  if (children.length > 0) return { name, attributes, children: children.map(rawElement) };
  return text === '' ? { name, attributes } : { name, attributes, text };
}
