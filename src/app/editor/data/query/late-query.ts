import { createLatePart, LateDialog, type LatePart } from '#app/ui/late-part.tsx';
import type { QueryDialogProps } from './QueryDialog.tsx';

/** The dialog of saved queries, whose code comes when it is first asked for. */
export const queryDialog: LatePart<QueryDialogProps> = createLatePart(
  async () => (await import('./QueryDialog.tsx')).QueryDialog,
  LateDialog,
);
