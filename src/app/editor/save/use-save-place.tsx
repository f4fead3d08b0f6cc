import { useCallback, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { readStored, writeStored } from '#app/state/browser-storage.ts';
import { useServices } from '#app/state/services.tsx';
import type { LabelIdentity } from '#app/state/save-label.ts';
import { SaveDialog, type SaveDialogProps, type SavePlace } from './SaveDialog.tsx';

/** The folder chosen last; deleted when the browser's user changes. */
const LAST_FOLDER_KEY = 'lastFolder';

export interface AskedPlace {
  /**
   * Asks where to save a label that is not on the server yet, or any label that is saved as another one. A user with one
   * folder is asked only for the latter. Null if the user cancels.
   */
  ask(name: string, identity: LabelIdentity, asAnother: boolean, signal: AbortSignal): Promise<SavePlace | null>;
  /** The dialog, for the screen to show; null for none. */
  readonly dialog: JSX.Element | null;
}

export function useSavePlace(): AskedPlace {
  const { t } = useTranslation('save');
  const { api } = useServices();
  const [open, setOpen] = useState<SaveDialogProps | null>(null);

  const ask = useCallback(
    async (
      name: string,
      { attributes }: LabelIdentity,
      asAnother: boolean,
      signal: AbortSignal,
    ): Promise<SavePlace | null> => {
      const given: SavePlace = { name, folderId: attributes.parentId, remark: '' };
      if (!asAnother && given.folderId !== '') return given;
      const answer = await api.call('folderList', {}, { signal });
      const folders = answer.ok ? answer.value.list : [];
      // The save itself reports a problem with the server.
      if (folders.length === 0 || (folders.length === 1 && !asAnother)) return given;
      const wanted = [given.folderId, readStored(LAST_FOLDER_KEY)];
      const folder = wanted.flatMap((id) => folders.find((one) => one.id === id) ?? [])[0] ?? folders[0];
      return new Promise((resolve) => {
        const onDone = (place: SavePlace | null): void => {
          setOpen(null);
          if (place !== null) writeStored(LAST_FOLDER_KEY, place.folderId);
          resolve(place);
        };
        const title = asAnother ? t('asTitle') : t('title');
        setOpen({ title, folders, first: { ...given, folderId: folder?.id ?? '' }, onDone });
      });
    },
    [api, t],
  );
  return { ask, dialog: open === null ? null : <SaveDialog {...open} /> };
}
