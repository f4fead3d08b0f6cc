import { createLazyComponent, FallbackDialog, type LazyComponent } from '#app/ui/lazy-component.tsx';
import type { QueryDialogProps } from './QueryDialog.tsx';

/** The dialog of saved queries, loaded on demand. */
export const queryDialog: LazyComponent<QueryDialogProps> = createLazyComponent(
  async () => (await import('./QueryDialog.tsx')).QueryDialog,
  FallbackDialog,
);
