import { App as AntdApp, ConfigProvider } from 'antd';
import type { i18n } from 'i18next';
import { Suspense, type JSX, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import { createApiClient } from '#services/api/api-client.ts';
import { createCloudUploader } from '#services/cloud-uploader.ts';
import { createUploadQueue } from '#services/upload-queue.ts';
import type { AskForPicture } from '#model/data/pictures/address-pictures.ts';
import { problem } from '#model/kernel/problem.ts';
import { err } from '#model/kernel/result.ts';
import { createRowPictureStore } from '#services/row-picture-store.ts';
import { createPictureMemory } from '#services/storage/picture-memory.ts';
import { createUserFontStore } from '#services/user-font-store.ts';
import { createPrintRenderer, type PrintRenderer } from '#services/render/print-renderer.ts';
import { createRenderClient, type RenderClient } from '#services/render/render-client.ts';
import { createRenderWorker } from '#services/render/create-render-worker.ts';
import { createSpreadsheetWorker } from '#services/spreadsheet/create-spreadsheet-worker.ts';
import { createSpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import { createFrozenEditStore } from '#services/storage/cell-edit-store.ts';
import { type CallName, API_CODES, CALLS } from '#protocol/api.ts';
import { createI18n } from '#app/state/i18n/i18n.ts';
import type { Language } from '#app/state/i18n/languages.ts';
import { AppStateProvider, createAppState } from '#app/state/app-state.tsx';
import { ServicesProvider, type Services } from '#app/state/services.tsx';
import { THEMES } from '#app/ui/theme/theme.ts';
import { Tooltips } from '#app/ui/tooltips.tsx';
import { untilPageIdle } from './component-hand.ts';
import { createMemorySpreadsheetStore } from './memory-spreadsheet-store.ts';

/** The data with which the server answers a call, or a whole response; a missing call finds no server. */
export type Answers = Readonly<Partial<Record<CallName, (input: unknown) => unknown>>>;

export interface MountOptions {
  /** What pictures of rows are at web addresses; none unless given. */
  readonly askForPicture?: AskForPicture;
  readonly answers?: Answers;
  readonly language?: Language;
  /** Services in addition to those that every component gets. */
  readonly services?: Partial<Services>;
}

/** The user of component tests: the pictures of rows are remembered in the database of this one. */
export const PICTURE_OWNER = 'row-pictures';

/** The addresses of tests that don't care have no picture. */
const noPicture: AskForPicture = (address) =>
  Promise.resolve(err(problem('pictures.addressStatus', { address, status: 404 })));

let renderClient: RenderClient | null = null;

let printRenderer: PrintRenderer | null = null;

/** The real worker, shared by all tests of the page one after the other: starting one costs more than most of them. */
function sharedRenderClient(): RenderClient {
  renderClient ??= createRenderClient({ createWorker: createRenderWorker });
  const shared = renderClient;
  return new Proxy(shared, {
    get(target, name) {
      if (name === 'dispose') return () => undefined;
      const member = Reflect.get(target, name) as unknown;
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

const texts = new Map<Language, Promise<i18n>>();

/** The texts of a language; those of a part of the application are fetched when it is first shown. */
export function textsOf(language: Language): Promise<i18n> {
  const known = texts.get(language) ?? createI18n(language);
  texts.set(language, known);
  return known;
}

/**
 * Services of one test: the application's own, with a server that answers from the test's table. Missing services
 * end the test when a component requires one.
 */
export function createTestServices({
  answers = {},
  language = 'en',
  services = {},
  askForPicture = noPicture,
}: MountOptions): Services {
  const server = { language: () => language, onSignedOut: () => undefined, fetch: fetchFrom(answers) };
  const api = createApiClient(server);
  const present: Partial<Services> = {
    api,
    fonts: createUserFontStore(api),
    rowPictures: createRowPictureStore(
      createPictureMemory(() => PICTURE_OWNER),
      () => PICTURE_OWNER,
      askForPicture,
    ),
    uploads: createUploadQueue(createCloudUploader({ ...server, api, headers: () => ({}) })),
    createRenderClient: sharedRenderClient,
    get printRenderer() {
      return (printRenderer ??= createPrintRenderer({ createWorker: createRenderWorker, fonts: () => [] }));
    },
    spreadsheets: createSpreadsheetClient({
      createWorker: createSpreadsheetWorker,
      store: createMemorySpreadsheetStore(),
      editStore: createFrozenEditStore([]),
    }),
    ...services,
  };
  return new Proxy(present as Services, {
    get(target, name) {
      if (name in target) return Reflect.get(target, name) as unknown;
      throw new Error(`the test has no service ${String(name)}`);
    },
  });
}

function fetchFrom(answers: Answers): typeof globalThis.fetch {
  return async (request) => {
    const asked = new Request(request);
    const { url, method } = asked;
    const path = new URL(url).pathname;
    const name = (Object.keys(answers) as CallName[]).find(
      (one) => CALLS[one].path === path && CALLS[one].method === method,
    );
    const answer = name === undefined ? undefined : answers[name];
    if (answer === undefined) throw new TypeError(`the test has no answer to ${method} ${path}`);
    const given = answer(method === 'POST' ? await asked.json() : undefined);
    return given instanceof Response ? given : Response.json({ code: API_CODES.success, message: '', data: given });
  };
}

/** Shows a part of the application with the services of a test; both are removed at the test's end. */
export async function mountApp(part: ReactNode, services: Services, language: Language = 'en'): Promise<void> {
  const i18n = await textsOf(language);
  const state = createAppState();
  const router = createMemoryRouter([{ path: '*', element: <>{part}</> }]);
  const container = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'root' }));
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  root.render(
    <I18nextProvider i18n={i18n}>
      <AppStateProvider state={state}>
        <ServicesProvider services={services}>
          <Themed>
            <RouterProvider router={router} />
          </Themed>
        </ServicesProvider>
      </AppStateProvider>
    </I18nextProvider>,
  );
  await untilPageIdle();
}

function Themed({ children }: { readonly children: ReactNode }): JSX.Element {
  return (
    <ConfigProvider theme={THEMES.light} button={{ autoInsertSpace: false }}>
      <AntdApp className="app-root" message={{ maxCount: 3 }}>
        <Suspense fallback={null}>{children}</Suspense>
        <Tooltips />
      </AntdApp>
    </ConfigProvider>
  );
}
