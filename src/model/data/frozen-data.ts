import type { SpreadsheetRef } from '#model/elements/base/reading.ts';
import type { DocumentPlan } from '#model/document/document-plan.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import type { CellEdit } from './cell-edit.ts';
import { readCopyCounts, selectRecords, MOST_COUNTED } from './copies.ts';
import { documentRecords } from './document-records.ts';
import { openRecordSource, type RecordSource, type RowReader } from './record-source.ts';
import { type RowSet, rowRange } from './row-set.ts';
import { boundTables } from './tables.ts';

/** The cells of a sheet that were edited here and not in the file. */
export interface SheetEdits extends SpreadsheetRef {
  readonly sheet: string;
  readonly edits: readonly CellEdit[];
}

/**
 * The spreadsheet data of a run, by value: with the template, whose connections name the files by their bytes, it gives
 * the same records again, whatever is chosen or edited later. It is serializable.
 */
export interface FrozenData {
  /** How many records there were to choose from. */
  readonly count: number;
  /** The chosen ones, counted from 0. */
  readonly rows: RowSet;
  /** The column with the copies per row; null when every row gives one. */
  readonly copiesColumn: string | null;
  /** A row with more labels than this is rejected. */
  readonly mostCopies: number;
  /** For each sheet that the template is bound to. */
  readonly edits: readonly SheetEdits[];
  /** Which labels of the chosen records there are, if a run repeats others; all when left out. */
  readonly part?: LabelPart;
  /**
   * The records that sequences with a counter count by: those of the run that is reprinted. The chosen ones when left
   * out.
   */
  readonly numbered?: RowSet;
  /** The parts of documents that are the records; left out if they come from spreadsheets. */
  readonly document?: DocumentPlan;
}

/**
 * Opens the frozen records. The reader must give the cells with their edits from then. Problems: those of the reader;
 * `print.keptChanged` when there are fewer records than then.
 */
export async function openFrozenRecords(
  template: Template,
  data: FrozenData,
  reader: RowReader,
  signal: AbortSignal,
): Promise<Result<RecordSource>> {
  // The count already includes the ends of sequences. Values used since then don't change it.
  const opened =
    data.document === undefined
      ? await openRecordSource(template, reader, signal, 'sheetsEnd')
      : ok(documentRecords(data.document));
  if (!opened.ok) return opened;
  const { rows, copiesColumn, mostCopies, part, numbered = null, count } = data;
  if (opened.value.count < count) return err(problem('print.keptChanged'));
  const source = { ...opened.value, count };
  const [table] = boundTables(template);
  const counts =
    copiesColumn === null || table === undefined
      ? ok(null)
      : await readCopyCounts(table, copiesColumn, count, reader, signal);
  if (!counts.ok) return counts;
  const chosen = selectRecords(source, rows, counts.value, mostCopies, numbered);
  return ok(part === undefined ? chosen : withPart(chosen, part));
}

/**
 * The same records, opened again when the first of them is read: their number and the number of their labels are known
 * already.
 */
export function reopenedRecords(
  known: RecordSource,
  open: (signal: AbortSignal) => Promise<Result<RecordSource>>,
): RecordSource {
  let opened: RecordSource | null = null;
  return {
    ...known,
    async read(first, count, signal) {
      if (opened === null) {
        const source = await open(signal);
        if (!source.ok) return source;
        if (source.value.count !== known.count) return err(problem('print.keptChanged'));
        opened = source.value;
      }
      return opened.read(first, count, signal);
    },
  };
}

/** A part of the labels of some records. */
interface LabelPart {
  /** Each record gives this many times its number of labels. */
  readonly times: number;
  /** How many labels the first record gives; as many as the others when left out. */
  readonly ofFirst?: number;
}

/** The same records with the labels of the part. */
function withPart(source: RecordSource, { times, ofFirst }: LabelPart): RecordSource {
  const copiesAt = (place: number): number =>
    place === 0 && ofFirst !== undefined ? ofFirst : (source.copiesAt?.(place) ?? 1) * times;
  return {
    ...source,
    copiesAt,
    async read(first, count, signal) {
      const read = await source.read(first, count, signal);
      return read.ok ? ok(read.value.map((record, i) => ({ ...record, copies: copiesAt(first + i) }))) : read;
    },
  };
}

/** The documents' part of a run's frozen data. The documents' bytes are stored separately, by their keys. */
export function documentData(plan: DocumentPlan): FrozenData {
  const { count } = documentRecords(plan);
  return {
    count,
    rows: rowRange(0, count),
    copiesColumn: null,
    mostCopies: MOST_COUNTED,
    edits: [],
    document: plan,
  };
}
