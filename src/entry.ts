import { createRenderClient } from '#services/render/render-client.ts';
import { createRenderWorker } from '#services/render/create-render-worker.ts';
import { busyWhile, publishIdle } from '#services/idle.ts';
import { fetchTexts } from '#app/state/i18n/locale-files.ts';
import { fetchEditorCode } from '#app/shell/early-code.ts';
import { fetchEarlyFile } from '#app/shell/early-file.ts';
import { isEditor, prepareScreen } from '#app/shell/prepare-screen.ts';
import { startLanguage } from '#app/state/start-language.ts';

/*
 * The page's first script, small, and run as soon as it is there: the editor's worker loads and starts on a core of its
 * own, and the editor's code, the screen's texts and the label's file come, while that of the application is on its way
 * and not only after it.
 */
// Only a program that drives the page waits for it: it watches every change of the document.
if (navigator.webdriver) publishIdle(document);
const path = window.location.pathname;
if (isEditor(path)) void fetchEditorCode();
const warm = isEditor(path) ? createRenderClient({ createWorker: createRenderWorker }) : null;
const file = isEditor(path) ? fetchEarlyFile(window.location.search) : null;
// The packages, the application and the screen are run one by one: all at once they hold the page up for too long.
const application = import('react-dom/client')
  .then(nextTask)
  .then(() => import('antd/es/config-provider'))
  .then(nextTask)
  .then(() => import('./main.tsx'));
const screen = prepareScreen(path, application.then(nextTask));
fetchTexts(startLanguage(), screen.texts);
const root = whenRead('root');
void busyWhile(Promise.all([application, root]).then(([{ start }, at]) => start(at, screen, { warm, file })));

/** The element with the page's own text, once the browser has parsed it. */
async function whenRead(id: string): Promise<HTMLElement> {
  if (document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  }
  const element = document.getElementById(id);
  if (element === null) throw new Error(`index.html has no #${id}`);
  return element;
}

/** Lets the browser paint and handle clicks between two tasks. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
