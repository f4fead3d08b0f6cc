import { createRenderClient } from '#services/render/render-client.ts';
import { createRenderWorker } from '#services/render/create-render-worker.ts';
import { isEditor, prepareScreen } from '#app/routes/prepare-screen.ts';

/*
 * The page's first script, small: the editor's worker loads and starts on a core of its own, and the editor's code
 * comes, while that of the application is on its way and not only after it.
 */
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const path = window.location.pathname;
const warm = isEditor(path) ? createRenderClient({ createWorker: createRenderWorker }) : null;
const screen = prepareScreen(path);
void import('./main.tsx').then(({ start }) => start(root, screen, warm));
