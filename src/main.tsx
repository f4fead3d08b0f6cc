import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApiClient } from '#services/api/api-client.ts';
import { createAssistantClient } from '#services/assistant/assistant-client.ts';
import { createPrintRenderer } from '#services/render/print-renderer.ts';
import { createRenderClient } from '#services/render/render-client.ts';
import { createSpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import { App } from './app/App.tsx';
import { createI18n, currentLanguage } from './app/i18n/i18n.ts';
import { createAppState } from './app/state/app-state.tsx';
import { showLanguage, startLanguage } from './app/state/language.ts';
import './app/theme/base.css';

/** The composition root: makes the services, the state and the texts, and puts the application on the page. */
async function start(root: HTMLElement): Promise<void> {
  const language = startLanguage();
  showLanguage(language);
  const i18n = await createI18n(language);
  const state = createAppState();
  const services = {
    api: createApiClient({ language: () => currentLanguage(i18n), onSignedOut: state.sessionExpired }),
    spreadsheets: createSpreadsheetClient(),
    createRenderClient,
    printRenderer: createPrintRenderer(),
    assistant: createAssistantClient(),
  };
  createRoot(root).render(
    <StrictMode>
      <App services={services} state={state} i18n={i18n} />
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
void start(root);
