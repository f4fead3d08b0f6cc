import { Button, Input } from 'antd';
import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { fixedText, type ColumnSource, type DataSource } from '#model/elements/base/content.ts';
import { problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import { boundTables } from '#model/data/tables.ts';
import type { ContentSlot } from '#editor/commands/content.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { Icon } from '../widgets/icons.tsx';
import { IconChoice, Row, SelectField } from '../widgets/fields.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '../session/store.ts';
import { columnSource, newSequence, offeredSheets, setSource } from './bindings.ts';
import { LoadingLine } from './LoadingLine.tsx';
import { MissingSpreadsheet } from './MissingSpreadsheet.tsx';
import { SequenceFields } from './SequenceFields.tsx';
import { useSpreadsheets } from './use-spreadsheets.tsx';

interface SourceCardProps {
  readonly slot: ContentSlot;
  readonly index: number;
  readonly source: DataSource;
  /** How high the text field is at least. */
  readonly lines: number;
}

/** One data source: typed text, a column of a spreadsheet, or a running number. */
export function SourceCard({ slot, index, source, lines }: SourceCardProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { data, editor } = useEditorSession();
  const { run } = useActions();
  const { sheets } = useStore(data.state);
  /** The spreadsheet side is open, but nothing is bound yet. */
  const [choosing, setChoosing] = useState(false);
  const kind = choosing ? 'column' : source.type;

  async function bindTo(info: SpreadsheetInfo, sheetName?: string, columnName?: string): Promise<void> {
    const offered = offeredSheets(info);
    const sheet = offered.find((s) => s.name === sheetName) ?? offered[0];
    const column = sheet?.columns.find((c) => c === columnName) ?? sheet?.columns[0];
    if (sheet === undefined || column === undefined) return;
    const first = await data.firstValue(info.connection, sheet.name, column);
    run(setSource(slot, index, columnSource(info, sheet.name, column, first, source.text)));
    setChoosing(false);
  }

  function changeKind(next: DataSource['type']): void {
    if (next === kind) return;
    if (next !== 'column') {
      setChoosing(false);
      if (source.type === next) return;
      run(setSource(slot, index, next === 'fixed' ? fixedText(source.text) : newSequence(source.text)));
      return;
    }
    // Most labels take everything from one sheet, so the sheet that was bound last is proposed.
    const last = boundTables(editor.state().template).at(-1);
    const known = (last === undefined ? undefined : sheets.get(last.connection)) ?? [...sheets.values()].at(-1);
    if (known === undefined) setChoosing(true);
    else void bindTo(known, last?.sheet);
  }

  return (
    <div className="ed-source">
      <IconChoice
        label={t('data.kind')}
        value={kind === 'unknown' ? null : kind}
        choices={[
          { value: 'fixed', label: t('data.fixed') },
          { value: 'column', label: t('data.spreadsheet') },
          { value: 'sequence', label: t('data.sequence') },
        ]}
        onChange={changeKind}
      />
      {source.type === 'unknown' && kind === 'unknown' ? (
        <p className="ed-hint" data-testid="unknown-source">
          {problemText(t, problem('data.unknownSource', { code: source.code }))} <b>{source.text}</b>
        </p>
      ) : kind === 'fixed' ? (
        <FixedField slot={slot} index={index} text={source.text} lines={lines} />
      ) : kind === 'sequence' && source.type === 'sequence' ? (
        <SequenceFields slot={slot} index={index} source={source} />
      ) : (
        <ColumnFields source={source.type === 'column' ? source : null} bindTo={bindTo} />
      )}
    </div>
  );
}

interface FixedFieldProps {
  readonly slot: ContentSlot;
  readonly index: number;
  readonly text: string;
  readonly lines: number;
}

function FixedField({ slot, index, text, lines }: FixedFieldProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const { run } = useActions();
  return (
    <div data-content-field>
      <Input.TextArea
        autoSize={{ minRows: lines, maxRows: 8 }}
        aria-label={t('panel.content')}
        data-testid="content-input"
        placeholder={t('tips:tip124')}
        value={text}
        spellCheck={false}
        onChange={(event) =>
          run(setSource(slot, index, fixedText(event.target.value)), `content:${slot.id}:${slot.content}:${index}`)
        }
        onBlur={() => editor.endMerge()}
      />
    </div>
  );
}

function ColumnFields({
  source,
  bindTo,
}: {
  source: ColumnSource | null;
  bindTo(info: SpreadsheetInfo, sheet?: string, column?: string): Promise<void>;
}): JSX.Element {
  const { t } = useTranslation('editor');
  const { data } = useEditorSession();
  const { sheets, missing, loading } = useStore(data.state);
  const { choose } = useSpreadsheets();
  const info = source === null ? undefined : sheets.get(source.connection);
  const sheet = info?.sheets.find((s) => s.name === source?.sheet);
  const chooseNew = (): void => {
    void choose().then((chosen) => (chosen === null ? undefined : bindTo(chosen, source?.sheet, source?.column)));
  };

  return (
    <>
      {source !== null && missing.has(source.connection) ? (
        <MissingSpreadsheet connection={source.connection} fileName={source.fileName} />
      ) : null}
      {info === undefined || source === null ? null : (
        <>
          <Row label={t('data.file')}>
            <SelectField
              label={t('data.file')}
              testId="data-file"
              value={info.connection}
              choices={[...sheets.values()].map((s) => ({ value: s.connection, label: s.fileName }))}
              onChange={(connection) => {
                const chosen = sheets.get(connection);
                if (chosen !== undefined) void bindTo(chosen, source.sheet, source.column);
              }}
            />
          </Row>
          <Row label={t('data.sheet')}>
            <SelectField
              label={t('data.sheet')}
              testId="data-sheet"
              value={source.sheet}
              choices={offeredSheets(info).map((s) => ({ value: s.name, label: s.name }))}
              onChange={(name) => void bindTo(info, name)}
            />
          </Row>
          <Row label={t('data.column')}>
            <SelectField
              label={t('data.column')}
              testId="data-column"
              value={source.column}
              choices={(sheet?.columns ?? []).map((name) => ({ value: name, label: name }))}
              onChange={(column) => void bindTo(info, source.sheet, column)}
            />
          </Row>
        </>
      )}
      {loading === null ? (
        <Button
          size="small"
          block
          type={source === null ? 'primary' : 'default'}
          icon={<Icon name="sheet" size={16} />}
          data-testid="choose-spreadsheet"
          onClick={chooseNew}
        >
          {t(source === null ? 'data.choose' : 'data.chooseOther')}
        </Button>
      ) : (
        <LoadingLine />
      )}
      {source === null ? <p className="ed-hint">{t('data.chooseHint')}</p> : null}
    </>
  );
}
