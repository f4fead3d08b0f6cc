import { type Problem, problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DocumentInfo } from '#model/document/document-file.ts';
import type { DocumentClient } from '#services/document/document-client.ts';
import type { ConversionProgress, OfficeConverter } from '#services/office-converter.ts';
import { bitmapAsPng } from './bitmap-as-png.ts';
import { HEAD_BYTES, wayOfFile } from './file-kind.ts';

/** The progress of opening a file. */
export type IntakeState =
  | { readonly type: 'waiting' | 'opening' }
  | { readonly type: 'converting'; readonly progress: ConversionProgress | null }
  | { readonly type: 'password'; readonly isWrong: boolean }
  | { readonly type: 'failed'; readonly problem: Problem };

/** The services that open files: the browser's document worker, and the server for office files. */
export interface IntakeServices {
  readonly documents: Pick<DocumentClient, 'open'>;
  readonly office: OfficeConverter;
}

export interface IntakeEvents {
  readonly onState: (state: IntakeState) => void;
  /** Asks the user; null if they cancel. */
  readonly askPassword: (isWrong: boolean) => Promise<string | null>;
}

/**
 * Opens a file: detects its kind, has the server convert office files, and asks for the password of an encrypted file until
 * it is right. Problems: `document.wrongEnding`, `document.unknownBp`, `file.unreadable`, those of the worker and of the
 * conversion, `aborted`.
 */
export async function takeFile(
  file: File,
  { documents, office }: IntakeServices,
  { onState, askPassword }: IntakeEvents,
  signal: AbortSignal,
): Promise<Result<DocumentInfo>> {
  const shown = await shownFile(file, office, onState, signal);
  if (!shown.ok) return shown;
  let password: string | null = null;
  for (;;) {
    if (signal.aborted) return err(problem('aborted'));
    onState({ type: 'opening' });
    const opened = await documents.open(shown.value, password, signal);
    if (opened.ok || !['document.passwordNeeded', 'document.passwordWrong'].includes(opened.error.code)) return opened;
    const isWrong = opened.error.code === 'document.passwordWrong';
    onState({ type: 'password', isWrong });
    password = await askPassword(isWrong);
    if (password === null) return err(problem('aborted'));
  }
}

/** The file itself, or its converted form. */
async function shownFile(
  file: File,
  office: OfficeConverter,
  onState: IntakeEvents['onState'],
  signal: AbortSignal,
): Promise<Result<File>> {
  onState({ type: 'opening' });
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => null);
  if (head === null) return err(problem('file.unreadable'));
  const way = wayOfFile(file.name, new Uint8Array(head));
  if (!way.ok) return way;
  switch (way.value) {
    case 'shown':
      return ok(file);
    case 'bitmap':
      return bitmapAsPng(file);
    case 'office': {
      onState({ type: 'converting', progress: null });
      const made = await office.convert(file, {
        signal,
        onProgress: (progress) => onState({ type: 'converting', progress }),
      });
      if (!made.ok) return made;
      return ok(new File([new Uint8Array(made.value.pdf)], file.name, { type: 'application/pdf' }));
    }
  }
}
