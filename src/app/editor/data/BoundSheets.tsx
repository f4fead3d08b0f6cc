import { Button, Tooltip } from 'antd';
import { Fragment, useMemo, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { spreadsheetKey, type SpreadsheetKey, type SpreadsheetRef } from '#model/elements/base/reading.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { boundTables } from '#model/data/tables.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import { Icon } from '../widgets/icons.tsx';
import { Section } from '../widgets/fields.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { useStore } from '../session/store.ts';
import { sourcesBoundTo, unbindAll } from './bindings.ts';
import { CloudSheetLine } from './CloudSheetLine.tsx';
import { LoadingLine } from './LoadingLine.tsx';
import { MissingSpreadsheet } from './MissingSpreadsheet.tsx';
import { SheetEntries } from './SheetEntries.tsx';
import { shortFileName } from './source-name.ts';
import { useCloudSheets, type CloudSheets } from './use-cloud-sheets.ts';
import { useSpreadsheets } from './use-spreadsheets.tsx';

/** Lists the open and the bound spreadsheets, the fields that use each, and those that this device does not have. */
export function BoundSheets(): JSX.Element {
  const { t } = useTranslation('editor');
  const { data } = useEditorSession();
  const { run } = useActions();
  const { chooseReading } = useSpreadsheets();
  const cloud = useCloudSheets();
  const { sheets, missing, loading, problem } = useStore(data.state);
  const template = useEditorState((s) => s.template);
  const files = useMemo(() => {
    const all = new Map<SpreadsheetKey, SpreadsheetRef & { readonly fileName: string }>();
    for (const table of boundTables(template)) all.set(spreadsheetKey(table), table);
    for (const [key, info] of sheets) all.set(key, info);
    return [...all].map(([key, spreadsheet]) => ({
      key,
      spreadsheet,
      fileName: spreadsheet.fileName,
      cloudFile: sourcesBoundTo(template.elements, spreadsheet)[0]?.cloudFile ?? sheets.get(key)?.cloudFile,
      columns: [...new Set(sourcesBoundTo(template.elements, spreadsheet).map((s) => s.column))],
    }));
  }, [template, sheets]);
  return (
    <Section title={t('data.title')}>
      {files.length === 0 ? <p className="ed-hint">{t('data.none')}</p> : null}
      {problem === null || missing.size > 0 ? null : (
        <p className="ed-data-problem" role="alert" data-testid="data-problem">
          <Icon name="warning" size={16} />
          <span>{problemText(t, problem)}</span>
        </p>
      )}
      {files.map(({ key, spreadsheet, fileName, columns, cloudFile }) =>
        missing.has(key) ? (
          <MissingSpreadsheet
            key={key}
            spreadsheet={spreadsheet}
            fileName={fileName}
            cloud={cloud.state({ ...spreadsheet, cloudFile })}
            onTakeNewer={({ file }) => void cloud.takeNewer(spreadsheet, file)}
          />
        ) : (
          <Fragment key={key}>
            <div className="ed-sheet">
              <Icon name="sheet" />
              <div className="ed-sheet-text">
                <strong title={fileName}>{shortFileName(fileName)}</strong>
                <span>
                  {t('data.rows', {
                    count: sheets.get(key)?.sheets.reduce((n, s) => Math.max(n, s.rowCount), 0) ?? 0,
                  })}
                  {columns.length === 0 ? ` · ${t('data.notUsed')}` : ` · ${columns.join(', ')}`}
                </span>
                <BadCellsLine info={sheets.get(key)} />
              </div>
              <ReadingButton info={sheets.get(key)} onPress={(info) => void chooseReading(info)} />
              {columns.length === 0 ? null : (
                <Button size="small" type="text" onClick={() => run(unbindAll(spreadsheet))}>
                  {t('data.unbind')}
                </Button>
              )}
            </div>
            <CloudLine info={sheets.get(key)} cloudFile={cloudFile} cloud={cloud} />
          </Fragment>
        ),
      )}
      {loading === null ? <SheetEntries chooseText={t('data.choose')} /> : <LoadingLine />}
    </Section>
  );
}

function CloudLine({
  info,
  cloudFile,
  cloud,
}: {
  info: SpreadsheetInfo | undefined;
  cloudFile: string | undefined;
  cloud: CloudSheets;
}): JSX.Element | null {
  if (info === undefined) return null;
  return (
    <CloudSheetLine
      info={{ ...info, cloudFile }}
      state={cloud.state({ ...info, cloudFile })}
      onTakeNewer={({ file }) => void cloud.takeNewer(info, file)}
    />
  );
}

function ReadingButton({
  info,
  onPress,
}: {
  info: SpreadsheetInfo | undefined;
  onPress(info: SpreadsheetInfo): void;
}): JSX.Element | null {
  const { t } = useTranslation('editor');
  if (info === undefined) return null;
  return (
    <Tooltip title={t('reading.open')} mouseEnterDelay={0.5}>
      <Button
        size="small"
        type="text"
        aria-label={t('reading.open')}
        data-testid="sheet-reading"
        icon={<Icon name="settings" size={16} />}
        onClick={() => onPress(info)}
      />
    </Tooltip>
  );
}

/** Says that not all of a text file could be read. */
function BadCellsLine({ info }: { info: SpreadsheetInfo | undefined }): JSX.Element | null {
  const { t } = useTranslation('editor');
  const bad = info?.text?.badCells ?? null;
  return bad === null ? null : (
    <span className="ed-sheet-bad" role="alert" data-testid="bad-cells">
      {t('reading.badCells', { ...bad })}
    </span>
  );
}
