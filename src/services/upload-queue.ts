import { problem, type Problem } from '#model/kernel/problem.ts';
import { API_CODES, CLOUD_ENDINGS, CLOUD_TYPES, UPLOAD_LIMITS, type CloudFile, type CloudType } from '#protocol/api.ts';
import type { CloudUploader, UploadTarget } from './cloud-uploader.ts';

/** One file being uploaded to the cloud data. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly type: CloudType;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  /** 0 to 1. */
  readonly progress: number;
  /** Why it failed. */
  readonly problem: Problem | null;
  /** The server's message if it failed because the account's space is full. */
  readonly spaceFull: string | null;
}

/**
 * The uploads of this page. They belong to it and not to the screen that started them: they continue when the user
 * leaves that screen, and are shown there again.
 */
export interface UploadQueue {
  /** The same list until something changes. */
  uploads(): readonly Upload[];
  /** Calls the listener after each change; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void;
  /**
   * Sends files one after the other, a few at a time. Rejected files are on the list with the reason. Returns the ids
   * of the uploads.
   */
  add(files: readonly File[], target: UploadTarget, limits: UploadFileLimits): readonly number[];
  /** Cancels a waiting or running upload, and removes it from the list. */
  cancel(id: number): void;
  retry(id: number): void;
  /** Removes ended uploads from the list. */
  clear(): void;
  /** Calls the listener for each completed file; the returned function unsubscribes. */
  onDone(listener: (done: DoneUpload) => void): () => void;
}

export interface DoneUpload {
  /** The upload's id. */
  readonly id: number;
  readonly type: CloudType;
  readonly file: CloudFile;
}

export interface UploadFileLimits {
  /** Largest image, in KB (`configuration.image_size`). */
  readonly imageKb: number;
}

interface Entry {
  shown: Upload;
  readonly file: File;
  readonly target: UploadTarget;
  readonly limits: UploadFileLimits;
  abort: AbortController;
}

const AT_A_TIME = 3;

export function createUploadQueue(upload: CloudUploader): UploadQueue {
  const entries = new Map<number, Entry>();
  const listeners = new Set<() => void>();
  const doneListeners = new Set<(done: DoneUpload) => void>();
  let list: readonly Upload[] = [];
  let nextId = 1;
  let running = 0;

  function changed(): void {
    list = [...entries.values()].map(({ shown }) => shown);
    for (const listener of listeners) listener();
  }
  function show(entry: Entry, part: Partial<Upload>): void {
    entry.shown = { ...entry.shown, ...part };
    changed();
  }
  function pump(): void {
    for (const entry of entries.values()) {
      if (running >= AT_A_TIME) return;
      if (entry.shown.state === 'waiting') void run(entry);
    }
  }
  async function run(entry: Entry): Promise<void> {
    running++;
    entry.abort = new AbortController();
    show(entry, { state: 'sending', progress: 0, problem: null, spaceFull: null });
    const { signal } = entry.abort;
    const refused = fileFault(entry.file, entry.target.type, entry.limits);
    const onProgress = (sent: number, total: number): void => {
      if (!signal.aborted) show(entry, { progress: total === 0 ? 0 : sent / total });
    };
    const answer =
      refused === null
        ? await upload(entry.file, entry.target, { signal, onProgress })
        : { ok: false as const, error: refused };
    running--;
    if (answer.ok) {
      show(entry, { state: 'done', progress: 1, name: answer.value.name });
      for (const listener of doneListeners) {
        listener({ id: entry.shown.id, type: entry.target.type, file: answer.value });
      }
    } else if (entries.has(entry.shown.id)) {
      const { error } = answer;
      const isFull = 'apiCode' in error && error.apiCode === API_CODES.refused;
      show(entry, { state: 'failed', problem: error, spaceFull: isFull && 'message' in error ? error.message : null });
    }
    pump();
  }

  return {
    uploads: () => list,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(files, target, limits) {
      const ids = files.map((file) => {
        const id = nextId++;
        const shown: Upload = {
          id,
          name: file.name,
          type: target.type,
          state: 'waiting',
          progress: 0,
          problem: null,
          spaceFull: null,
        };
        entries.set(id, { shown, file, target, limits, abort: new AbortController() });
        return id;
      });
      changed();
      pump();
      return ids;
    },
    cancel(id) {
      const entry = entries.get(id);
      entries.delete(id);
      entry?.abort.abort();
      changed();
    },
    retry(id) {
      const entry = entries.get(id);
      if (entry?.shown.state !== 'failed') return;
      show(entry, { state: 'waiting', problem: null, spaceFull: null });
      pump();
    },
    clear() {
      for (const [id, { shown }] of entries) if (shown.state === 'done' || shown.state === 'failed') entries.delete(id);
      changed();
    },
    onDone(listener) {
      doneListeners.add(listener);
      return () => doneListeners.delete(listener);
    },
  };
}

/** The faults of a file that are known before it is sent; the server checks its content. */
function fileFault(file: File, type: CloudType, { imageKb }: UploadFileLimits): Problem | null {
  const endings: readonly string[] = CLOUD_ENDINGS[type];
  const isImage = type === CLOUD_TYPES.images;
  const ending = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  if (!endings.includes(ending)) return problem(isImage ? 'image.wrongType' : 'cloud.wrongSheetType');
  if (isImage) return file.size > imageKb * 1024 ? problem('image.tooLarge', { limitKb: imageKb }) : null;
  const limit = UPLOAD_LIMITS.cloudSheetBytes;
  return file.size > limit ? problem('cloud.sheetTooLarge', { limitMb: limit / 1024 / 1024 }) : null;
}
