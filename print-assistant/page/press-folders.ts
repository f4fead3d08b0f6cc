import type { PrinterInfo } from '#protocol/assistant.ts';
import { FOLDER_FIELDS, type FolderForm } from '../watching/check-folder.ts';
import type { WatchedFolders } from '../watching/watched-folders.ts';
import type { Pressed } from './press.ts';

/** Actions of the buttons of the watched folders; null for other actions. */
export async function pressFolders(
  action: string,
  form: URLSearchParams,
  folders: WatchedFolders,
  printers: () => Promise<readonly PrinterInfo[]>,
): Promise<Pressed | null> {
  const id = form.get('id') ?? '';
  switch (action) {
    case 'add-folder': {
      const values = Object.fromEntries(
        FOLDER_FIELDS.map((name) => [name, form.get(name)?.trim() ?? '']),
      ) as unknown as FolderForm;
      const names = (await printers()).map(({ name }) => name);
      const faults = await folders.add(values, names);
      if (faults === null) return { said: { key: 'said.watched', params: { folder: values.directory } } };
      return { draft: { form: 'folder', values, faults } };
    }
    case 'pause-folder':
    case 'go-on-folder': {
      const isPause = action === 'pause-folder';
      const folder = await folders.setPaused(id, isPause);
      if (folder === null) return {};
      const params = { folder: folder.directory };
      return { said: { key: isPause ? 'said.folderPaused' : 'said.folderGoesOn', params } };
    }
    case 'remove-folder': {
      const folder = await folders.remove(id);
      return folder === null ? {} : { said: { key: 'said.folderRemoved', params: { folder: folder.directory } } };
    }
    default:
      return null;
  }
}
