import { useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { asFixedText, unknownSourceProblem, type ColumnSource, type DataSource } from '#model/elements/base/content.ts';
import type { ColumnFormat } from '#model/elements/base/column-format.ts';
import { spreadsheetKey } from '#model/elements/base/reading.ts';
import { contentsOf } from '#model/elements/element.ts';
import { columnRequest } from '#model/data/cell-form.ts';
import { boundTables } from '#model/data/tables.ts';
import { problem } from '#model/kernel/problem.ts';
import type { ContentSlot } from '#editor/commands/content.ts';
import { asSequence, isReferenced, newExpression, setSource } from '#editor/commands/sources.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { SelectField } from '../widgets/fields.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';
import { BlankFields } from './BlankFields.tsx';
import { columnNames, columnSource, matchingColumn, offeredSheets } from './bindings.ts';
import { ExpressionFields } from './ExpressionFields.tsx';
import { ColumnFields } from './ColumnFields.tsx';
import { FixedField } from './FixedField.tsx';
import { ReferenceFields } from './ReferenceFields.tsx';
import { SequenceFields } from './SequenceFields.tsx';

interface SourceCardProps {
  readonly slot: ContentSlot;
  readonly index: number;
  readonly source: DataSource;
  /** The least number of lines of the text field. */
  readonly lines: number;
  /** A table cell: it can't show the value of another element. */
  readonly inCell: boolean;
  readonly placeholder?: string | undefined;
  /** Whether the element has no other source: the card then shows its problems, otherwise the list of problems does. */
  readonly isOnly: boolean;
}

type Kind = Exclude<DataSource['type'], 'unknown'>;

const formatOf = (source: DataSource | undefined): ColumnFormat | undefined =>
  source?.type === 'column' ? source.format : undefined;

/**
 * One data source: typed text, a column of a spreadsheet, a running number, an expression, or another element's value.
 */
export function SourceCard(props: SourceCardProps): JSX.Element {
  const { slot, index, source, lines, inCell, placeholder, isOnly } = props;
  const { t } = useTranslation('editor');
  const { data, editor } = useEditorSession();
  const { run, report } = useActions();
  const { sheets } = useStore(data.state);
  /** The kind that the user has switched to, until a column or element is selected. */
  const [choosing, setChoosing] = useState<'column' | 'reference' | null>(null);
  const kind = choosing !== null && choosing !== source.type ? choosing : source.type;
  /** The latest choice of a column, while its first value is loading; earlier ones are dropped. */
  const awaited = useRef<{ readonly next: ColumnSource; readonly formatBefore: ColumnFormat | undefined } | null>(null);

  /** The current source, which may have changed during an asynchronous step. */
  function current(): DataSource | undefined {
    const element = editor.state().template.elements.find(({ id }) => id === slot.id);
    return element === undefined ? undefined : contentsOf(element)[slot.content]?.sources[index];
  }

  function namesHere(): readonly string[] {
    const element = editor.state().template.elements.find(({ id }) => id === slot.id);
    return element === undefined ? [] : columnNames(element, source.text);
  }

  async function bindTo(info: SpreadsheetInfo, sheetName?: string, columnName?: string): Promise<void> {
    const offered = offeredSheets(info);
    const sheet = offered.find((s) => s.name === sheetName) ?? offered[0];
    const columns = sheet?.columns ?? [];
    const column = columns.find((c) => c === columnName) ?? matchingColumn(columns, namesHere()) ?? columns[0];
    if (sheet === undefined || column === undefined) return;
    awaited.current = null;
    await take(columnSource(info, sheet.name, column, '', source.text));
  }

  async function take(next: ColumnSource): Promise<void> {
    // Consecutive choices are compared with the source before the first of them.
    const { formatBefore } = awaited.current ?? { formatBefore: formatOf(current()) };
    const choice = { next, formatBefore };
    awaited.current = choice;
    const firstValue = await data.firstValue(next, next.sheet, columnRequest(next));
    const now = current();
    if (choice !== awaited.current || now === undefined) return;
    awaited.current = null;
    const { format: _before, ...bound } = { ...next, firstValue };
    // A format that was set since is meant for this column.
    const format = formatOf(now) === choice.formatBefore ? next.format : formatOf(now);
    run(setSource(slot, index, format === undefined ? bound : { ...bound, format }));
    setChoosing(null);
  }

  /** For the bound column, or for one that was just selected and is not shown yet. */
  async function takeAsStored(bound: ColumnSource, asStored: boolean): Promise<void> {
    const { asStored: _before, ...shown } = awaited.current?.next ?? bound;
    await take(asStored ? { ...shown, asStored } : shown);
  }

  /** Binds to a loaded file, perhaps a while after it was chosen: looks for the current sheet and column in it. */
  async function bindToFile(info: SpreadsheetInfo): Promise<void> {
    const now = current();
    await (now?.type === 'column' ? bindTo(info, now.sheet, now.column) : bindTo(info));
  }

  /** The transitions of specification 2, section 4. */
  function changeKind(next: Kind): void {
    if (next === kind) return;
    setChoosing(null);
    if (source.type === next) return;
    awaited.current = null;
    switch (next) {
      case 'fixed':
        return run(setSource(slot, index, asFixedText(source)));
      case 'sequence':
        return run(setSource(slot, index, asSequence(source)));
      case 'expression':
        return run(setSource(slot, index, newExpression(source.text)));
      case 'column': {
        // Most labels use a single spreadsheet, so the one bound last is the default.
        const last = boundTables(editor.state().template).at(-1);
        const known =
          (last === undefined ? undefined : sheets.get(spreadsheetKey(last))) ?? [...sheets.values()].at(-1);
        if (known === undefined) setChoosing('column');
        else void bindTo(known);
        return;
      }
      case 'reference': {
        const { elements } = editor.state().template;
        const element = elements.find((e) => e.id === slot.id);
        if (element === undefined || !isReferenced(elements, element)) return setChoosing('reference');
        report(problem('data.referenced'));
        if (source.type !== 'fixed') run(setSource(slot, index, asFixedText(source)));
      }
    }
  }

  const kinds: { readonly value: Kind; readonly label: string }[] = [
    { value: 'fixed', label: t('data.fixed') },
    { value: 'column', label: t('data.spreadsheet') },
    { value: 'sequence', label: t('data.sequence') },
  ];
  kinds.push({ value: 'expression', label: t('data.expression') });
  if (!inCell) kinds.push({ value: 'reference', label: t('data.reference') });
  return (
    <div className="ed-source">
      <SelectField
        label={t('data.kind')}
        testId="source-kind"
        value={kind === 'unknown' ? null : kind}
        choices={kinds}
        onChange={changeKind}
      />
      {source.type === 'unknown' && kind === 'unknown' ? (
        <p className="ed-hint" data-testid="unknown-source">
          {isOnly ? problemText(t, unknownSourceProblem(source)) : null} <b>{source.text}</b>
        </p>
      ) : kind === 'fixed' && source.type === 'fixed' ? (
        <>
          <FixedField slot={slot} index={index} source={source} lines={lines} placeholder={placeholder} />
          {source.opensLabel === true ? null : <BlankFields slot={slot} index={index} source={source} />}
        </>
      ) : kind === 'sequence' && source.type === 'sequence' ? (
        <SequenceFields slot={slot} index={index} source={source} />
      ) : kind === 'expression' && source.type === 'expression' ? (
        <ExpressionFields slot={slot} index={index} source={source} lines={lines} inCell={inCell} />
      ) : kind === 'reference' ? (
        <ReferenceFields
          slot={slot}
          index={index}
          source={source.type === 'reference' ? source : null}
          text={source.text}
        />
      ) : (
        <ColumnFields
          source={source.type === 'column' ? source : null}
          bindTo={bindTo}
          bindToFile={bindToFile}
          takeAsStored={takeAsStored}
          setFormat={(bound, format, merge) =>
            run(
              setSource(slot, index, { ...bound, format }),
              merge === undefined ? undefined : `format:${merge}:${slot.id}:${slot.content}:${index}`,
            )
          }
          onFormatEnd={() => editor.endMerge()}
        />
      )}
    </div>
  );
}
