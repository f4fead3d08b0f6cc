import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SheetSplit } from '#model/document/split/sheet-split.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import type { DocumentInfo, DocumentKey } from '#model/document/document-file.ts';
import type { DocumentLabel } from '#model/document/document-plan.ts';
import type { TakenApart } from '#model/document/page-objects.ts';
import type { RecordPicture } from '#model/document/record-picture.ts';
import type { ColourPicture, DocumentWorkerApi, PagePictureRequest, PagePlane } from '#protocol/document.ts';
import type { LabelDots } from '#model/page/label-dots.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { WorkerKeeper } from '../worker-keeper.ts';
import { WorkerSession } from '../worker-session.ts';
import { AskQueue, type AskRank } from './ask-queue.ts';
import type { DocumentWorkerHandle } from './create-document-worker.ts';

/**
 * The documents of this browser, identified by their bytes. Every promise settles; a timeout ends the worker, and the
 * next question gets another, which opens the document again from the store. Of the waiting questions, those for a
 * run's labels come first, then the last requested picture; an abort removes one from the queue. One that is aborted
 * while it is being answered has a little more time, and then the worker is ended, so that the next one need not wait.
 */
export interface DocumentClient {
  /**
   * Opens the file and stores it, so that a run can be resumed with it after a reload. Problems: those of the worker
   * (see `DocumentWorkerApi.open`), `document.timeout`, `document.crashed`, `aborted`.
   */
  open(file: File, password: string | null, signal?: AbortSignal): Promise<Result<DocumentInfo>>;
  /** Opens it from the store; `document.notHere` when it is not there. */
  reopen(document: DocumentKey, signal?: AbortSignal): Promise<Result<DocumentInfo>>;
  picture(document: DocumentKey, request: PagePictureRequest, signal?: AbortSignal): Promise<Result<ColourPicture>>;
  plane(document: DocumentKey, page: number, perMm: number, signal?: AbortSignal): Promise<Result<PagePlane>>;
  /** The labels of a carrier's sheet. */
  split(document: DocumentKey, page: number, signal?: AbortSignal): Promise<Result<SheetSplit>>;
  /** The bounds of a page's content, in mm; null for a blank one. */
  content(document: DocumentKey, page: number, signal?: AbortSignal): Promise<Result<Rect | null>>;
  label(label: DocumentLabel, dots: LabelDots, signal?: AbortSignal): Promise<Result<RecordPicture>>;
  /** The label as objects for elements, and the rest and the content of `keepMm` as a picture. */
  takeApart(
    label: DocumentLabel,
    dots: LabelDots,
    keepMm: readonly Rect[],
    signal?: AbortSignal,
  ): Promise<Result<TakenApart>>;
  /** Frees the worker's memory of it. It stays in the store for runs that can be resumed. */
  close(document: DocumentKey): void;
  dispose(): void;
}

export interface DocumentClientOptions {
  readonly createWorker: () => DocumentWorkerHandle;
  readonly store: DocumentStore;
  /** The timeout of one question, in milliseconds; 30,000 if not given. */
  readonly limitMs?: number;
}

/** Anything slower is a bomb, or a document that is not worth waiting for. */
const LIMIT_MS = 30_000;

export function createDocumentClient(options: DocumentClientOptions): DocumentClient {
  return new WorkerDocumentClient(options);
}

type Api = DocumentWorkerApi<Blob>;

/** A file as chosen or stored. */
interface KnownFile {
  readonly blob: Blob;
  readonly fileName: string;
  readonly password: string | null;
}

class WorkerDocumentClient implements DocumentClient {
  readonly #store: DocumentStore;
  readonly #limitMs: number;
  readonly #workers: WorkerKeeper<Api>;
  readonly #queue = new AskQueue();
  /** Documents that are open on this page, whether a worker has them open or not. */
  readonly #files = new Map<DocumentKey, KnownFile>();
  /** The info from the worker that has them open. */
  readonly #opened = new Map<DocumentKey, { readonly by: WorkerSession<Api>; readonly info: DocumentInfo }>();

  constructor({ createWorker, store, limitMs = LIMIT_MS }: DocumentClientOptions) {
    this.#store = store;
    this.#limitMs = limitMs;
    this.#workers = new WorkerKeeper(
      () =>
        new WorkerSession(createWorker(), { problems: { crashed: 'document.crashed', timedOut: 'document.timeout' } }),
    );
  }

  async open(file: File, password: string | null, signal?: AbortSignal): Promise<Result<DocumentInfo>> {
    const known = { blob: file, fileName: file.name, password };
    const opened = await this.#queue.add('open', signal, async () => {
      const info = await this.#openFile(known, signal);
      // Nothing would ever close it.
      if (info.ok && signal?.aborted === true && !this.#files.has(info.value.document)) this.close(info.value.document);
      return info;
    });
    if (!opened.ok) return opened;
    const { document } = opened.value;
    this.#files.set(document, known);
    // A document that can't be stored can still be printed; its run can then only be resumed after it was chosen again.
    await this.#store.put({ document, ...known });
    return opened;
  }

  reopen(document: DocumentKey, signal?: AbortSignal): Promise<Result<DocumentInfo>> {
    return this.#queue.add('open', signal, async () => {
      const opened = await this.#ready(document, signal);
      return opened.ok ? ok(opened.value.info) : opened;
    });
  }

  picture(document: DocumentKey, request: PagePictureRequest, signal?: AbortSignal): Promise<Result<ColourPicture>> {
    return this.#ask('picture', document, signal, (api) => api.picture(document, request));
  }

  plane(document: DocumentKey, page: number, perMm: number, signal?: AbortSignal): Promise<Result<PagePlane>> {
    return this.#ask('plane', document, signal, (api) => api.plane(document, page, perMm));
  }

  split(document: DocumentKey, page: number, signal?: AbortSignal): Promise<Result<SheetSplit>> {
    return this.#ask('plane', document, signal, (api) => api.split(document, page));
  }

  content(document: DocumentKey, page: number, signal?: AbortSignal): Promise<Result<Rect | null>> {
    return this.#ask('plane', document, signal, (api) => api.content(document, page));
  }

  label(label: DocumentLabel, dots: LabelDots, signal?: AbortSignal): Promise<Result<RecordPicture>> {
    return this.#ask('label', label.document, signal, (api) => api.label(label, dots));
  }

  takeApart(
    label: DocumentLabel,
    dots: LabelDots,
    keepMm: readonly Rect[],
    signal?: AbortSignal,
  ): Promise<Result<TakenApart>> {
    return this.#ask('open', label.document, signal, (api) => api.takeApart(label, dots, keepMm));
  }

  close(document: DocumentKey): void {
    const opened = this.#opened.get(document);
    this.#opened.delete(document);
    this.#files.delete(document);
    if (opened?.by.end === null) opened.by.notify((api) => api.close(document));
  }

  dispose(): void {
    this.#workers.dispose();
  }

  #ask<T>(
    rank: AskRank,
    document: DocumentKey,
    signal: AbortSignal | undefined,
    ask: (api: Api) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    return this.#queue.add(rank, signal, async () => {
      const ready = await this.#ready(document, signal);
      return ready.ok ? ready.value.by.call(ask, { abandoned: signal, limitMs: this.#limitMs }) : ready;
    });
  }

  /** The document in a living worker: opened in another one when the last has ended. */
  async #ready(
    document: DocumentKey,
    signal: AbortSignal | undefined,
  ): Promise<Result<{ readonly by: WorkerSession<Api>; readonly info: DocumentInfo }>> {
    const open = this.#opened.get(document);
    if (open !== undefined && open.by.end === null) return ok(open);
    const file = await this.#fileOf(document);
    if (!file.ok) return file;
    const info = await this.#openFile(file.value, signal);
    if (!info.ok) return info;
    const again = this.#opened.get(document);
    return again === undefined ? err(problem('document.notHere', { name: file.value.fileName })) : ok(again);
  }

  async #fileOf(document: DocumentKey): Promise<Result<KnownFile>> {
    const known = this.#files.get(document);
    if (known !== undefined) return ok(known);
    const stored = await this.#store.get(document);
    if (!stored.ok) return stored;
    if (stored.value === null) return err(problem('document.notHere', { name: document.slice(0, 15) }));
    this.#files.set(document, stored.value);
    return ok(stored.value);
  }

  async #openFile(
    { blob, fileName, password }: KnownFile,
    signal: AbortSignal | undefined,
  ): Promise<Result<DocumentInfo>> {
    if (this.#workers.isDisposed) return err(problem('aborted'));
    const by = this.#workers.running();
    const info = await by.call((api) => api.open(blob, fileName, password), {
      abandoned: signal,
      limitMs: this.#limitMs,
    });
    if (info.ok) this.#opened.set(info.value.document, { by, info: info.value });
    return info;
  }
}
