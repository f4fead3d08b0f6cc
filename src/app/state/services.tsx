import { createContext, use } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { SheetEdits } from '#model/data/frozen-data.ts';
import type { Result } from '#model/kernel/result.ts';
import type { PrintReport } from '#printing/report.ts';
import type { Journal, Reading, SheetRenderer } from '#protocol/printing.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import type { AnyAssistant } from '#services/assistant/any-assistant.ts';
import type { DevicePrinters } from '#services/device/device-printers.ts';
import type { PageEncoder } from '#services/device/page-encoder.ts';
import type { UploadQueue } from '#services/cloud/upload-queue.ts';
import type { CodeReader } from '#services/camera/code-reader.ts';
import type { UserFontStore } from '#services/fonts/user-font-store.ts';
import type { OfficeConverter } from '#services/office/office-converter.ts';
import type { RunRecords } from '#services/history/run-records.ts';
import type { DocumentClient } from '#services/document/document-client.ts';
import type { CropPresets } from '#services/storage/crop-presets.ts';
import type { DocumentPreview } from '#services/document/document-preview.ts';
import type { PrintRenderer } from '#services/render/print-renderer.ts';
import type { RenderClient } from '#services/render/render-client.ts';
import type { SpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import type { RowChoices } from '#services/storage/row-choices.ts';
import type { KeptRuns } from '#services/storage/kept-runs.ts';
import type { RunLocks } from '#services/storage/run-locks.ts';
import type { KeptWork } from '#services/storage/user-data.ts';
import type { PrinterLock } from '#services/storage/printer-lock.ts';

/** All that screens reach outside the page: server, workers, assistant, storage. Made once, in `main.tsx`. */
export interface Services {
  readonly api: ApiClient;
  /** Uploads to the cloud data. */
  readonly uploads: UploadQueue;
  /** Makes PDF files of office files, on the server. */
  readonly office: OfficeConverter;
  readonly fonts: UserFontStore;
  readonly spreadsheets: SpreadsheetClient;
  /** Spreadsheets with these cells edited, and none that are edited later. Whoever opens them disposes of them. */
  readonly openFrozenSpreadsheets: (edits: readonly SheetEdits[]) => SpreadsheetClient;
  readonly rowChoices: RowChoices;
  /** Starts a new render worker for one canvas; the caller must dispose of it. */
  readonly createRenderClient: () => RenderClient;
  /** Paints what is printed, in a worker of its own: previews, checks of rows, files. */
  readonly printRenderer: PrintRenderer;
  /** Starts a worker of the same kind for work in the background; the caller must dispose of it. */
  readonly createPrintRenderer: () => PrintRenderer;
  /** Paints the pages of print runs, in as many workers as this machine has cores for; that of `printRenderer` is one. */
  readonly pageRenderer: SheetRenderer;
  /** Documents that are printed on labels. */
  readonly documents: DocumentClient;
  readonly documentPreview: DocumentPreview;
  /** Boxes on the sheets of carriers, under names. */
  readonly cropPresets: CropPresets;
  readonly assistant: AnyAssistant;
  /** Writes pages in the languages of printers. */
  readonly pageEncoder: Pick<PageEncoder, 'encode'>;
  /** The printers that the page reaches without the assistant. */
  readonly devices: DevicePrinters;
  /** Reads codes in a camera's pictures. */
  readonly codeReader: CodeReader;
  /** The print journal of this browser; whoever opens it closes it. */
  readonly openJournal: () => Promise<Result<Journal>>;
  /** The user's runs in this browser that have no end. */
  readonly keptRuns: KeptRuns<PrintReport>;
  readonly runLocks: RunLocks;
  /** Calls `take` with each part of a job's symbol readings; false when they are not there. */
  readonly eachReadings: (jobId: string, take: (readings: readonly Reading[]) => void) => Promise<boolean>;
  /** Tells the server's history of the user's print runs. */
  readonly runRecords: RunRecords;
  /** Counts what the user would lose if this browser deleted all that it keeps of them. */
  readonly keptWork: (userId: string) => Promise<Result<KeptWork>>;
  /** Deletes all that this browser keeps of a user. */
  readonly forgetUser: (userId: string) => Promise<Result<null>>;
  /** Resolves when all pending writes to the browser's storage are done. */
  readonly storageSettled: () => Promise<void>;
  /** Reserves a printer for this tab among all tabs of this browser. */
  readonly acquirePrinterLock: (
    printer: string,
    signal: AbortSignal,
    onWait: () => void,
  ) => Promise<Result<PrinterLock>>;
}

const ServicesContext = createContext<Services | null>(null);

export function ServicesProvider(props: { readonly services: Services; readonly children: ReactNode }): ReactElement {
  return <ServicesContext value={props.services}>{props.children}</ServicesContext>;
}

export function useServices(): Services {
  const services = use(ServicesContext);
  if (services === null) throw new Error('useServices outside of ServicesProvider');
  return services;
}
