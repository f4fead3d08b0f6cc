import type { Result } from '#model/kernel/result.ts';
import type { DocumentInfo, DocumentKey } from '#model/document/document-file.ts';
import type { DocumentLabel } from '#model/document/document-plan.ts';
import type { RecordPicture } from '#model/document/record-picture.ts';
import type { ColourPicture, LabelDots, PagePictureRequest, PagePlane } from '#protocol/document.ts';

/**
 * Documents of this browser, each named by its bytes. Every promise settles; what takes too long ends the worker, and the
 * next question gets another, which opens the document again from the store. Of the questions that wait, those for a run's
 * labels come first, then the picture that was asked for last; an abort takes one out of the queue.
 */
export interface DocumentClient {
  /**
   * Opens the file and keeps it in the store, so that a run goes on with it after a reload. Problems: those of the worker
   * (see `DocumentWorkerApi.open`), `document.timeout`, `document.crashed`, `aborted`.
   */
  open(file: File, password: string | null, signal?: AbortSignal): Promise<Result<DocumentInfo>>;
  /** Opens it from the store; `document.notHere` when it is not there. */
  reopen(document: DocumentKey, signal?: AbortSignal): Promise<Result<DocumentInfo>>;
  picture(document: DocumentKey, request: PagePictureRequest, signal?: AbortSignal): Promise<Result<ColourPicture>>;
  plane(document: DocumentKey, page: number, perMm: number, signal?: AbortSignal): Promise<Result<PagePlane>>;
  label(label: DocumentLabel, dots: LabelDots, signal?: AbortSignal): Promise<Result<RecordPicture>>;
  /** Frees what the worker has of it. It stays in the store for runs that go on. */
  close(document: DocumentKey): void;
  dispose(): void;
}
