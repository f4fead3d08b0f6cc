import { createLazyComponent, FallbackDialog, type LazyComponent } from '#app/ui/lazy-component.tsx';
import type { FeedbackDialogProps } from './FeedbackDialog.tsx';

const late: LazyComponent<FeedbackDialogProps> = createLazyComponent(
  async () => (await import('./FeedbackDialog.tsx')).FeedbackDialog,
  FallbackDialog,
);

/** The feedback dialog, loaded on demand. */
export const FeedbackDialog: LazyComponent<FeedbackDialogProps>['Part'] = late.Part;
