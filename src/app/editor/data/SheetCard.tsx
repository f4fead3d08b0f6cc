import { App, Button } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { tooltip } from '#app/ui/tooltips.tsx';
import { readQueryAddress } from '#model/elements/base/query-address.ts';
import { isWebConnection, type SpreadsheetRef } from '#model/elements/base/reading.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { useServices } from '#app/state/services.tsx';
import { DESTRUCTIVE } from '#app/ui/choice/destructive.ts';
import { Icon } from '../widgets/icons.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { unbindAll } from './bindings.ts';
import { CloudSheetRow } from './CloudSheetRow.tsx';
import { shortFileName } from './source-name.ts';
import type { CloudSheets } from './use-cloud-sheets.ts';
import { useSpreadsheets } from './use-spreadsheets.tsx';
import { useWebFetch } from './use-web-fetch.ts';
import { WebCopyRow } from './WebCopyRow.tsx';

interface SheetCardProps {
  readonly spreadsheet: SpreadsheetRef;
  readonly fileName: string;
  /** The columns that elements are bound to. */
  readonly columns: readonly string[];
  /** Undefined until it is open. */
  readonly info: SpreadsheetInfo | undefined;
  /** The cloud file that it was taken from. */
  readonly cloudFile: string | undefined;
  readonly cloud: CloudSheets;
}

/** A spreadsheet that is open or bound: its content, its uses, and its actions. */
export function SheetCard({ spreadsheet, fileName, columns, info, cloudFile, cloud }: SheetCardProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { run } = useActions();
  const { chooseReading } = useSpreadsheets();
  const web = useWebFetch();
  const refresh = useRefresh(web.fetch);
  const isWeb = isWebConnection(spreadsheet.connection);
  const isQuery = readQueryAddress(spreadsheet.connection) !== null;
  return (
    <>
      <div className={isWeb ? 'ed-sheet ed-sheet-web' : 'ed-sheet'}>
        <Icon name={isQuery ? 'database' : isWeb ? 'link' : 'sheet'} />
        <div className="ed-sheet-text">
          <strong title={fileName}>{shortFileName(fileName)}</strong>
          <span>
            {t('data.rows', { count: info?.sheets.reduce((n, s) => Math.max(n, s.rowCount), 0) ?? 0 })}
            {columns.length === 0 ? ` · ${t('data.notUsed')}` : ` · ${columns.join(', ')}`}
          </span>
          <BadCellsLine info={info} />
        </div>
        <ReadingButton info={info} onPress={(one) => void chooseReading(one)} />
        {columns.length === 0 ? null : (
          <Button size="small" type="text" onClick={() => run(unbindAll(spreadsheet))}>
            {t('data.unbind')}
          </Button>
        )}
        {isWeb && info !== undefined ? <WebCopyRow info={info} web={web} onRefresh={() => void refresh(info)} /> : null}
      </div>
      {info === undefined ? null : (
        <CloudSheetRow
          info={{ ...info, cloudFile }}
          state={cloud.state({ ...info, cloudFile })}
          onTakeNewer={({ file }) => void cloud.takeNewer(info, file)}
        />
      )}
    </>
  );
}

/** Fetches a spreadsheet again. Edited cells belong to the copy that it replaces: the user has to confirm first. */
function useRefresh(fetch: ReturnType<typeof useWebFetch>['fetch']): (info: SpreadsheetInfo) => Promise<void> {
  const { t } = useTranslation(['editor', 'web']);
  const { message, modal } = App.useApp();
  const { data } = useEditorSession();
  const { spreadsheets } = useServices();
  const { open } = useSpreadsheets();
  return async (info) => {
    const file = await fetch(info.connection, spreadsheets.contentOf(info).connection);
    if (file === null) return;
    if (file === 'unchanged') {
      await data.confirmCopy(info);
      void message.success(t('web:unchanged'));
      return;
    }
    const count = info.sheets.reduce((sum, { name }) => sum + data.cells.edits(info, name).length, 0);
    const goOn =
      count === 0 ||
      (await modal.confirm({
        title: t('web:editsTitle'),
        content: t('web:editsText', { count }),
        okText: t('web:editsOk'),
        ...DESTRUCTIVE,
        cancelText: t('web:editsKeep'),
      }));
    if (goOn) await open(file, info.reading, info.connection);
  };
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
    <Button
      {...tooltip(t('reading.open'))}
      size="small"
      type="text"
      aria-label={t('reading.open')}
      data-testid="sheet-reading"
      icon={<Icon name="settings" size={16} />}
      onClick={() => onPress(info)}
    />
  );
}

/** Reports that a text file could only be read in part. */
function BadCellsLine({ info }: { info: SpreadsheetInfo | undefined }): JSX.Element | null {
  const { t } = useTranslation('editor');
  const bad = info?.text?.badCells ?? null;
  return bad === null ? null : (
    <span className="ed-sheet-bad" role="alert" data-testid="bad-cells">
      {t('reading.badCells', { ...bad })}
    </span>
  );
}
