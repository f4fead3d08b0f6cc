import { createLazyComponent, FallbackDialog, type LazyComponent } from '#app/ui/lazy-component.tsx';
import type { FeedbackDialogProps } from './FeedbackDialog.tsx';

const late: LazyComponent<FeedbackDialogProps> = createLazyComponent(
  async () => (await import('./FeedbackDialog.tsx')).FeedbackDialog,
  FallbackDialog,
);

/** The dialog for feedback, whose code comes when it is first asked for. */
export const FeedbackDialog: LazyComponent<FeedbackDialogProps>['Part'] = late.Part;
