import { useSyncExternalStore } from 'react';
import type { RowPictureState } from '#services/row-picture-store.ts';
import { useServices } from './services.tsx';

/** The open pictures of rows. */
export function useRowPictures(): RowPictureState {
  const { rowPictures } = useServices();
  return useSyncExternalStore(rowPictures.subscribe, rowPictures.state);
}
