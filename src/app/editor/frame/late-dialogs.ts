import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { PrintDialogProps } from '#app/print/PrintDialog.tsx';
import type { ExportDialogProps } from '../export/ExportDialog.tsx';
import type { FontManagerProps } from '../fonts/FontManager.tsx';
import type { GuideTourProps } from './GuideTour.tsx';

/*
 * What is large and not seen at first. Its code comes after the label's first picture, before anybody asks for it: by
 * then the server may be out of reach.
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

/** What cannot be had now is asked for again when it is shown. */
export function fetchLateDialogs(): void {
  void Promise.allSettled([loadPrint(), loadExport(), loadFonts(), loadGuide()]);
}
