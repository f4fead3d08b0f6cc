import { createLazyComponent, FallbackDialog, type LazyComponent } from '#app/ui/lazy-component.tsx';
import type { CloudPickerProps } from './CloudPicker.tsx';

/** The choice of a cloud file, whose code comes when it is first asked for. */
export const cloudPicker: LazyComponent<CloudPickerProps> = createLazyComponent(
  async () => (await import('./CloudPicker.tsx')).CloudPicker,
  FallbackDialog,
);
