import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort, startProduct, type Product } from './product.ts';
import { openLine, type Line, type OpenedLine } from './slow-line.ts';

declare module 'vitest' {
  interface ProvidedContext {
    productAddress: string;
    /** Folder of that product's folder printer with the jobs of all files: each file uses those of its labels' names. */
    productPages: string;
    productAssistantPort: number;
    /** The port of this machine from which users of the product may fetch spreadsheets. */
    sheetPort: number;
    /** The same for a database. */
    databasePort: number;
  }
}

/** Between pages with random delays (`jitter.ts`) and the server: their files arrive late as well. */
const LATE_LINE: Line = { bytesPerSecond: 10_000_000, latencyMs: 120 };

let product: Product | undefined;
let line: OpenedLine | undefined;

/** Before the first end-to-end test of a run. */
export async function setup(project: TestProject): Promise<void> {
  const [sheetPort, databasePort] = [await freePort(), await freePort()];
  project.provide('sheetPort', sheetPort);
  project.provide('databasePort', databasePort);
  const env = { NET_ALLOWED_HOSTS: `127.0.0.1:${sheetPort}, 127.0.0.1:${databasePort}` };
  if (process.env['E2E_JITTER_MS'] === undefined) {
    product = await startProduct(env);
    project.provide('productAddress', product.address);
    provideAssistant(project, product);
    return;
  }
  const port = await freePort();
  line = await openLine(`http://127.0.0.1:${port}`, LATE_LINE);
  product = await startProduct({ ...env, PORT: String(port), ASSISTANT_ORIGINS: line.address });
  project.provide('productAddress', line.address);
  provideAssistant(project, product);
}

function provideAssistant(project: TestProject, { dataDirectory, assistantPort }: Product): void {
  project.provide('productPages', join(dataDirectory, 'assistant/pages'));
  project.provide('productAssistantPort', assistantPort);
}

/** After the last. */
export async function teardown(): Promise<void> {
  await line?.stop();
  await product?.stop();
}
