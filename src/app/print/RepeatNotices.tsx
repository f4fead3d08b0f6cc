import type { ReactElement } from 'react';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { languageName, type LabelLanguages } from '#model/template/label-languages.ts';
import type { BlankValues } from '#model/data/blanks.ts';
import type { RepeatedRun } from '#protocol/printing.ts';
import type { SheetChoice } from '#services/storage/row-choices.ts';
import { dateFormat } from '#app/state/language-formats.ts';
import type { PrintSettings } from './print-settings.ts';
import type { ListedPrinter } from './list-printers.ts';

/** A change of the label or its data since the earlier print. */
export type RepeatDifference =
  | { readonly type: 'unsaved' | 'labelChanged' | 'contentChanged' | 'rowsUnknown' | 'numbersGoOn' }
  | { readonly type: 'dataChanged'; readonly before: string; readonly now: string };

/** A print that repeats one of the history. */
export interface RepeatedPrint {
  /** The id of the repeated run. */
  readonly of: RepeatedRun;
  /** Whether its rows differ from those of that run. */
  readonly hasOwnRows: boolean;
  /** The settings of that run, without its rows. */
  readonly settings: Omit<PrintSettings, keyof SheetChoice | 'firstCell'>;
  readonly copiesColumn: string | null;
  /** The values that were filled in then. */
  readonly blanks: BlankValues;
  readonly differences: readonly RepeatDifference[];
}

export interface RepeatNoticesProps {
  readonly repeat: RepeatedPrint | null;
  /** The languages of the label; undefined if it has one. */
  readonly languages: LabelLanguages | undefined;
  readonly settings: PrintSettings;
  /** Null until they are known. */
  readonly printers: readonly ListedPrinter[] | null;
  /** The columns of the sheet that rows are chosen from. */
  readonly columns: readonly string[];
  /** Makes it an independent print; without it there is no button for that. */
  readonly onForget?: (() => void) | undefined;
}

/** Names the repeated print, and lists what is no longer available. */
export function RepeatNotices(props: RepeatNoticesProps): ReactElement | null {
  const { repeat, languages, settings, printers, columns, onForget } = props;
  const { t, i18n } = useTranslation('print');
  if (repeat === null) return null;
  const time = dateFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const { printer, dpi, language } = repeat.settings;
  const lacking = [
    ...(printers !== null && printers.every(({ name }) => name !== printer)
      ? [t('repeat.printerGone', { printer })]
      : []),
    ...(settings.printer === printer && settings.dpi !== dpi ? [t('repeat.otherDpi', { dpi })] : []),
    ...repeat.differences.map((difference) =>
      difference.type === 'dataChanged'
        ? t('repeat.dataChanged', { before: difference.before, now: difference.now })
        : t(`repeat.${difference.type}`),
    ),
    ...(language !== null && languages?.tags.includes(language) !== true
      ? [t('repeat.languageGone', { language: languageName(language, i18n.language) })]
      : []),
    ...(repeat.copiesColumn !== null && columns.length > 0 && !columns.includes(repeat.copiesColumn)
      ? [t('repeat.columnGone', { column: repeat.copiesColumn })]
      : []),
  ];
  return (
    <>
      <p className="print-limit">
        {t(repeat.hasOwnRows ? 'repeat.rowsOf' : 'repeat.of', { time: time.format(repeat.of.startedAt) })}
      </p>
      {onForget === undefined ? null : (
        <Button size="small" type="link" onClick={onForget}>
          {t('repeat.forget')}
        </Button>
      )}
      {lacking.length === 0 ? null : (
        <Alert
          type="warning"
          showIcon
          title={lacking.map((text) => (
            <p key={text}>{text}</p>
          ))}
        />
      )}
    </>
  );
}
