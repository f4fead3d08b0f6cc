import { useEffect, useState } from 'react';
import { useServices } from '#app/state/services.tsx';
import { labelsOf, withFound, type SessionDocument, type FoundBoxes } from './session-document.ts';
import type { DocumentSession } from './use-document-session.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import type { DocumentKey } from '#model/document/document-file.ts';
import { isSplitUnsure } from '#model/document/split/sheet-split.ts';
import type { DocumentClient } from '#services/document/document-client.ts';

/** Progress of the search for labels on the pages; null if there is nothing to search. */
export interface FinderState {
  readonly done: number;
  readonly total: number;
  readonly isStopped: boolean;
  readonly stop: () => void;
  readonly goOn: () => void;
}

/** The result for a page that can't be shown: the page shows the reason and gives no label. */
const NOTHING: FoundBoxes = { boxes: [], leanDegrees: 0, isGuess: false };

/** Searches the boxes of all pages of the range, starting with the current page. */
export function useFinder(
  session: Pick<DocumentSession, 'documents' | 'current' | 'page' | 'update'>,
): FinderState | null {
  const { documents: client } = useServices();
  const { update } = session;
  const [isStopped, setStopped] = useState(false);
  const wanted = wantedPage(session);
  const [id, way, page, key] =
    wanted === null ? [0, 'direct' as const, -1, null] : [wanted.id, wanted.way, wanted.page, wanted.key];
  useEffect(() => {
    if (key === null || way === 'direct' || way === 'custom' || isStopped) return undefined;
    const leaving = new AbortController();
    const find = async (): Promise<void> => {
      const found = await findBoxes(client, way, key, page, leaving.signal);
      if (leaving.signal.aborted) return;
      update(id, (document) => withFound(document, way, page, found.ok ? found.value : NOTHING));
    };
    void find();
    return () => leaving.abort();
  }, [client, update, id, way, page, key, isStopped]);

  const all = session.documents.filter((document) => document.way === 'auto' || document.way === 'split');
  const open = all.reduce((sum, document) => sum + labelsOf(document).unknown.length, 0);
  if (open === 0) return null;
  const known = all.reduce((sum, { boxes, way: one }) => sum + (one === 'direct' ? 0 : boxes[one].now.size), 0);
  return {
    done: known,
    total: known + open,
    isStopped,
    stop: () => setStopped(true),
    goOn: () => setStopped(false),
  };
}

interface WantedPage {
  readonly id: number;
  readonly way: SessionDocument['way'];
  readonly page: number;
  readonly key: SessionDocument['info']['document'];
}

function wantedPage({
  documents,
  current,
  page,
}: Pick<DocumentSession, 'documents' | 'current' | 'page'>): WantedPage | null {
  const inOrder = current === null ? documents : [current, ...documents.filter((one) => one !== current)];
  for (const document of inOrder) {
    const { unknown } = labelsOf(document);
    const first = document === current && unknown.includes(page) ? page : unknown[0];
    if (first !== undefined) {
      return { id: document.id, way: document.way, page: first, key: document.info.document };
    }
  }
  return null;
}

/** The content box of a page (`auto`), or the labels of a carrier's sheet in reading order; empty for a blank page. */
async function findBoxes(
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
