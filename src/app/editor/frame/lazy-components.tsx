import { useEffect, type FunctionComponent, type JSX } from 'react';
import { busyWhile, startTimer, stopTimer, whenFree } from '#services/idle.ts';
import type { RenderClient } from '#services/render/render-client.ts';
import type { PrintDialogProps } from '#app/print/PrintDialog.tsx';
import {
  createLazyComponent,
  FallbackDialog,
  FallbackNotice,
  type LazyComponent,
  type FallbackProps,
} from '#app/ui/lazy-component.tsx';
import type { LabelDialogProps } from '#app/library/new-label/LabelDialog.tsx';
import type { ArrivalsProps } from '../canvas/Arrivals.tsx';
import type { CommandPaletteProps } from '../commands/CommandPalette.tsx';
import type { ReplaceDialogProps } from '../commands/ReplaceDialog.tsx';
import type { LanguagesDialogProps } from '../languages/LanguagesDialog.tsx';
import type { OtherSizesDialogProps } from '../sizes/OtherSizesDialog.tsx';
import type { GuidesDialogProps } from '../canvas/GuidesDialog.tsx';
import type { ExportDialogProps } from '../export/ExportDialog.tsx';
import type { FontManagerProps } from '../fonts/FontManager.tsx';
import type { SidePanelProps } from '../side/SidePanel.tsx';
import type { DataPanelProps } from '../table/DataPanel.tsx';
import type { VersionsDialogProps } from '#app/library/versions/VersionsDialog.tsx';
import type { GuideTourProps } from './GuideTour.tsx';

/* Large components that are hidden at first. Their code is fetched after the label's first picture but before anyone opens
   them, because the server may be unreachable by then. */
const print: LazyComponent<PrintDialogProps> = createLazyComponent(
  async () => (await import('#app/print/PrintDialog.tsx')).PrintDialog,
  FallbackDialog,
);
const label: LazyComponent<LabelDialogProps> = createLazyComponent(
  async () => (await import('#app/library/new-label/LabelDialog.tsx')).LabelDialog,
  ({ onCancel, hasFailed, onAgain }) => <FallbackDialog onClose={onCancel} hasFailed={hasFailed} onAgain={onAgain} />,
);
const exports: LazyComponent<ExportDialogProps> = createLazyComponent(
  async () => (await import('../export/ExportDialog.tsx')).ExportDialog,
  FallbackDialog,
);
const fonts: LazyComponent<FontManagerProps> = createLazyComponent(
  async () => (await import('../fonts/FontManager.tsx')).FontManager,
  FallbackDialog,
);
const versions: LazyComponent<VersionsDialogProps> = createLazyComponent(
  async () => (await import('#app/library/versions/VersionsDialog.tsx')).VersionsDialog,
  FallbackDialog,
);
const guide: LazyComponent<GuideTourProps> = createLazyComponent(
  async () => (await import('./GuideTour.tsx')).GuideTour,
  GuideFallback,
);
const bar: LazyComponent<object> = createLazyComponent(
  async () => (await import('../canvas/SelectionBar.tsx')).SelectionBar,
  Nothing,
);
const spoken: LazyComponent<object> = createLazyComponent(
  async () => (await import('../spoken/Spoken.tsx')).Spoken,
  Nothing,
);
const table: LazyComponent<DataPanelProps> = createLazyComponent(
  async () => (await import('../table/DataPanel.tsx')).DataPanel,
  TableFallback,
);
const side: LazyComponent<SidePanelProps> = createLazyComponent(
  async () => (await import('../side/SidePanel.tsx')).SidePanel,
  SideFallback,
);
const commands: LazyComponent<CommandPaletteProps> = createLazyComponent(
  async () => (await import('../commands/CommandPalette.tsx')).CommandPalette,
  CommandsFallback,
);
const arrivals: LazyComponent<ArrivalsProps> = createLazyComponent(
  async () => (await import('../canvas/Arrivals.tsx')).Arrivals,
  ArrivalsFallback,
);

const guides: LazyComponent<GuidesDialogProps> = createLazyComponent(
  async () => (await import('../canvas/GuidesDialog.tsx')).GuidesDialog,
  FallbackDialog,
);

const replace: LazyComponent<ReplaceDialogProps> = createLazyComponent(
  async () => (await import('../commands/ReplaceDialog.tsx')).ReplaceDialog,
  FallbackDialog,
);

const sizes: LazyComponent<OtherSizesDialogProps> = createLazyComponent(
  async () => (await import('../sizes/OtherSizesDialog.tsx')).OtherSizesDialog,
  FallbackDialog,
);

const languages: LazyComponent<LanguagesDialogProps> = createLazyComponent(
  async () => (await import('../languages/LanguagesDialog.tsx')).LanguagesDialog,
  FallbackDialog,
);

export const PrintDialog: FunctionComponent<PrintDialogProps> = print.Part;
export const LabelDialog: FunctionComponent<LabelDialogProps> = label.Part;
export const ExportDialog: FunctionComponent<ExportDialogProps> = exports.Part;
export const FontManager: FunctionComponent<FontManagerProps> = fonts.Part;
export const VersionsDialog: FunctionComponent<VersionsDialogProps> = versions.Part;
export const GuidesDialog: FunctionComponent<GuidesDialogProps> = guides.Part;
export const ReplaceDialog: FunctionComponent<ReplaceDialogProps> = replace.Part;
export const OtherSizesDialog: FunctionComponent<OtherSizesDialogProps> = sizes.Part;
export const LanguagesDialog: FunctionComponent<LanguagesDialogProps> = languages.Part;
export const GuideTour: FunctionComponent<GuideTourProps> = guide.Part;
export const SelectionBar: FunctionComponent<object> = bar.Part;
export const Spoken: FunctionComponent<object> = spoken.Part;
export const DataPanel: FunctionComponent<DataPanelProps> = table.Part;
export const SidePanel: FunctionComponent<SidePanelProps> = side.Part;
export const CommandPalette: FunctionComponent<CommandPaletteProps> = commands.Part;
export const Arrivals: FunctionComponent<ArrivalsProps> = arrivals.Part;

/** The announcements and the bar are on the screen, the rest may be opened. */
const IN_ORDER = [
  spoken,
  bar,
  side,
  print,
  label,
  exports,
  fonts,
  guide,
  guides,
  commands,
  replace,
  sizes,
  languages,
  arrivals,
];

/**
 * Fetches the code of these components, one after the other, each when the browser has nothing else to do: a stroke on the
 * canvas never waits for more than one of them. A failed one is fetched again when it is opened. The table of rows is not
 * included: it comes with a spreadsheet, whose reader has to be fetched then as well.
 */
async function fetchLazyComponents(signal: AbortSignal): Promise<void> {
  for (const { fetch } of IN_ORDER) {
    await new Promise<void>(whenFree);
    if (signal.aborted) return;
    await fetch().catch(() => undefined);
  }
}

/** About three frames of a display. */
const AFTER_PICTURE_MS = 50;

/** Fetches the code of these components after the label's first picture. */
export function useLazyFetch(render: RenderClient): void {
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = (): void => {
      stop();
      // This requests dozens of files: the new picture is shown first.
      timer ??= startTimer(() => void busyWhile(fetchLazyComponents(leaving.signal)), AFTER_PICTURE_MS);
    };
    const stop = render.onFrame(begin);
    // The worker may have been faster than the screen.
    if (render.canvas() !== null) begin();
    return () => {
      stop();
      stopTimer(timer);
      leaving.abort();
    };
  }, [render]);
}

/** Reserves the space of the table of rows, so that the canvas does not move when it is loaded. */
function TableFallback({ look, hasFailed, onAgain }: DataPanelProps & FallbackProps): JSX.Element {
  const size = look.side === 'below' ? { height: look.height } : { width: look.width };
  return (
    <section className="late-table" style={look.open ? size : undefined}>
      <FallbackNotice hasFailed={hasFailed} onAgain={onAgain} />
    </section>
  );
}

/**
 * The bar's actions are in the strip and the panel as well, and the announcements in the layers: a short delay is no loss.
 */
function Nothing(): null {
  return null;
}

/** Reserves the space of the panel, so that the canvas does not move when it is loaded. */
function SideFallback({ hasFailed, onAgain }: FallbackProps): JSX.Element {
  return (
    <section className="late-side">
      <FallbackNotice hasFailed={hasFailed} onAgain={onAgain} />
    </section>
  );
}

/** Nothing is shown while it is loading, only a failure. */
function CommandsFallback({ hasFailed, onAgain, onClose }: CommandPaletteProps & FallbackProps): JSX.Element | null {
  return hasFailed ? <FallbackDialog hasFailed={hasFailed} onAgain={onAgain} onClose={onClose} /> : null;
}

/** Arrivals are kept until they can be taken; canceling drops them. */
function ArrivalsFallback({ hasFailed, onAgain, onTaken }: ArrivalsProps & FallbackProps): JSX.Element | null {
  return hasFailed ? <FallbackDialog hasFailed={hasFailed} onAgain={onAgain} onClose={onTaken} /> : null;
}

/** The tour opens automatically at the first visit, when hardly anything is loaded yet, and needs no fallback. */
function GuideFallback(props: GuideTourProps & FallbackProps): JSX.Element | null {
  return props.hasFailed ? <FallbackDialog {...props} /> : null;
}
