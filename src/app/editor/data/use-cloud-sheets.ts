import { App } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnSource } from '#model/elements/base/content.ts';
import { spreadsheetKey, type SpreadsheetRef } from '#model/elements/base/reading.ts';
import { sourcesOf } from '#model/elements/element.ts';
import { CLOUD_TYPES, type CloudFile } from '#protocol/api.ts';
import { fetchCloudFile } from '#app/library/cloud-picker/fetch-cloud-file.ts';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';
import { useAskedOpening } from './reading/use-asked-opening.ts';
import { changeSources, reboundTo, withFirstValues } from './bindings.ts';

/** The state of the cloud file that a spreadsheet was taken from. */
export type CloudState =
  | { readonly type: 'same' }
  | { readonly type: 'newer'; readonly file: CloudFile }
  | { readonly type: 'gone' };

export interface CloudSheets {
  /** Null while it is unknown, and for a spreadsheet that was not taken from the cloud. */
  state(spreadsheet: SpreadsheetRef & { readonly cloudFile?: string | undefined }): CloudState | null;
  /** Fetches the new version and rebinds everything that was bound to the old one. */
  takeNewer(spreadsheet: SpreadsheetRef, file: CloudFile): Promise<void>;
}

/**
 * Fetches the state of the cloud files that the label's spreadsheets were taken from. Downloads an unchanged one that is
 * missing on this device.
 */
export function useCloudSheets(): CloudSheets {
  const { t } = useTranslation(['editor', 'problems']);
  const { message } = App.useApp();
  const { api } = useServices();
  const { editor, data } = useEditorSession();
  const { run } = useActions();
  const openAsked = useAskedOpening();
  const { sheets, missing } = useStore(data.state);
  const elements = useEditorState((s) => s.template.elements);
  const [files, setFiles] = useState<ReadonlyMap<string, CloudFile> | null>(null);
  const life = useRef<AbortController>(null);
  const fetched = useRef(new Set<string>());

  const bound = useMemo(
    () =>
      elements.flatMap(sourcesOf).filter((s): s is ColumnSource => s.type === 'column' && s.cloudFile !== undefined),
    [elements],
  );
  const used = [...bound, ...sheets.values()].flatMap(({ cloudFile }) => cloudFile ?? []);
  const key = [...new Set(used)].toSorted().join(' ');

  useEffect(() => {
    const leaving = new AbortController();
    life.current = leaving;
    if (key !== '') {
      void api.call('cloudDataList', { type: CLOUD_TYPES.spreadsheets }, { signal: leaving.signal }).then((answer) => {
        if (!answer.ok || leaving.signal.aborted) return;
        setFiles(new Map(answer.value.list.flatMap((folder) => folder.data).map((file) => [file.id, file])));
      });
    }
    return () => leaving.abort();
  }, [api, key]);

  const fetchFile = useCallback(
    async (file: CloudFile): Promise<File | null> => {
      const signal = life.current?.signal ?? new AbortController().signal;
      const answer = await fetchCloudFile(api, file, signal);
      if (answer.ok) return answer.value;
      const notice = noticeText(t, answer.error);
      if (notice !== null) {
        void message.error({ content: notice, key: 'spreadsheet' });
      }
      return null;
    },
    [api, message, t],
  );

  useEffect(() => {
    for (const source of bound) {
      const file = files?.get(source.cloudFile ?? '');
      const isLacking = missing.has(spreadsheetKey(source)) && !fetched.current.has(source.connection);
      if (!isLacking || file === undefined || connectionOf(file) !== source.connection) continue;
      fetched.current.add(source.connection);
      void fetchFile(file).then((bytes) => (bytes === null ? null : openAsked(bytes, source.reading)));
    }
  }, [bound, fetchFile, files, missing, openAsked]);

  return {
    state({ connection, cloudFile }) {
      if (cloudFile === undefined || files === null) return null;
      const file = files.get(cloudFile);
      if (file === undefined) return { type: 'gone' };
      return connectionOf(file) === connection ? { type: 'same' } : { type: 'newer', file };
    },
    async takeNewer(spreadsheet, file) {
      const bytes = await fetchFile(file);
      if (bytes === null) return;
      data.isCloudFile(connectionOf(file), file.id);
      const opened = await openAsked(bytes, spreadsheet.reading);
      if (!opened.ok) {
        const notice = noticeText(t, opened.error);
        if (notice !== null) {
          void message.error({ content: notice, key: 'spreadsheet' });
        }
        return;
      }
      const { elements: now } = editor.state().template;
      run(changeSources(await withFirstValues(reboundTo(spreadsheet, opened.value), opened.value, now, data)));
      data.forget(spreadsheet);
    },
  };
}

/** Identified by its content, as opened files are. */
export function connectionOf({ hash }: Pick<CloudFile, 'hash'>): string {
  return `sha256:${hash}`;
}
