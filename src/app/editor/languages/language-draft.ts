import type { ColumnSource } from '#model/elements/base/content.ts';
import type { LanguageTag } from '#model/elements/base/translations.ts';
import { isUntranslated, type TextKey, type TranslatableText } from '#model/elements/translated.ts';
import { MAX_LANGUAGES, namedLanguage, type LabelLanguages } from '#model/template/label-languages.ts';

/** The changed cells of a text by language; null for no translation. */
export type ChangedCells = Readonly<Record<LanguageTag, string | null>>;

/** The languages and translations in the dialog, before they are applied to the label. */
export interface LanguageDraft {
  /** The main language first. */
  readonly tags: LabelLanguages['tags'];
  /** Null where the language is chosen when printing. */
  readonly column: ColumnSource | null;
  readonly cells: ReadonlyMap<TextKey, ChangedCells>;
}

/** The translation of a text in the draft; null for none. */
export function cellOf(
  { cells }: LanguageDraft,
  { key, translations }: TranslatableText,
  tag: LanguageTag,
): string | null {
  const changed = cells.get(key)?.[tag];
  return changed === undefined ? (translations[tag] ?? null) : changed;
}

/** The draft with another text in a cell. An emptied cell has no translation. */
export function withCell(draft: LanguageDraft, text: TranslatableText, tag: LanguageTag, typed: string): LanguageDraft {
  // An empty translation is one of its own, which shows nothing: it stays until something is typed.
  if (typed === (cellOf(draft, text, tag) ?? '')) return draft;
  const changed = { ...draft.cells.get(text.key), [tag]: typed === '' ? null : typed };
  return { ...draft, cells: new Map(draft.cells).set(text.key, changed) };
}

/** How many texts a language of the draft lacks. */
export function missingCount(draft: LanguageDraft, texts: readonly TranslatableText[], tag: LanguageTag): number {
  return texts.filter((text) => {
    const cell = cellOf(draft, text, tag);
    return isUntranslated({ ...text, translations: cell === null ? {} : { [tag]: cell } }, tag);
  }).length;
}

/** The draft with one more language at its end; the same draft for one that it has, and when it has too many. */
export function withLanguage(draft: LanguageDraft, tag: LanguageTag): LanguageDraft {
  const [main, ...others] = draft.tags;
  if (draft.tags.includes(tag) || draft.tags.length >= MAX_LANGUAGES) return draft;
  return { ...draft, tags: [main, ...others, tag] };
}

/** The draft without a language that is not the main one. Its cells are kept, in case it is added again. */
export function withoutTag(draft: LanguageDraft, tag: LanguageTag): LanguageDraft {
  const [main, ...others] = draft.tags;
  return { ...draft, tags: [main, ...others.filter((other) => other !== tag)] };
}

/** The languages of the draft; null for a label in one language. */
export function languagesOf({ tags, column }: LanguageDraft): LabelLanguages | null {
  if (tags.length < 2) return null;
  return { tags, ...(column === null ? {} : { column }) };
}

/** What a paste could not use. */
export interface PasteReport {
  /** The cells that were written. */
  readonly placed: number;
  readonly rowsBeyond: number;
  readonly columnsBeyond: number;
}

/** A cell of the table: a text, and one of the languages after the main one. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/**
 * Pastes cells of a spreadsheet. A table whose first row names the main language is matched by its headings and main texts,
 * whatever their order; other cells are filled in from the place of the caret on.
 */
export function pasted(
  draft: LanguageDraft,
  texts: readonly TranslatableText[],
  at: CellPlace,
  cells: readonly (readonly string[])[],
): { readonly draft: LanguageDraft; readonly report: PasteReport } {
  const tags = (cells[0] ?? []).map((heading) => tagOfHeading(draft, heading));
  const main = tags.indexOf(draft.tags[0]);
  return main >= 0 && tags.some((tag, i) => tag !== null && i !== main)
    ? pastedTable(draft, texts, tags, main, cells.slice(1))
    : pastedBlock(draft, texts, at, cells);
}

/** A heading as it was copied, or as a translator may write it. */
function tagOfHeading(draft: LanguageDraft, heading: string): LanguageTag | null {
  const inBrackets = /\(([^()]+)\)\s*$/.exec(heading)?.[1];
  for (const text of [inBrackets ?? heading, heading]) {
    const named = namedLanguage(draft, text);
    if (named.ok) return named.value;
  }
  return null;
}

function pastedTable(
  draft: LanguageDraft,
  texts: readonly TranslatableText[],
  tags: readonly (LanguageTag | null)[],
  main: number,
  rows: readonly (readonly string[])[],
): ReturnType<typeof pasted> {
  const byText = new Map<string, TranslatableText[]>();
  for (const text of texts) {
    const same = byText.get(text.text);
    if (same === undefined) byText.set(text.text, [text]);
    else same.push(text);
  }
  /** Rows with one main text belong to its texts in their order; a single row belongs to all of them. */
  const rowsOf = new Map<string, (readonly string[])[]>();
  let rowsBeyond = 0;
  for (const row of rows) {
    const text = row[main] ?? '';
    if (!byText.has(text)) {
      if (row.some((cell) => cell !== '')) rowsBeyond++;
      continue;
    }
    const same = rowsOf.get(text);
    if (same === undefined) rowsOf.set(text, [row]);
    else same.push(row);
  }
  let next = draft;
  let placed = 0;
  for (const [text, own] of rowsOf) {
    const targets = byText.get(text) ?? [];
    if (own.length > targets.length) rowsBeyond += own.length - targets.length;
    for (const [i, target] of targets.entries()) {
      const row = own.length === 1 ? own[0] : own[i];
      if (row === undefined) continue;
      for (const [column, tag] of tags.entries()) {
        if (tag === null || column === main) continue;
        next = withCell(next, target, tag, row[column] ?? '');
        placed++;
      }
    }
  }
  // The first column has the names of the elements.
  const columnsBeyond = tags.filter((tag, i) => tag === null && i > 0).length;
  return { draft: next, report: { placed, rowsBeyond, columnsBeyond } };
}

function pastedBlock(
  draft: LanguageDraft,
  texts: readonly TranslatableText[],
  at: CellPlace,
  cells: readonly (readonly string[])[],
): ReturnType<typeof pasted> {
  const others = draft.tags.slice(1);
  let next = draft;
  let placed = 0;
  const widest = Math.max(0, ...cells.slice(0, texts.length).map((row) => row.length));
  for (const [i, row] of cells.slice(0, texts.length - at.row).entries()) {
    for (const [k, cell] of row.entries()) {
      const text = texts[at.row + i];
      const tag = others[at.column + k];
      if (text === undefined || tag === undefined) continue;
      next = withCell(next, text, tag, cell);
      placed++;
    }
  }
  return {
    draft: next,
    report: {
      placed,
      rowsBeyond: Math.max(0, cells.length - (texts.length - at.row)),
      columnsBeyond: Math.max(0, widest - (others.length - at.column)),
    },
  };
}

/** The table as text for a spreadsheet: the place of each text, its main text and its translations. */
export function copiedTable(
  draft: LanguageDraft,
  texts: readonly TranslatableText[],
  headings: readonly string[],
  placeOf: (text: TranslatableText) => string,
): string {
  const [, ...others] = draft.tags;
  const rows = texts.map((text) => [placeOf(text), text.text, ...others.map((tag) => cellOf(draft, text, tag) ?? '')]);
  return [headings, ...rows].map((row) => row.map(tabbedCell).join('\t')).join('\r\n');
}

function tabbedCell(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
