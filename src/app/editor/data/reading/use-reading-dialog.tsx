import { App } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpreadsheetReading, SpreadsheetRef, TextEncoding } from '#model/elements/base/reading.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useEditorSession } from '../../session/editor-session.tsx';
import { EncodingQuestion } from './EncodingQuestion.tsx';
import { ReadingForm } from './ReadingForm.tsx';
import './reading.css';
import type { LoadPreview } from './use-previews.ts';

/** The user's choice; null if the dialog was closed without one. */
export type Chosen = { readonly reading: SpreadsheetReading | undefined } | null;

export interface ReadingDialogs {
  /**
   * Lets the user choose the import settings of a spreadsheet or a text file. `wrong` is the problem with the current ones.
   */
  choose(source: File | SpreadsheetInfo, reading: SpreadsheetReading | undefined, wrong?: Problem): Promise<Chosen>;
  /** Asks for the encoding of a file. */
  askEncoding(file: File, reading: SpreadsheetReading | undefined, encodings: readonly TextEncoding[]): Promise<Chosen>;
}

export function useReadingDialogs(): ReadingDialogs {
  const { t } = useTranslation(['editor', 'common', 'problems']);
  const { modal } = App.useApp();
  const { data } = useEditorSession();
  return useMemo(() => {
    const loader =
      (source: File | SpreadsheetRef): LoadPreview =>
      (reading, signal) =>
        data.preview(source, reading, signal);
    const show = async (title: string, content: ReactNode): Promise<boolean> =>
      modal.confirm({
        icon: null,
        width: 720,
        centered: true,
        title,
        content,
        okText: t('reading.use'),
        cancelText: t('common:action.cancel'),
        autoFocusButton: null,
      });
    return {
      async choose(source, reading, wrong) {
        let chosen = reading;
        const confirmed = await show(
          t('reading.title'),
          <ReadingForm
            load={loader(source)}
            isText={source instanceof Blob || source.text !== null}
            isEncoded={source instanceof Blob || source.text !== null || source.encoding !== undefined}
            initial={reading}
            {...(wrong === undefined ? {} : { hint: problemText(t, wrong) })}
            onChange={(next) => (chosen = next)}
          />,
        );
        return confirmed ? { reading: chosen } : null;
      },
      async askEncoding(file, reading, encodings) {
        let chosen: SpreadsheetReading = {
          ...reading,
          ...(encodings[0] === undefined ? {} : { encoding: encodings[0] }),
        };
        const confirmed = await show(
          t('reading.askTitle'),
          <EncodingQuestion
            load={loader(file)}
            reading={reading}
            fileName={file.name}
            encodings={encodings}
            onChange={(next) => (chosen = next)}
          />,
        );
        return confirmed ? { reading: chosen } : null;
      },
    };
  }, [data, modal, t]);
}
