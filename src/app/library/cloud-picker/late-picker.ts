import { createLatePart, LateDialog, type LatePart } from '#app/ui/late-part.tsx';
import type { CloudPickerProps } from './CloudPicker.tsx';

/** The choice of a cloud file, whose code comes when it is first asked for. */
export const cloudPicker: LatePart<CloudPickerProps> = createLatePart(
  async () => (await import('./CloudPicker.tsx')).CloudPicker,
  LateDialog,
);
