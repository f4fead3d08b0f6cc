import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { encodingsInQuestion, spreadsheetKey, type SpreadsheetReading } from '#model/elements/base/reading.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { useActions } from '../../session/actions.tsx';
import { useEditorSession } from '../../session/editor-session.tsx';
import { changeSources, reboundTo, sourcesBoundTo, withFirstValues } from '../bindings.ts';
import { likelyFirst } from './encoding-name.ts';
import { useReadingDialogs, type Chosen } from './use-reading-dialog.tsx';

/**
 * Opens a file, and asks for its import settings if they are ambiguous. Sources that are bound with the requested settings
 * are then rebound with the actual ones. `onFirst` and `address`: see `SpreadsheetSession.open`. `aborted` if the user
 * cancels.
 */
export type AskedOpening = (
  file: File,
  reading: SpreadsheetReading | undefined,
  onFirst?: (part: SpreadsheetInfo) => void,
  address?: string,
) => Promise<Result<SpreadsheetInfo>>;

export function useAskedOpening(): AskedOpening {
  const { i18n } = useTranslation('editor');
  const { editor, data } = useEditorSession();
  const { run } = useActions();
  const dialogs = useReadingDialogs();
  return useCallback(
    async (file, reading, onFirst, address) => {
      let how = reading;
      for (;;) {
        const opened = await data.open(file, how, onFirst, address);
        if (opened.ok) {
          const asked = { connection: opened.value.connection, reading };
          const { elements, label } = editor.state().template;
          const isOther = spreadsheetKey(asked) !== spreadsheetKey(opened.value);
          if (isOther && sourcesBoundTo(elements, asked, label.languages).length > 0) {
            run(changeSources(await withFirstValues(reboundTo(asked, opened.value), opened.value, elements, data)));
          }
          return opened;
        }
        const encodings = encodingsInQuestion(opened.error);
        let again: Chosen;
        if (encodings.length > 0) {
          again = await dialogs.askEncoding(file, how, likelyFirst(encodings, [i18n.language, ...navigator.languages]));
        } else if (opened.error.code === 'data.unclosedQuote') {
          again = await dialogs.choose(file, { ...how, quote: '' }, opened.error);
        } else return opened;
        if (again === null) return err(problem('aborted'));
        how = again.reading;
      }
    },
    [data, dialogs, editor, i18n.language, run],
  );
}
