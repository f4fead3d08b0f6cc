import { useSyncExternalStore } from 'react';

/** As in documents.css: below it the columns stand one under the other. */
const NARROW = '(max-width: 900px)';

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
}

function subscribe(tell: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
}
