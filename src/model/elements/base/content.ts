import type { CounterId, ElementId } from '#model/kernel/ids.ts';
import { problem, type Problem, type ProblemCode } from '#model/kernel/problem.ts';
import type { SpreadsheetReading } from './reading.ts';
import type { ColumnFormat } from './column-format.ts';
import { isPlainStyle, type RunStyle } from './styled-text.ts';
import type { Translations } from './translations.ts';
import type { UnknownParts } from './unknown-parts.ts';

interface SourceBase {
  /** The fixed text. For other kinds of source, the text to restore when the source becomes fixed text. */
  readonly text: string;
  /** The style of its value in a text; absent where it is the text's. Other elements ignore it. */
  readonly style?: RunStyle;
  /** Parts of the file's entry that this version does not know. */
  readonly unknown?: UnknownParts;
}

/** The progress of a sequence. */
export interface Counting {
  /** The difference between successive values: a whole number, which may be negative. */
  readonly step: number;
  /** How many successive labels have the same value: 1 or more. */
  readonly repeat: number;
}

/** A source that may have been a sequence before. */
interface OnceCounting extends SourceBase {
  /** Its earlier counting, for when it becomes a sequence again; left out for the defaults, 1 and 1. */
  readonly counting?: Counting;
}

/** The rules for filling in a blank: see `Blank`. */
export interface BlankRules {
  /** The name of the blank; the element's name when empty. */
  readonly label: string;
  /** It cannot be left empty. */
  readonly required: boolean;
  /** The most characters (Unicode code points); null for `MAX_BLANK_LENGTH`. */
  readonly maxLength: number | null;
}

/** The most characters of any blank. */
export const MAX_BLANK_LENGTH = 1000;

/** Text typed by the designer. */
export interface FixedSource extends OnceCounting {
  readonly type: 'fixed';
  /** Asks for another text when printing (docs/develop/adr/0071); `text` is then an example of it. */
  readonly blank?: BlankRules;
  /** The text in other languages; a blank has none. */
  readonly translations?: Translations;
  /** The text is the address of its own label, and follows it: see `withOwnAddress`. */
  readonly opensLabel?: true;
}

/** One column of one sheet of a spreadsheet. */
export interface ColumnSource extends OnceCounting {
  readonly type: 'column';
  /** A local file as `sha256:<hex>` of its bytes, an http(s) address, or `query:…` (`queryAddress`). */
  readonly connection: string;
  /** The file's name, shown to the user and used to ask for the file again. */
  readonly fileName: string;
  readonly sheet: string;
  /** The column's heading: the text of its cell in the first row, or in the rows that `reading` names. */
  readonly column: string;
  /** How the spreadsheet is read; undefined for the defaults. */
  readonly reading?: SpreadsheetReading | undefined;
  /** The first row's value when the column was bound: shown while the spreadsheet is not available. */
  readonly firstValue: string;
  /** The format of its values; as the spreadsheet shows them (`PLAIN_FORMAT`) when left out. */
  readonly format?: ColumnFormat;
  /**
   * Uses the stored value instead of the shown one: 1.005 and not `$1.01`. A format always uses the stored value. False
   * when left out.
   */
  readonly asStored?: boolean;
  /** The cloud file that it came from, which may have been replaced or deleted since. */
  readonly cloudFile?: string | undefined;
}

export const SEQUENCE_TYPES = ['digits', 'hex', 'letters', 'alphanumeric'] as const;
/** The characters that a sequence counts in: base 10, 16, 26 or 36. */
export type SequenceType = (typeof SEQUENCE_TYPES)[number];

/** Limits of the step (in both directions) and of the number of successive labels with the same value. */
export const MAX_SEQUENCE_STEP = 1_000_000_000;
export const MAX_SEQUENCE_REPEAT = 1_000_000;

/** A running number that continues from label to label. */
export interface SequenceSource extends SourceBase, Counting {
  readonly type: 'sequence';
  readonly kind: SequenceType;
  /** The value on the first label; its number of characters is kept. */
  readonly initial: string;
  /**
   * The counter by which the sequence continues after each run; left out when every run begins with `initial`.
   * Sequences of one template with the same counter have the same number on the same label.
   */
  readonly counter?: CounterId;
  /**
   * The value on the first label of a run instead of `initial`, which still sets the width of values. Only in the
   * template of a run and never in the file: it comes from the counter, which gives '' at its end.
   */
  readonly next?: string;
}

/** The value of another element of the label, without decoration: see `value` of its definition. */
export interface ReferenceSource extends OnceCounting {
  readonly type: 'reference';
  /** An element of the same template that has a value. References never form a circle. */
  readonly element: ElementId;
}

/** The fault of a reference in a file: no such element with a value, or a circle. */
export type ReferenceFault = Extract<ProblemCode, 'data.referenceMissing' | 'data.referenceCircle'>;

/**
 * A source of an unknown kind, or with a value that this version can't use. `text` is shown instead, and labels with
 * such a source are not printed.
 */
export interface UnknownSource extends SourceBase {
  readonly type: 'unknown';
  /** The file's `DataSourceType`. */
  readonly code: string;
  /** Its fault, if it is a reference. */
  readonly fault?: ReferenceFault;
}

/** A source that takes its value from one place. */
export type SimpleSource = FixedSource | ColumnSource | SequenceSource | ReferenceSource | UnknownSource;

/** The meaning of a name in an expression. */
export interface Operand {
  readonly name: string;
  readonly source: SimpleSource;
}

/**
 * A formula with the meaning of its names. It is kept as typed, even while it can't be parsed. A name without an
 * operand is a problem of each label.
 */
export interface Expression {
  readonly formula: string;
  readonly operands: readonly Operand[];
  /** The parts of the file that this version doesn't know. */
  readonly unknown?: UnknownParts;
}

/**
 * A text that is calculated for each label: `formula` is a text with formulas in braces, such as `{Name} - {Price}`.
 */
export interface ExpressionSource extends OnceCounting, Expression {
  readonly type: 'expression';
  /** The formula in other languages, with the same operands. */
  readonly translations?: Translations;
  /** The value when the formula was last edited: shown if it can't be calculated. */
  readonly lastValue: string;
}

/** One entry of an element's list of data sources. Their values are joined in order. */
export type DataSource = SimpleSource | ExpressionSource;

export function fixedText(text: string): FixedSource {
  return { type: 'fixed', text };
}

/** The source with another typed text. */
export function retyped(source: FixedSource, text: string): FixedSource {
  const { opensLabel: _, ...others } = source;
  return { ...others, text };
}

/** The source as fixed text: its text from before it became something else (specification 2, section 4). */
export function asFixedText(source: DataSource): FixedSource {
  const { type, text, unknown } = source;
  // Everything in an unknown source belongs to its kind.
  if (type === 'unknown') return fixedText(text);
  const kept = { ...fixedText(text), ...(unknown === undefined ? {} : { unknown }) };
  return withCounting(withRunStyle(kept, source.style), countingOf(source));
}

/** The source with this style of its run; undefined for the text's own. */
export function withRunStyle<S extends DataSource>(source: S, style: RunStyle | undefined): S {
  const { style: _, ...others } = source;
  if (style === undefined || isPlainStyle(style)) return others as S;
  const own = Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined));
  return { ...others, style: own } as S;
}

/** The counting of a source, or its earlier one; undefined for 1 and 1. */
export function countingOf(source: DataSource): Counting | undefined {
  switch (source.type) {
    case 'sequence': {
      const { step, repeat } = source;
      return step === 1 && repeat === 1 ? undefined : { step, repeat };
    }
    case 'unknown':
      return undefined;
    case 'fixed':
    case 'column':
    case 'reference':
    case 'expression':
      return source.counting;
  }
}

/** The source with a remembered counting; sequences and unknown sources don't change. */
export function withCounting<S extends DataSource>(source: S, counting: Counting | undefined): S {
  if (counting === undefined || source.type === 'sequence' || source.type === 'unknown') return source;
  return { ...source, counting };
}

/** Why an unknown source has no value. */
export function unknownSourceProblem({ code, fault }: UnknownSource): Problem {
  return problem(fault ?? 'data.unknownSource', { code });
}

/** The source itself and, for an expression, its operands. */
export function withOperands(source: DataSource): readonly DataSource[] {
  return source.type === 'expression' ? [source, ...source.operands.map((operand) => operand.source)] : [source];
}

/**
 * The expression with some of its operands replaced; the same object when none is. An operand that would become fixed
 * text (its element or spreadsheet was removed) is left out instead: its name then has no meaning, which prevents
 * printing a text that was not calculated.
 */
export function withReplacedOperands<E extends Expression>(
  expression: E,
  replace: (source: SimpleSource) => DataSource,
): E {
  const operands = expression.operands.flatMap((operand): readonly Operand[] => {
    const source = replace(operand.source);
    if (source === operand.source) return [operand];
    return source.type === 'fixed' || source.type === 'expression' ? [] : [{ ...operand, source }];
  });
  const isSame =
    operands.length === expression.operands.length && operands.every((one, i) => one === expression.operands[i]);
  return isSame ? expression : { ...expression, operands };
}
