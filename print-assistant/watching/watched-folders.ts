import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pLimit from 'p-limit';
import { COMMAND_LINE_ORIGIN } from '#protocol/assistant-pairing.ts';
import { writeWhole } from '../files.ts';
import { type AccessList, ownerOf } from '../pairing/access-list.ts';
import { checkFolder, type FolderChecks, type FolderFaults, type FolderForm } from './check-folder.ts';
import { type EndedFile, readEndedFiles, openReport } from './ended-files.ts';
import { openFolderRegistry, type WatchedFolder } from './folder-registry.ts';
import { type CommandLine, createWatcher, type Watcher, type WatcherState } from './watcher.ts';

/** A watched folder with its status. */
export interface FolderView {
  readonly folder: WatchedFolder;
  readonly state: WatcherState | { readonly type: 'paused' };
  readonly ended: readonly EndedFile[];
}

/** The folders that this assistant watches, each by a process of the command line. */
export interface WatchedFolders {
  /** Owner of the folders' jobs, among the paired ones. */
  readonly owner: string;
  /** Call once the assistant listens. */
  begin(): void;
  list(): readonly FolderView[];
  /** Null when it is watched from now on, otherwise its faults. */
  add(form: FolderForm, printers: readonly string[]): Promise<FolderFaults | null>;
  /** The folder, or null for an unknown id. The process has ended when a pause settles. */
  setPaused(id: string, paused: boolean): Promise<WatchedFolder | null>;
  /** Leaves the files in the folder unchanged. */
  remove(id: string): Promise<WatchedFolder | null>;
  /** The report of a finished file, opened for reading; null when there is none. */
  report(id: string, end: string, file: string): Promise<FileHandle | null>;
  close(): Promise<void>;
}

export interface WatchedFoldersOptions {
  /** The assistant's own folder. */
  readonly ownFolder: string;
  readonly access: AccessList;
  readonly commandLine: CommandLine;
  readonly port: () => number;
  readonly log: (line: string) => void;
}

const PAIRED_AS = 'Watched folders';

/** Rejects with the system's error where its list cannot be read. */
export async function openWatchedFolders(options: WatchedFoldersOptions): Promise<WatchedFolders> {
  const { ownFolder, access, log } = options;
  const registry = await openFolderRegistry(join(ownFolder, 'watched-folders.json'), log);
  const watchers = new Map<string, Watcher>();
  const ended = new Map<string, readonly EndedFile[]>();
  const changes = pLimit(1);
  let paired: Promise<string> | null = null;

  /** The command line prints as a client of its own, with a new secret at each start of the assistant. */
  async function pair(): Promise<string> {
    const { client } = registry;
    const path = resolve(ownFolder, 'watching-pairing.json');
    const pairing = await access.pair(COMMAND_LINE_ORIGIN, PAIRED_AS, client);
    await writeWhole(path, `${JSON.stringify({ client, pairing })}\n`);
    return path;
  }

  async function commandLine(): Promise<CommandLine> {
    paired ??= pair().catch((error: unknown) => {
      paired = null;
      throw error;
    });
    const { program, words, env } = options.commandLine;
    const own = {
      ASSISTANT_PORT: String(options.port()),
      ASSISTANT_PAIRING_FILE: await paired,
      ASSISTANT_DIR: resolve(ownFolder),
      // The server's key is not for the command line.
      ASSISTANT_PAIRING_KEY: undefined,
    };
    return { program, words, env: { ...env, ...own } };
  }

  async function lookBack({ id, directory }: WatchedFolder): Promise<void> {
    ended.set(id, await readEndedFiles(directory));
  }

  function watch(folder: WatchedFolder): void {
    if (folder.paused || watchers.has(folder.id)) return;
    const onEnded = (): void => void lookBack(folder);
    watchers.set(folder.id, createWatcher({ folder, commandLine, onEnded, log }));
  }

  async function unwatch(id: string): Promise<void> {
    await watchers.get(id)?.stop();
    watchers.delete(id);
  }

  const find = (id: string): WatchedFolder | null => registry.folders().find((folder) => folder.id === id) ?? null;

  return {
    owner: ownerOf(COMMAND_LINE_ORIGIN, registry.client),
    begin() {
      for (const folder of registry.folders()) {
        watch(folder);
        void lookBack(folder);
      }
    },
    list: () =>
      registry.folders().map((folder) => ({
        folder,
        state: watchers.get(folder.id)?.state() ?? { type: folder.paused ? 'paused' : 'starting' },
        ended: ended.get(folder.id) ?? [],
      })),
    add: (form, printers) =>
      changes(async () => {
        const checks: FolderChecks = { ownFolder, printers, present: registry.folders() };
        const checked = await checkFolder(form, checks);
        if ('faults' in checked) return checked.faults;
        const folder = { ...checked.wish, id: randomBytes(8).toString('hex'), paused: false };
        await registry.change((before) => [...before, folder]);
        await lookBack(folder);
        watch(folder);
        return null;
      }),
    setPaused: (id, paused) =>
      changes(async () => {
        const folder = find(id);
        if (folder === null) return null;
        await registry.change((before) => before.map((one) => (one.id === id ? { ...one, paused } : one)));
        if (paused) await unwatch(id);
        else watch({ ...folder, paused });
        return folder;
      }),
    remove: (id) =>
      changes(async () => {
        const folder = find(id);
        if (folder === null) return null;
        await registry.change((before) => before.filter((one) => one.id !== id));
        await unwatch(id);
        ended.delete(id);
        return folder;
      }),
    async report(id, end, file) {
      const folder = find(id);
      return folder === null ? null : openReport(folder.directory, end, file);
    },
    close: () =>
      changes(async () => {
        await Promise.all([...watchers.keys()].map(unwatch));
      }),
  };
}
