import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { PrintDialogProps } from '#app/print/PrintDialog.tsx';
import type { ExportDialogProps } from '../export/ExportDialog.tsx';
import type { FontManagerProps } from '../fonts/FontManager.tsx';
import type { DataPanelProps } from '../table/DataPanel.tsx';
import type { GuideTourProps } from './GuideTour.tsx';

/*
 * Large parts that are not seen at first. Their code is fetched after the label's first picture but before anybody
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
const loadTable = async (): Loaded<DataPanelProps> => ({ default: (await import('../table/DataPanel.tsx')).DataPanel });

type Loaded<Props> = Promise<{ readonly default: ComponentType<Props> }>;

export const PrintDialog: LazyExoticComponent<ComponentType<PrintDialogProps>> = lazy(loadPrint);
export const ExportDialog: LazyExoticComponent<ComponentType<ExportDialogProps>> = lazy(loadExport);
export const FontManager: LazyExoticComponent<ComponentType<FontManagerProps>> = lazy(loadFonts);
export const GuideTour: LazyExoticComponent<ComponentType<GuideTourProps>> = lazy(loadGuide);
export const DataPanel: LazyExoticComponent<ComponentType<DataPanelProps>> = lazy(loadTable);

/**
 * Fetches the code of these parts. What fails now is fetched again when its part is opened. The table of rows is not
 * among them: it comes with a spreadsheet, whose reader has to be fetched then as well.
 */
export function fetchLateParts(): void {
  void Promise.allSettled([loadPrint(), loadExport(), loadFonts(), loadGuide()]);
}
