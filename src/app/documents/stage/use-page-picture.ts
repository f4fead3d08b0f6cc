import { useEffect, useState } from 'react';
import type { Rotation } from '#model/kernel/geometry.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { DocumentKey } from '#model/document/document-file.ts';
import type { ColourPicture } from '#protocol/document.ts';
import { useServices } from '#app/state/services.tsx';

export interface PageView {
  readonly document: DocumentKey;
  readonly page: number;
  readonly turn: Rotation;
  /** Skew of the page, in degrees clockwise; it is shown straight. */
  readonly leanDegrees?: number;
  /** The most pixels per side. */
  readonly maxSidePx: number;
}

export interface PagePictureState {
  /** The last picture of the page, even while a sharper one is rendered; null until there is one. */
  readonly picture: ColourPicture | null;
  readonly problem: Problem | null;
}

interface Made extends PagePictureState {
  readonly key: string;
  readonly pageKey: string;
}

/** Thumbnails in the cache, so that scrolling back renders nothing twice. */
const KEPT = 160;
const KEPT_SIDE_PX = 400;
const kept = new Map<string, ColourPicture>();

/** The picture of a page, turned. Removes unneeded requests from the queue. */
export function usePagePicture({ document, page, turn, leanDegrees = 0, maxSidePx }: PageView): PagePictureState {
  const { documents } = useServices();
  const pageKey = `${document} ${page} ${turn} ${leanDegrees}`;
  const key = `${pageKey} ${maxSidePx}`;
  const [made, setMade] = useState<Made | null>(null);
  useEffect(() => {
    if (kept.has(key)) return undefined;
    const leaving = new AbortController();
    const request = { page, boxMm: null, rotation: turn, leanDegrees, maxSidePx };
    void documents.picture(document, request, leaving.signal).then((answer) => {
      if (leaving.signal.aborted) return;
      if (answer.ok) keep(key, answer.value);
      setMade(
        answer.ok
          ? { key, pageKey, picture: answer.value, problem: null }
          : { key, pageKey, picture: null, problem: answer.error },
      );
    });
    return () => leaving.abort();
  }, [documents, document, page, turn, leanDegrees, maxSidePx, key, pageKey]);
  const known = kept.get(key);
  if (known !== undefined) return { picture: known, problem: null };
  return made?.pageKey === pageKey ? made : { picture: null, problem: null };
}

function keep(key: string, picture: ColourPicture): void {
  if (Math.max(picture.width, picture.height) > KEPT_SIDE_PX) return;
  kept.set(key, picture);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
}

/** Clears the cache when the session is empty. */
export function forgetPictures(): void {
  kept.clear();
}
