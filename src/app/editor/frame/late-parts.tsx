import type { FunctionComponent, JSX } from 'react';
import type { PrintDialogProps } from '#app/print/PrintDialog.tsx';
import { createLatePart, LateDialog, LateNotice, type LatePart, type StandInProps } from '#app/ui/late-part.tsx';
import type { LabelDialogProps } from '#app/library/new-label/LabelDialog.tsx';
import type { ArrivalsProps } from '../arrivals/Arrivals.tsx';
import type { CommandPaletteProps } from '../commands/CommandPalette.tsx';
import type { GuidesDialogProps } from '../canvas/GuidesDialog.tsx';
import type { ExportDialogProps } from '../export/ExportDialog.tsx';
import type { FontManagerProps } from '../fonts/FontManager.tsx';
import type { SidePanelProps } from '../side/SidePanel.tsx';
import type { DataPanelProps } from '../table/DataPanel.tsx';
import type { VersionsDialogProps } from '#app/library/versions/VersionsDialog.tsx';
import type { GuideTourProps } from './GuideTour.tsx';

/*
 * Large parts that are not seen at first. Their code is fetched after the label's first picture but before anybody
 * opens them, because the server may be out of reach by then.
 */
const print: LatePart<PrintDialogProps> = createLatePart(
  async () => (await import('#app/print/PrintDialog.tsx')).PrintDialog,
  LateDialog,
);
const label: LatePart<LabelDialogProps> = createLatePart(
  async () => (await import('#app/library/new-label/LabelDialog.tsx')).LabelDialog,
  ({ onCancel, hasFailed, onAgain }) => <LateDialog onClose={onCancel} hasFailed={hasFailed} onAgain={onAgain} />,
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
  async () => (await import('#app/library/versions/VersionsDialog.tsx')).VersionsDialog,
  LateDialog,
);
const guide: LatePart<GuideTourProps> = createLatePart(
  async () => (await import('./GuideTour.tsx')).GuideTour,
  LateGuide,
);
const bar: LatePart<object> = createLatePart(
  async () => (await import('../selection-bar/SelectionBar.tsx')).SelectionBar,
  Nothing,
);
const spoken: LatePart<object> = createLatePart(async () => (await import('../spoken/Spoken.tsx')).Spoken, Nothing);
const table: LatePart<DataPanelProps> = createLatePart(
  async () => (await import('../table/DataPanel.tsx')).DataPanel,
  LateTable,
);
const side: LatePart<SidePanelProps> = createLatePart(
  async () => (await import('../side/SidePanel.tsx')).SidePanel,
  LateSide,
);
const commands: LatePart<CommandPaletteProps> = createLatePart(
  async () => (await import('../commands/CommandPalette.tsx')).CommandPalette,
  LateCommands,
);
const arrivals: LatePart<ArrivalsProps> = createLatePart(
  async () => (await import('../arrivals/Arrivals.tsx')).Arrivals,
  LateArrivals,
);

const guides: LatePart<GuidesDialogProps> = createLatePart(
  async () => (await import('../canvas/GuidesDialog.tsx')).GuidesDialog,
  LateDialog,
);

export const PrintDialog: FunctionComponent<PrintDialogProps> = print.Part;
export const LabelDialog: FunctionComponent<LabelDialogProps> = label.Part;
export const ExportDialog: FunctionComponent<ExportDialogProps> = exports.Part;
export const FontManager: FunctionComponent<FontManagerProps> = fonts.Part;
export const VersionsDialog: FunctionComponent<VersionsDialogProps> = versions.Part;
export const GuidesDialog: FunctionComponent<GuidesDialogProps> = guides.Part;
export const GuideTour: FunctionComponent<GuideTourProps> = guide.Part;
export const SelectionBar: FunctionComponent<object> = bar.Part;
export const Spoken: FunctionComponent<object> = spoken.Part;
export const DataPanel: FunctionComponent<DataPanelProps> = table.Part;
export const SidePanel: FunctionComponent<SidePanelProps> = side.Part;
export const CommandPalette: FunctionComponent<CommandPaletteProps> = commands.Part;
export const Arrivals: FunctionComponent<ArrivalsProps> = arrivals.Part;

/**
 * Fetches the code of these parts. What fails now is fetched again when its part is opened. The table of rows is not
 * among them: it comes with a spreadsheet, whose reader has to be fetched then as well.
 */
export function fetchLateParts(): void {
  void Promise.allSettled(
    [print, label, exports, fonts, guide, guides, bar, spoken, side, commands, arrivals].map(({ fetch }) => fetch()),
  );
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

/** What the bar offers is in the strip and the panel as well, what is spoken in the layers: it is not missed for a moment. */
function Nothing(): null {
  return null;
}

/** Takes the room that the panel will have, so that the canvas stays where it is when that comes. */
function LateSide({ hasFailed, onAgain }: StandInProps): JSX.Element {
  return (
    <section className="late-side">
      <LateNotice hasFailed={hasFailed} onAgain={onAgain} />
    </section>
  );
}

/** It comes at once or says that it cannot: nothing is shown for the moment between. */
function LateCommands({ hasFailed, onAgain, onClose }: CommandPaletteProps & StandInProps): JSX.Element | null {
  return hasFailed ? <LateDialog hasFailed={hasFailed} onAgain={onAgain} onClose={onClose} /> : null;
}

/** What came is kept until it can be taken; giving up drops it. */
function LateArrivals({ hasFailed, onAgain, onTaken }: ArrivalsProps & StandInProps): JSX.Element | null {
  return hasFailed ? <LateDialog hasFailed={hasFailed} onAgain={onAgain} onClose={onTaken} /> : null;
}

/** The guide opens by itself at the first visit, when hardly anything is there yet: nobody waits for it. */
function LateGuide(props: GuideTourProps & StandInProps): JSX.Element | null {
  return props.hasFailed ? <LateDialog {...props} /> : null;
}
