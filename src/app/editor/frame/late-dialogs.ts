import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { PrintDialogProps } from '#app/print/PrintDialog.tsx';
import type { ExportDialogProps } from '../export/ExportDialog.tsx';
import type { FontManagerProps } from '../fonts/FontManager.tsx';
import type { GuideTourProps } from './GuideTour.tsx';

/*
 * Large dialogs that are not seen at first. Their code is fetched after the label's first picture but before anybody
 * opens them, because the server may be out of reach by then.
 */
const loadPrint = async (): Loaded<PrintDialogProps> => ({
  default: (await import('#app/print/PrintDialog.tsx')).PrintDialog,
});
const loadExport = async (): Loaded<ExportDialogProps> => ({
  default: (await import('../export/ExportDialog.tsx')).ExportDialog,
});
const loadFonts = async (): Loaded<FontManagerProps> => ({
  default: (await import('../fonts/FontManager.tsx')).FontManager,
});
const loadGuide = async (): Loaded<GuideTourProps> => ({ default: (await import('./GuideTour.tsx')).GuideTour });

type Loaded<Props> = Promise<{ readonly default: ComponentType<Props> }>;

export const PrintDialog: LazyExoticComponent<ComponentType<PrintDialogProps>> = lazy(loadPrint);
export const ExportDialog: LazyExoticComponent<ComponentType<ExportDialogProps>> = lazy(loadExport);
export const FontManager: LazyExoticComponent<ComponentType<FontManagerProps>> = lazy(loadFonts);
export const GuideTour: LazyExoticComponent<ComponentType<GuideTourProps>> = lazy(loadGuide);

/** Code that cannot be fetched now is asked for again when its dialog opens. */
export function fetchLateDialogs(): void {
  void Promise.allSettled([loadPrint(), loadExport(), loadFonts(), loadGuide()]);
}
