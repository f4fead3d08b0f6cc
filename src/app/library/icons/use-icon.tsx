import { useCallback, useState, type JSX } from 'react';
import type { ChosenIcon, IconLibraryProps } from './IconLibrary.tsx';
import { createLazyComponent, FallbackDialog, type LazyComponent } from '#app/ui/lazy-component.tsx';

export interface IconChoice {
  /** Opens the library; null if it was closed without a choice. */
  choose(): Promise<ChosenIcon | null>;
  /** The library while it is open; rendered by the caller. */
  readonly dialog: JSX.Element | null;
}

/** Lets the user choose an icon of the library. */
export function useIcon(): IconChoice {
  const [answer, setAnswer] = useState<{ readonly give: (icon: ChosenIcon | null) => void } | null>(null);
  const choose = useCallback(() => new Promise<ChosenIcon | null>((give) => setAnswer({ give })), []);
  function end(icon: ChosenIcon | null): void {
    setAnswer(null);
    answer?.give(icon);
  }
  const dialog = answer === null ? null : <iconLibrary.Part onClose={() => end(null)} onPick={end} />;
  return { choose, dialog };
}

/** The icon library, loaded on demand. */
const iconLibrary: LazyComponent<IconLibraryProps> = createLazyComponent(
  async () => (await import('./IconLibrary.tsx')).IconLibrary,
  FallbackDialog,
);
