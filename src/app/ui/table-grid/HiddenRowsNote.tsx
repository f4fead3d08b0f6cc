import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { printedHiddenRows, type SpreadsheetInfo } from '#protocol/spreadsheet.ts';

export interface HiddenRowsNoteProps {
  /** The sheets in use, each with its spreadsheet. */
  readonly sheets: readonly { readonly info: SpreadsheetInfo; readonly sheet: string }[];
  readonly className: string;
}

/**
 * Reports the number of rows that print although their workbook filters them out or hides them. Nothing if there are none.
 */
export function HiddenRowsNote({ sheets, className }: HiddenRowsNoteProps): JSX.Element | null {
  const { t } = useTranslation('problems');
  const count = sheets.reduce((sum, { info, sheet }) => sum + printedHiddenRows(info, sheet), 0);
  if (count === 0) return null;
  return (
    <p className={className} data-testid="hidden-rows">
      {problemText(t, problem('data.hiddenRows', { count }))}
    </p>
  );
}
