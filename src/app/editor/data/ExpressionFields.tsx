import { Button } from 'antd';
import { useRef, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '#model/kernel/result.ts';
import type { ColumnSource, ExpressionSource, Operand } from '#model/elements/base/content.ts';
import { spreadsheetKey, type SpreadsheetKey } from '#model/elements/base/reading.ts';
import type { LanguageTag } from '#model/elements/base/translations.ts';
import { contentsOf } from '#model/elements/element.ts';
import { sourceIn, withSourceTranslation } from '#model/elements/translated.ts';
import { contentOf, lastKnownContent } from '#model/data/content.ts';
import { createElementValues, elementLookup } from '#model/data/element-values.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import type { ContentSlot } from '#editor/commands/content.ts';
import { expressionOf } from '#editor/commands/expressions.ts';
import { setSource } from '#editor/commands/sources.ts';
import { textOf } from '#editor/commands/translations.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';
import { Icon } from '../widgets/icons.tsx';
import { columnSource, offeredSheets } from './bindings.ts';
import { FormulaField } from './FormulaField.tsx';
import { LoadingRow } from './LoadingRow.tsx';
import { MissingSpreadsheet } from './MissingSpreadsheet.tsx';
import { useSpreadsheets } from './use-spreadsheets.tsx';
import { useOfferedNames } from './use-offered-names.ts';

interface ExpressionFieldsProps {
  readonly slot: ContentSlot;
  readonly index: number;
  readonly source: ExpressionSource;
  readonly lines: number;
  readonly inCell: boolean;
}

/** A text with formulas, and its result on the shown label. */
export function ExpressionFields({ slot, index, source, lines, inCell }: ExpressionFieldsProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { data, editor } = useEditorSession();
  const { run } = useActions();
  const { record, missing, loading } = useStore(data.state);
  const { choose } = useSpreadsheets();
  const elements = useEditorState((s) => s.template.elements);
  const { columns, elementsFor } = useOfferedNames();
  const element = elements.find((each) => each.id === slot.id);
  const others = (): readonly Operand[] => (element === undefined || inCell ? [] : elementsFor(element));
  const values = createElementValues(elementLookup(elements), record, { now: localTimeAt() });
  const { language } = record;
  const shown = language === undefined ? source : sourceIn(source, language);
  const value: Result<string> = contentOf([shown], record, values);

  const absent = missingOperands(source.operands, missing);
  const mergeKey = `formula:${slot.id}:${slot.content}:${index}`;
  /** Whether the formula was changed since the field was entered. */
  const isChanged = useRef(false);

  async function chooseSpreadsheet(): Promise<void> {
    const info = await choose();
    const sheet = info === null ? undefined : offeredSheets(info)[0];
    if (info === null || sheet === undefined) return;
    const first = await data.firstRow(info, sheet.name, sheet.columns);
    const typed = latest();
    if (typed === null) return;
    // Resolves names that were typed before the spreadsheet was loaded.
    const found = sheet.columns.map((name, i) => ({
      name,
      source: columnSource(info, sheet.name, name, first[i] ?? '', ''),
    }));
    change(textOf(typed, language), found, typed);
    editor.endMerge();
  }
  /** The latest source, which may have been edited since this was rendered. Null if another source has replaced it. */
  function latest(): ExpressionSource | null {
    const current = editor.state().template.elements.find((each) => each.id === slot.id);
    const found = current === undefined ? undefined : contentsOf(current)[slot.content]?.sources[index];
    return found?.type === 'expression' ? found : null;
  }
  function change(formula: string, offered: readonly Operand[] = columns, from = source): void {
    const typed = expressionOf(formula, 'text', from.operands, [...offered, ...others()]);
    const next = withFormula(from, typed, language);
    isChanged.current = true;
    if (language !== undefined) return run(setSource(slot, index, next), mergeKey);
    const now = contentOf([next], record, values);
    // The text that a file shows where expressions are not supported.
    const lastValue = now.ok ? now.value : lastKnownContent([next], values);
    run(setSource(slot, index, { ...next, lastValue }), mergeKey);
  }
  /** By now the cells that a new name needs are loaded, which they may not have been during typing. */
  function finish(): void {
    if (
      language === undefined &&
      isChanged.current &&
      latest() === source &&
      value.ok &&
      value.value !== source.lastValue
    ) {
      run(setSource(slot, index, { ...source, lastValue: value.value }), mergeKey);
    }
    isChanged.current = false;
    editor.endMerge();
  }
  return (
    <>
      {absent.map((each) => (
        <MissingSpreadsheet key={spreadsheetKey(each)} spreadsheet={each} fileName={each.fileName} />
      ))}
      <FormulaField
        label={t('formula.label')}
        testId="formula-input"
        form="text"
        formula={shown.formula}
        placeholder={t('formula.example')}
        lines={lines}
        columns={columns}
        elements={others}
        fault={value.ok || absent.length > 0 ? null : value.error}
        onChange={(formula) => change(formula)}
        onEnd={finish}
      />
      {value.ok ? (
        <p className="ed-hint" data-testid="formula-value">
          {t('formula.gives')} <b>{value.value === '' ? t('data.emptyText') : value.value}</b>
        </p>
      ) : null}
      {columns.length > 0 ? null : loading === null ? (
        <Button
          size="small"
          block
          icon={<Icon name="sheet" size={16} />}
          data-testid="choose-spreadsheet"
          onClick={() => void chooseSpreadsheet()}
        >
          {t('data.choose')}
        </Button>
      ) : (
        <LoadingRow />
      )}
    </>
  );
}

/** The source with a formula typed in a language. Names that only other languages use keep their meaning. */
function withFormula(
  source: ExpressionSource,
  { formula, operands: used }: Pick<ExpressionSource, 'formula' | 'operands'>,
  language: LanguageTag | undefined,
): ExpressionSource {
  const isShared = language !== undefined || source.translations !== undefined;
  const others = source.operands.filter(({ name }) => used.every((operand) => operand.name !== name));
  const operands = isShared ? [...used, ...others] : used;
  return language === undefined
    ? { ...source, formula, operands }
    : withSourceTranslation({ ...source, operands }, language, formula);
}

/** A column of each spreadsheet that the names need and that is missing on this device. */
function missingOperands(operands: readonly Operand[], missing: ReadonlySet<SpreadsheetKey>): readonly ColumnSource[] {
  const found = new Map<SpreadsheetKey, ColumnSource>();
  for (const { source } of operands) {
    if (source.type === 'column' && missing.has(spreadsheetKey(source))) found.set(spreadsheetKey(source), source);
  }
  return [...found.values()];
}
