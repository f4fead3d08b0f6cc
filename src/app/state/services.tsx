import { createContext, use, type ReactElement, type ReactNode } from 'react';
import type { SheetEdits } from '#model/data/frozen-data.ts';
import type { Result } from '#model/kernel/result.ts';
import type { PrintReport } from '#printing/report.ts';
import type { Journal, Reading, SheetRenderer } from '#protocol/printing.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import type { AnyAssistant } from '#services/assistant/any-assistant.ts';
import type { DevicePrinters } from '#services/device/device-printers.ts';
import type { PageEncoder } from '#services/device/page-encoder.ts';
import type { UploadQueue } from '#services/upload-queue.ts';
import type { CodeReader } from '#services/camera/code-reader.ts';
import type { UserFontStore } from '#services/user-font-store.ts';
import type { OfficeConverter } from '#services/office-converter.ts';
import type { RunRecords } from '#services/storage/run-records.ts';
import type { DocumentClient } from '#services/document/document-client.ts';
import type { CropPresets } from '#services/storage/crop-presets.ts';
import type { DocumentPreview } from '#services/document/document-preview.ts';
import type { PrintRenderer } from '#services/render/print-renderer.ts';
import type { RenderClient } from '#services/render/render-client.ts';
import type { SpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import type { RowPictureStore } from '#services/row-picture-store.ts';
import type { RowChoices } from '#services/storage/row-choices.ts';
import type { KeptRuns } from '#services/storage/kept-runs.ts';
import type { RunLocks } from '#services/storage/run-locks.ts';
import type { KeptWork } from '#services/storage/user-data.ts';
import type { PrinterLock } from '#services/storage/printer-lock.ts';

/** All services that screens use outside the page: server, workers, assistant, storage. Created once, in `main.tsx`. */
export interface Services {
  readonly api: ApiClient;
  /** Uploads to the cloud data. */
  readonly uploads: UploadQueue;
  /** Converts office files to PDF, on the server. */
  readonly office: OfficeConverter;
  readonly fonts: UserFontStore;
  readonly spreadsheets: SpreadsheetClient;
  /** Spreadsheets with these edited cells; later edits don't affect them. The caller must dispose of them. */
  readonly openFrozenSpreadsheets: (edits: readonly SheetEdits[]) => SpreadsheetClient;
  readonly rowChoices: RowChoices;
  /** The pictures of rows. */
  readonly rowPictures: RowPictureStore;
  /** Starts a new render worker for one canvas; the caller must dispose of it. */
  readonly createRenderClient: () => RenderClient;
  /** Renders prints in a separate worker: previews, row checks, files. */
  readonly printRenderer: PrintRenderer;
  /** Starts a similar worker for background work; the caller must dispose of it. */
  readonly createPrintRenderer: () => PrintRenderer;
  /** Renders the pages of print runs, in one worker per core, including that of `printRenderer`. */
  readonly pageRenderer: SheetRenderer;
  /** Documents that are printed on labels. */
  readonly documents: DocumentClient;
  readonly documentPreview: DocumentPreview;
  /** Named boxes on carriers' sheets. */
  readonly cropPresets: CropPresets;
  readonly assistant: AnyAssistant;
  /** Encodes pages in printer languages. */
  readonly pageEncoder: Pick<PageEncoder, 'encode'>;
  /** Printers that the page reaches without the assistant. */
  readonly devices: DevicePrinters;
  /** Reads codes in a camera's pictures. */
  readonly codeReader: CodeReader;
  /** The print journal of this browser; the caller closes it. */
  readonly openJournal: () => Promise<Result<Journal>>;
  /** The user's unfinished runs in this browser. */
  readonly keptRuns: KeptRuns<PrintReport>;
  readonly runLocks: RunLocks;
  /** Calls `take` with each part of a job's symbol readings; false if they are missing. */
  readonly eachReadings: (jobId: string, take: (readings: readonly Reading[]) => void) => Promise<boolean>;
  /** Sends the user's print runs to the server's history. */
  readonly runRecords: RunRecords;
  /** Counts the work that the user would lose if this browser deleted all of their data. */
  readonly keptWork: (userId: string) => Promise<Result<KeptWork>>;
  /** Deletes all data of a user in this browser. */
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
