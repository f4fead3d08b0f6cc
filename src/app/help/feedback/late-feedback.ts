import { createLatePart, LateDialog, type LatePart } from '#app/ui/late-part.tsx';
import type { FeedbackDialogProps } from './FeedbackDialog.tsx';

const late: LatePart<FeedbackDialogProps> = createLatePart(
  async () => (await import('./FeedbackDialog.tsx')).FeedbackDialog,
  LateDialog,
);

/** The dialog for feedback, whose code comes when it is first asked for. */
export const FeedbackDialog: LatePart<FeedbackDialogProps>['Part'] = late.Part;
