import { createLatePart, LateDialog, type LatePart } from '#app/late-part/late-part.tsx';
import type { IconLibraryProps } from './IconLibrary.tsx';

/** The icon library, whose code comes when it is first asked for. */
export const iconLibrary: LatePart<IconLibraryProps> = createLatePart(
  async () => (await import('./IconLibrary.tsx')).IconLibrary,
  LateDialog,
);
