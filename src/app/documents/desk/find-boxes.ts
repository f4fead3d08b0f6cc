import { ok, type Result } from '#model/kernel/result.ts';
import type { DocumentKey } from '#model/document/document-file.ts';
import { isSplitUnsure } from '#model/document/split/sheet-split.ts';
import type { DocumentClient } from '#services/document/document-client.ts';
import type { FoundBoxes } from './desk-document.ts';

/** The content's box of a page (`auto`), or the labels of a carrier's sheet in reading order; nothing on a blank page. */
export async function findBoxes(
  documents: Pick<DocumentClient, 'content' | 'split'>,
  way: 'auto' | 'split',
  document: DocumentKey,
  page: number,
  signal: AbortSignal,
): Promise<Result<FoundBoxes>> {
  if (way === 'auto') {
    const content = await documents.content(document, page, signal);
    if (!content.ok) return content;
    const boxes = content.value === null ? [] : [{ rect: content.value, turn: 0 as const }];
    return ok({ boxes, leanDegrees: 0, isGuess: false });
  }
  const split = await documents.split(document, page, signal);
  if (!split.ok) return split;
  const { labels, skewDegrees } = split.value;
  return ok({
    boxes: labels.map(({ boxMm, rotation }) => ({ rect: boxMm, turn: rotation })),
    leanDegrees: skewDegrees,
    isGuess: isSplitUnsure(split.value),
  });
}
