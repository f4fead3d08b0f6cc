import { createLatePart, LateDialog, type LatePart } from '#app/late-part/late-part.tsx';
import type { ScheduleDialogProps } from './ScheduleDialog.tsx';

/** The dialog of a schedule, whose code comes when it is first asked for. */
export const scheduleDialog: LatePart<ScheduleDialogProps> = createLatePart(
  async () => (await import('./ScheduleDialog.tsx')).ScheduleDialog,
  LateDialog,
);
