import type { FunctionComponent, JSX } from 'react';
import type { PrintDialogProps } from '#app/print/PrintDialog.tsx';
import { createLatePart, LateDialog, LateNotice, type LatePart, type StandInProps } from '#app/late-part/late-part.tsx';
import type { GuidesDialogProps } from '../canvas/GuidesDialog.tsx';
import type { ExportDialogProps } from '../export/ExportDialog.tsx';
import type { FontManagerProps } from '../fonts/FontManager.tsx';
import type { DataPanelProps } from '../table/DataPanel.tsx';
import type { VersionsDialogProps } from '#app/versions/VersionsDialog.tsx';
import type { GuideTourProps } from './GuideTour.tsx';

/*
 * Large parts that are not seen at first. Their code is fetched after the label's first picture but before anybody
 * opens them, because the server may be out of reach by then.
 */
const print: LatePart<PrintDialogProps> = createLatePart(
  async () => (await import('#app/print/PrintDialog.tsx')).PrintDialog,
  LateDialog,
);
const exports: LatePart<ExportDialogProps> = createLatePart(
  async () => (await import('../export/ExportDialog.tsx')).ExportDialog,
  LateDialog,
);
const fonts: LatePart<FontManagerProps> = createLatePart(
  async () => (await import('../fonts/FontManager.tsx')).FontManager,
  LateDialog,
);
const versions: LatePart<VersionsDialogProps> = createLatePart(
  async () => (await import('#app/versions/VersionsDialog.tsx')).VersionsDialog,
  LateDialog,
);
const guide: LatePart<GuideTourProps> = createLatePart(
  async () => (await import('./GuideTour.tsx')).GuideTour,
  LateGuide,
);
const table: LatePart<DataPanelProps> = createLatePart(
  async () => (await import('../table/DataPanel.tsx')).DataPanel,
  LateTable,
);

const guides: LatePart<GuidesDialogProps> = createLatePart(
  async () => (await import('../canvas/GuidesDialog.tsx')).GuidesDialog,
  LateDialog,
);

export const PrintDialog: FunctionComponent<PrintDialogProps> = print.Part;
export const ExportDialog: FunctionComponent<ExportDialogProps> = exports.Part;
export const FontManager: FunctionComponent<FontManagerProps> = fonts.Part;
export const VersionsDialog: FunctionComponent<VersionsDialogProps> = versions.Part;
export const GuidesDialog: FunctionComponent<GuidesDialogProps> = guides.Part;
export const GuideTour: FunctionComponent<GuideTourProps> = guide.Part;
export const DataPanel: FunctionComponent<DataPanelProps> = table.Part;

/**
 * Fetches the code of these parts. What fails now is fetched again when its part is opened. The table of rows is not
 * among them: it comes with a spreadsheet, whose reader has to be fetched then as well.
 */
export function fetchLateParts(): void {
  void Promise.allSettled([print, exports, fonts, guide, guides].map(({ fetch }) => fetch()));
}

/** Takes the room that the table of rows will have, so that the canvas stays where it is when that comes. */
function LateTable({ look, hasFailed, onAgain }: DataPanelProps & StandInProps): JSX.Element {
  const size = look.side === 'below' ? { height: look.height } : { width: look.width };
  return (
    <section className="late-table" style={look.open ? size : undefined}>
      <LateNotice hasFailed={hasFailed} onAgain={onAgain} />
    </section>
  );
}

/** The guide opens by itself at the first visit, when hardly anything is there yet: nobody waits for it. */
function LateGuide(props: GuideTourProps & StandInProps): JSX.Element | null {
  return props.hasFailed ? <LateDialog {...props} /> : null;
}
