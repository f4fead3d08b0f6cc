import { createAddressPictures, type AskForPicture, type FetchPicture } from '#model/data/pictures/address-pictures.ts';
import { isPicturePath, MAX_PICTURES, type PictureEntry, type PictureSet } from '#model/data/pictures/picture-set.ts';
import { readPictureZip } from '#model/data/pictures/picture-zip.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { busyWhile } from './idle.ts';
import type { PictureMemory } from './storage/picture-memory.ts';

export interface RowPictureState {
  /** The open pictures; null for none. */
  readonly set: PictureSet | null;
  /** The folder of the last time, which the browser opens only after a click of the user; null for none. */
  readonly remembered: string | null;
  /** Whether a folder or zip file is being opened. */
  readonly opening: boolean;
  /** Why the last one could not be opened. */
  readonly problem: Problem | null;
}

/** The folder or zip file from which rows take their pictures: one at a time, for all labels of this page. */
export interface RowPictureStore {
  state(): RowPictureState;
  /** For the render workers; null for none, and after another user has signed in. */
  set(): PictureSet | null;
  /** Pictures at addresses, for this page's workers and its check. */
  readonly fetch: FetchPicture;
  openZip(file: File): Promise<void>;
  /** The files of a folder, from an input with `webkitdirectory`. */
  openFiles(files: readonly File[]): Promise<void>;
  /** A folder from the browser's own chooser, which can be remembered. */
  openFolder(folder: FileSystemDirectoryHandle): Promise<void>;
  /** Opens the last one again, if the browser allows it without a question. Does nothing after the first time. */
  recall(): Promise<void>;
  /** Opens the remembered folder; call it for a click, since the browser may ask the user. */
  reopen(): Promise<void>;
  close(): void;
  /** Calls the listener after each change; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** Larger zip files are not copied into the browser's storage. */
const MAX_REMEMBERED_BYTES: number = 256 * 2 ** 20;
const NOTHING: RowPictureState = { set: null, remembered: null, opening: false, problem: null };

/** What the TypeScript library lacks of the File System Access API. */
interface WithPermission {
  queryPermission?(options: { readonly mode: 'read' }): Promise<PermissionState>;
  requestPermission?(options: { readonly mode: 'read' }): Promise<PermissionState>;
}

/** `ask` fetches a picture from an address, through the server. */
export function createRowPictureStore(
  memory: PictureMemory,
  owner: () => string | null,
  ask: AskForPicture,
): RowPictureStore {
  let addresses = createAddresses();
  let addressesOf = owner();

  function createAddresses(): FetchPicture {
    const wait = (ms: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    return createAddressPictures(ask, { now: Date.now, wait });
  }

  const listeners = new Set<() => void>();
  let state = NOTHING;
  let ownedBy: string | null = null;
  let folder: FileSystemDirectoryHandle | null = null;
  let recalledFor: string | null = null;
  /** The latest opening: an earlier one that ends later is dropped. */
  let latest = 0;

  function change(next: Partial<RowPictureState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  /** Another user of this page does not see the pictures of the one before. */
  function forOwner(): void {
    if (ownedBy === owner()) return;
    ownedBy = owner();
    folder = null;
    latest++;
    state = NOTHING;
  }

  /** Opens one in place of the present one, which stays where that fails. True on success. */
  async function open(read: () => Promise<Result<PictureSet>>): Promise<boolean> {
    forOwner();
    const mine = ++latest;
    change({ opening: true, problem: null });
    const opened = await busyWhile(read()).catch(() => err(problem('file.unreadable')));
    if (mine !== latest) return false;
    if (!opened.ok || opened.value.entries.length === 0) {
      const fault = opened.ok ? problem('pictures.none', { name: opened.value.name }) : opened.error;
      change({ opening: false, problem: fault });
      return false;
    }
    folder = null;
    change({ set: opened.value, remembered: null, opening: false });
    return true;
  }

  async function openFolder(handle: FileSystemDirectoryHandle): Promise<void> {
    if (!(await open(() => folderPictures(handle)))) return;
    await memory.put({ name: handle.name, source: handle });
  }

  return {
    state() {
      return ownedBy === owner() ? state : NOTHING;
    },
    set: () => (ownedBy === owner() ? state.set : null),
    fetch(address, signal) {
      if (addressesOf !== owner()) [addressesOf, addresses] = [owner(), createAddresses()];
      return addresses(address, signal);
    },
    async openZip(file) {
      if (!(await open(() => readPictureZip(file.name, file)))) return;
      if (file.size <= MAX_REMEMBERED_BYTES) await memory.put({ name: file.name, source: file });
      else await memory.clear();
    },
    async openFiles(files) {
      // What an input gives can't be opened again after a reload.
      if (await open(() => Promise.resolve(filesPictures(files)))) await memory.clear();
    },
    openFolder,
    async recall() {
      forOwner();
      if (recalledFor === ownedBy || ownedBy === null) return;
      recalledFor = ownedBy;
      const before = latest;
      const last = await memory.get();
      if (!last.ok || last.value === null || before !== latest) return;
      const { name, source } = last.value;
      if (source instanceof Blob) {
        await open(() => readPictureZip(name, source));
        return;
      }
      const allowed = await (source as WithPermission).queryPermission?.({ mode: 'read' }).catch(() => 'denied');
      if (before !== latest) return;
      if (allowed === undefined || allowed === 'granted') await open(() => folderPictures(source));
      else {
        folder = source;
        change({ remembered: name });
      }
    },
    async reopen() {
      const handle = folder;
      if (handle === null) return;
      const allowed = await (handle as WithPermission).requestPermission?.({ mode: 'read' }).catch(() => 'denied');
      if (allowed === undefined || allowed === 'granted') await openFolder(handle);
    },
    close() {
      forOwner();
      folder = null;
      latest++;
      change(NOTHING);
      void memory.clear();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Problem: `pictures.tooMany`. */
async function folderPictures(handle: FileSystemDirectoryHandle): Promise<Result<PictureSet>> {
  const entries: PictureEntry[] = [];
  const folders: { readonly handle: FileSystemDirectoryHandle; readonly path: string }[] = [{ handle, path: '' }];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for await (const child of next.handle.values()) {
      const path = `${next.path}${child.name}`;
      if (!isPicturePath(path)) continue;
      if (child.kind === 'directory') folders.push({ handle: child, path: `${path}/` });
      else if (entries.length === MAX_PICTURES) return err(problem('pictures.tooMany', { max: MAX_PICTURES }));
      else entries.push({ path, file: await child.getFile() });
    }
  }
  return ok({ name: handle.name, entries });
}

/** Problem: `pictures.tooMany`. The paths of an input begin with the name of the folder. */
function filesPictures(files: readonly File[]): Result<PictureSet> {
  if (files.length > MAX_PICTURES) return err(problem('pictures.tooMany', { max: MAX_PICTURES }));
  const entries = files.flatMap((file): readonly PictureEntry[] => {
    const path = file.webkitRelativePath.split('/').slice(1).join('/') || file.name;
    return isPicturePath(path) ? [{ path, file }] : [];
  });
  return ok({ name: files[0]?.webkitRelativePath.split('/')[0] ?? '', entries });
}
