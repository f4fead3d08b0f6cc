import { createLazyComponent, FallbackDialog, type LazyComponent } from '#app/ui/lazy-component.tsx';
import type { CloudPickerProps } from './CloudPicker.tsx';

/** The picker for cloud files, loaded on demand. */
export const cloudPicker: LazyComponent<CloudPickerProps> = createLazyComponent(
  async () => (await import('./CloudPicker.tsx')).CloudPicker,
  FallbackDialog,
);
