import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { i18n } from 'i18next';
import { ASSISTANT_PORT } from '#protocol/assistant.ts';
import { createApiClient } from '#services/api/api-client.ts';
import { createAnyAssistant } from '#services/assistant/any-assistant.ts';
import { browserName } from '#services/assistant/browser-name.ts';
import { createMachineAccess } from '#services/assistant/machine-access.ts';
import { createPairingKeeper } from '#services/storage/pairing-keeper.ts';
import { createCodeReader } from '#services/camera/code-reader.ts';
import { createCodeWorker } from '#services/camera/create-code-worker.ts';
import { browserPorts } from '#services/device/browser-devices.ts';
import { createCommandsWorker } from '#services/device/create-commands-worker.ts';
import { createDevicePrinters } from '#services/device/device-printers.ts';
import { createStateChannel } from '#services/device/reported-states.ts';
import { createPageEncoder } from '#services/device/page-encoder.ts';
import { createDeviceStore } from '#services/storage/device-store.ts';
import { antiForgeryHeaders, pageUserHeaders } from '#protocol/anti-forgery.ts';
import { pageCookies } from '#services/api/page-cookies.ts';
import { sendForm } from '#services/api/send-form.ts';
import { createCloudUploader } from '#services/cloud-uploader.ts';
import { createUploadQueue } from '#services/upload-queue.ts';
import { createRowPictureStore } from '#services/row-picture-store.ts';
import { createPictureMemory } from '#services/storage/picture-memory.ts';
import { createUserFontStore } from '#services/user-font-store.ts';
import { createPrintRenderer, type PrintRenderer } from '#services/render/print-renderer.ts';
import { createDocumentClient } from '#services/document/document-client.ts';
import { createDocumentPreview } from '#services/document/document-preview.ts';
import { withDocumentPages } from '#services/document/document-pages.ts';
import { createDocumentWorker } from '#services/document/create-document-worker.ts';
import { createCropPresets } from '#services/storage/crop-presets.ts';
import { createDocumentStore } from '#services/storage/document-store.ts';
import { createRendererPool, poolSize } from '#services/render/renderer-pool.ts';
import { retryWithBackoff, withUserLock } from '#services/storage/user-lock.ts';
import { createRunRecords } from '#services/storage/run-records.ts';
import { createPendingRunRecords } from '#services/storage/pending-run-records.ts';
import { createRenderClient, type RenderClient } from '#services/render/render-client.ts';
import { createRenderWorker } from '#services/render/create-render-worker.ts';
import { createSpreadsheetWorker } from '#services/spreadsheet/create-spreadsheet-worker.ts';
import { createWebSpreadsheets } from '#services/spreadsheet/web-spreadsheets.ts';
import { createWebCopies } from '#services/storage/web-copies.ts';
import { createSpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import { storageSettled } from '#services/storage/database.ts';
import { eachReadings, openJournal } from '#services/storage/journal.ts';
import { createKeptRuns } from '#services/storage/kept-runs.ts';
import { createRunLocks } from '#services/storage/run-locks.ts';
import { acquirePrinterLock, tryPrinterLock } from '#services/storage/printer-lock.ts';
import { giveToOwners } from '#services/storage/unowned-database.ts';
import { forgetUser, keptWork } from '#services/storage/user-data.ts';
import { createCellEditStore, createFrozenEditStore } from '#services/storage/cell-edit-store.ts';
import { createOfficeConverter } from '#services/office-converter.ts';
import { createRowChoices } from '#services/storage/row-choices.ts';
import { createSpreadsheetStore } from '#services/storage/spreadsheet-store.ts';
import { App } from './app/shell/App.tsx';
import { ignoreStrayFiles } from './app/ui/dropped-files.ts';
import { ignoreSecondClickOutside } from './app/ui/choice/double-click.ts';
import { keepFocus } from './app/ui/focus/keep-focus.ts';
import { describeSelects } from './app/ui/focus/select-values.ts';
import { fetchAfter, type EarlyFile } from './app/shell/early-file.ts';
import { openPreparedLabel, type PreparedScreen } from './app/shell/prepare-screen.ts';
import { readyAntdLocale } from './app/state/i18n/antd-locale.ts';
import { createI18n, currentLanguage } from './app/state/i18n/i18n.ts';
import { readStored, writeStored } from './app/state/browser-storage.ts';
import { createAppState, type AppState } from './app/state/app-state.tsx';
import { showLanguage } from './app/state/language.ts';
import { startLanguage } from './app/state/start-language.ts';
import type { Services } from './app/state/services.tsx';
import { addChineseFonts } from './app/ui/theme/fonts-in-parts.ts';
import './app/ui/theme/base.css';

/** In other languages Chinese may still occur in names and values, but the screen comes first. */
const CHINESE_LATER_MS = 3_000;

/** Whether pages may be sent to an assistant that can't confirm them. */
const BASIC_ALLOWED = 'basicAssistant';

/** What the page's first script has started for the editor. */
export interface Begun {
  /** Renders the first editor's picture; null on other screens. */
  readonly warm: RenderClient | null;
  /** Null if the address names no file. */
  readonly file: EarlyFile | null;
}

/** The composition root: creates the services, the state and the texts, and renders the application. */
export async function start(root: HTMLElement, { texts, code }: PreparedScreen, begun: Begun): Promise<void> {
  ignoreStrayFiles();
  keepFocus();
  describeSelects();
  ignoreSecondClickOutside();
  const language = startLanguage();
  showLanguage(language);
  const state = createAppState();
  let shown: i18n | null = null;
  const services = createServices(() => (shown === null ? language : currentLanguage(shown)), state, begun);
  // The label opens while the texts load and React renders.
  const opening = Promise.all([code, giveToOwners(state.owner())]).then(() =>
    openPreparedLabel(services, state.owner()),
  );
  const [texted] = await Promise.all([createI18n(language, texts), readyAntdLocale(language), opening]);
  shown = texted;
  if (language === 'zh') void addChineseFonts().catch(() => undefined);
  else setTimeout(() => void addChineseFonts().catch(() => undefined), CHINESE_LATER_MS);
  // In a transition React renders in slices of a few milliseconds, with clicks and messages in between.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <App services={services} state={state} i18n={texted} />
      </StrictMode>,
    );
  });
}

function createServices(
  language: () => string,
  { sessionExpired: onSignedOut, beginLoading: onLoading, needsMember: onNeedsMember, owner }: AppState,
  { warm, file }: Begun,
): Services {
  let waiting = warm;
  function createViewClient(): RenderClient {
    const client = waiting ?? createRenderClient({ createWorker: createRenderWorker });
    waiting = null;
    return client;
  }
  const formHeaders = (): Record<string, string> => ({
    ...antiForgeryHeaders(document.cookie),
    ...pageUserHeaders(owner()),
  });
  const api = createApiClient({
    language,
    cookies: pageCookies,
    owner,
    onSignedOut,
    onLoading,
    onNeedsMember,
    fetch: fetchAfter(file),
  });
  const pageEncoder = createPageEncoder({ createWorker: createCommandsWorker });
  // Set before anyone can print; if the server can't be reached, the default port is the best guess.
  let assistantPort = ASSISTANT_PORT;
  void api.call('configuration', {}).then((answer) => {
    if (answer.ok) assistantPort = answer.value.assistant_port;
  });
  const fonts = createUserFontStore(api);
  const rowPictures = createRowPictureStore(createPictureMemory(owner), owner, api.fetchPicture);
  const createOnePrintRenderer = (): PrintRenderer =>
    createPrintRenderer({
      createWorker: createRenderWorker,
      fonts: fonts.added,
      pictures: rowPictures.set,
      fetchPicture: rowPictures.fetch,
    });
  const printRenderer = createOnePrintRenderer();
  const documents = createDocumentClient({
    createWorker: createDocumentWorker,
    store: createDocumentStore({ now: Date.now, owner }),
  });
  const createWorker = createSpreadsheetWorker;
  const store = createSpreadsheetStore({ now: Date.now, owner });
  return {
    api,
    uploads: createUploadQueue(createCloudUploader({ api, language, onSignedOut, headers: formHeaders })),
    office: createOfficeConverter({
      api,
      send: sendForm,
      language,
      onSignedOut,
      headers: formHeaders,
    }),
    fonts,
    spreadsheets: createWebSpreadsheets({
      files: createSpreadsheetClient({ createWorker, store, editStore: createCellEditStore(owner) }),
      copies: createWebCopies(owner),
      now: Date.now,
    }),
    openFrozenSpreadsheets: (edits) =>
      createSpreadsheetClient({ createWorker, store, editStore: createFrozenEditStore(edits) }),
    rowChoices: createRowChoices(owner),
    rowPictures,
    createRenderClient: createViewClient,
    printRenderer,
    createPrintRenderer: createOnePrintRenderer,
    documents,
    documentPreview: createDocumentPreview(printRenderer, documents),
    cropPresets: createCropPresets(owner),
    pageRenderer: withDocumentPages(
      createRendererPool({ first: printRenderer, another: createOnePrintRenderer, size: poolSize(navigator) }),
      documents,
    ),
    assistant: createAnyAssistant({
      get url() {
        return `ws://127.0.0.1:${assistantPort}`;
      },
      pairing: {
        keeper: createPairingKeeper(owner),
        async ticket(signal) {
          if (owner() === null) return null;
          const answer = await api.call('assistantTicket', {}, { signal });
          return answer.ok ? answer.value.ticket : null;
        },
        browser: browserName(navigator.userAgent),
      },
      basic: {
        allowed: () => readStored(BASIC_ALLOWED) === 'yes',
        allow: () => writeStored(BASIC_ALLOWED, 'yes'),
      },
      access: createMachineAccess(location.hostname),
    }),
    pageEncoder,
    devices: createDevicePrinters({
      ports: browserPorts(navigator),
      store: createDeviceStore(owner),
      encoder: pageEncoder,
      tryLock: tryPrinterLock,
      channel: createStateChannel(),
    }),
    codeReader: createCodeReader({ createWorker: createCodeWorker }),
    keptRuns: createKeptRuns(owner),
    runLocks: createRunLocks(),
    openJournal: () => openJournal(owner()),
    eachReadings: (jobId, take) => eachReadings(owner(), jobId, take),
    runRecords: createRunRecords({
      api,
      pending: createPendingRunRecords(owner),
      owner,
      eachReadings: (jobId, take) => eachReadings(owner(), jobId, take),
      alone: withUserLock,
      later: retryWithBackoff,
      now: Date.now,
    }),
    keptWork,
    forgetUser,
    storageSettled,
    acquirePrinterLock,
  };
}
