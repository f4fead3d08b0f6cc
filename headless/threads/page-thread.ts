import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';
import type { ThreadSetup } from './thread-messages.ts';

// As in `main.ts`.
enableCompileCache();
const { servePages } = await import('./serve-pages.ts');
await servePages(workerData as ThreadSetup);
