import { workerData } from 'node:worker_threads';
import { servePages } from './serve-pages.ts';
import type { ThreadSetup } from './thread-messages.ts';

await servePages(workerData as ThreadSetup);
