import type { CounterId, ElementId } from '#model/kernel/ids.ts';
import { problem, type Problem, type ProblemCode } from '#model/kernel/problem.ts';
import type { SpreadsheetReading } from './reading.ts';
import type { ColumnFormat } from './column-format.ts';
import type { UnknownParts } from './unknown-parts.ts';

interface SourceBase {
  /** The fixed text. For other kinds of source, the text to return to when the source becomes fixed text. */
  readonly text: string;
  /** Parts of the file's entry that this version does not know. */
  readonly unknown?: UnknownParts;
}

/** How a sequence goes on. */
export interface Counting {
  /** The difference between one value and the next: a whole number, which may be negative. */
  readonly step: number;
  /** How many labels in a row have the same value: 1 or more. */
  readonly repeat: number;
}

/** A source that may have been a sequence before. */
interface OnceCounting extends SourceBase {
  /** How it then went on, for when it becomes a sequence again; left out for 1 and 1, as a new one goes on. */
  readonly counting?: Counting;
}

/** What is asked of whoever fills in a blank: see `Blank`. */
export interface BlankRules {
  /** What the blank is called; the element's name when empty. */
  readonly label: string;
  /** It cannot be left empty. */
  readonly required: boolean;
  /** The most characters (Unicode code points), at most `MAX_BLANK_LENGTH`; null for no less than that. */
  readonly maxLength: number | null;
}

/** No blank takes more characters than this. */
export const MAX_BLANK_LENGTH = 1000;

/** Text typed by the designer. */
export interface FixedSource extends OnceCounting {
  readonly type: 'fixed';
  /** Says that whoever prints fills in another text (docs/develop/adr/0071); `text` is then an example of it. */
  readonly blank?: BlankRules;
  /** The text is the address of the label that it stands on, and follows it: see `withOwnAddress`. */
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
  /** The column's heading: the text of its cell in the first row, or in the rows that `reading` says. */
  readonly column: string;
  /** How the spreadsheet is read; undefined when nothing about it was chosen. */
  readonly reading?: SpreadsheetReading | undefined;
  /** The first row's value when the column was bound: shown while the spreadsheet is not at hand. */
  readonly firstValue: string;
  /** How its values are written; as the spreadsheet shows them (`PLAIN_FORMAT`) when left out. */
  readonly format?: ColumnFormat;
  /**
   * Takes the value that is stored and not what the spreadsheet shows: 1.005 and not `$1.01`. A format always works on the
   * stored value. False when left out.
   */
  readonly asStored?: boolean;
  /** The file of the user's cloud data that it was taken from, which may have been replaced or deleted since. */
  readonly cloudFile?: string | undefined;
}

export const SEQUENCE_TYPES = ['digits', 'hex', 'letters', 'alphanumeric'] as const;
/** The characters that a sequence counts in: base 10, 16, 26 or 36. */
export type SequenceType = (typeof SEQUENCE_TYPES)[number];

/** Limits of the step (in both directions) and of the number of labels in a row that may have the same value. */
export const MAX_SEQUENCE_STEP = 1_000_000_000;
export const MAX_SEQUENCE_REPEAT = 1_000_000;

/** A running number that continues from label to label. */
export interface SequenceSource extends SourceBase, Counting {
  readonly type: 'sequence';
  readonly kind: SequenceType;
  /** The value on the first label; its number of characters is kept. */
  readonly initial: string;
  /**
   * Names the counter by which the sequence goes on after each run; left out when every run begins with `initial`.
   * Sequences of one template that name the same counter have the same number on the same label.
   */
  readonly counter?: CounterId;
  /**
   * The value on the first label of a run, in place of `initial`, which still says how wide values are. Only in the template
   * of a run and never in the file: it comes from the counter, which gives '' at its end.
   */
  readonly next?: string;
}

/** The value of another element of the label, as far as it is in its data: see `value` of its definition. */
export interface ReferenceSource extends OnceCounting {
  readonly type: 'reference';
  /** An element of the same template that has a value. References never lead in a circle. */
  readonly element: ElementId;
}

/** What can be wrong with a reference of a file: there is no such element with a value, or it leads in a circle. */
export type ReferenceFault = Extract<ProblemCode, 'data.referenceMissing' | 'data.referenceCircle'>;

/**
 * A source of a kind that this version does not know, or with a value that it cannot use. `text` is shown in its place,
 * and labels with such a source are not printed.
 */
export interface UnknownSource extends SourceBase {
  readonly type: 'unknown';
  /** The file's `DataSourceType`. */
  readonly code: string;
  /** What is wrong with it, if it is a reference. */
  readonly fault?: ReferenceFault;
}

/** A source that takes its value from one place. */
export type SimpleSource = FixedSource | ColumnSource | SequenceSource | ReferenceSource | UnknownSource;

/** What a name in an expression stands for. */
export interface Operand {
  readonly name: string;
  readonly source: SimpleSource;
}

/**
 * A formula with what its names mean. It is kept as typed, even while it cannot be read. A name without an operand is a
 * problem of each label.
 */
export interface Expression {
  readonly formula: string;
  readonly operands: readonly Operand[];
  /** What stands in the file beside its names and is not known to this version. */
  readonly unknown?: UnknownParts;
}

/** A text that is calculated for each label: `formula` is a text with formulas in braces, such as `{Name} - {Price}`. */
export interface ExpressionSource extends OnceCounting, Expression {
  readonly type: 'expression';
  /** The value when the formula was last edited: shown where it cannot be calculated. */
  readonly lastValue: string;
}

/** One entry of an element's list of data sources. Their values are joined in order. */
export type DataSource = SimpleSource | ExpressionSource;

export function fixedText(text: string): FixedSource {
  return { type: 'fixed', text };
}

/** The source with another text, which somebody has typed. */
export function retyped(source: FixedSource, text: string): FixedSource {
  const { opensLabel: _, ...others } = source;
  return { ...others, text };
}

/** The source as fixed text: what was typed before it became something else (specification 2, section 4). */
export function asFixedText(source: DataSource): FixedSource {
  const { type, text, unknown } = source;
  // All that an unknown source says belongs to its kind.
  if (type === 'unknown') return fixedText(text);
  return withCounting({ ...fixedText(text), ...(unknown === undefined ? {} : { unknown }) }, countingOf(source));
}

/** How a source counts, or counted when it was a sequence; undefined for 1 and 1. */
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

/** The source that remembers how it counted; a sequence counts as it says itself, and what is unknown stays as it is. */
export function withCounting<S extends DataSource>(source: S, counting: Counting | undefined): S {
  if (counting === undefined || source.type === 'sequence' || source.type === 'unknown') return source;
  return { ...source, counting };
}

/** Why the value of an unknown source cannot be had. */
export function unknownSourceProblem({ code, fault }: UnknownSource): Problem {
  return problem(fault ?? 'data.unknownSource', { code });
}

/** The source itself and, of an expression, what its names mean. */
export function withOperands(source: DataSource): readonly DataSource[] {
  return source.type === 'expression' ? [source, ...source.operands.map((operand) => operand.source)] : [source];
}

/**
 * The expression with some of its operands replaced; the same object when none is. One that would become fixed text (its
 * element or spreadsheet is gone) is left out instead: its name then means nothing, which keeps labels from being printed
 * with a text that nobody calculated.
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
