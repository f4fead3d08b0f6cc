import { useCallback, useState, type JSX } from 'react';
import { CLOUD_TYPES } from '#protocol/api.ts';
import { cloudPicker } from './lazy-picker.ts';

export interface CloudImageChoice {
  /** Opens the picker; null if it was closed without a choice. */
  choose(): Promise<File | null>;
  /** The picker while it is open; rendered by the caller. */
  readonly dialog: JSX.Element | null;
}

/** Lets the user choose one of their images in the cloud. */
export function useCloudImage(): CloudImageChoice {
  const [answer, setAnswer] = useState<{ readonly give: (file: File | null) => void } | null>(null);
  const choose = useCallback(() => new Promise<File | null>((give) => setAnswer({ give })), []);
  function end(file: File | null): void {
    setAnswer(null);
    answer?.give(file);
  }
  const dialog =
    answer === null ? null : (
      <cloudPicker.Part type={CLOUD_TYPES.images} onClose={() => end(null)} onPick={(file) => end(file)} />
    );
  return { choose, dialog };
}
