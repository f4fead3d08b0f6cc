import type { Page } from 'playwright';
export interface VitePage {
  readonly page: Page;
  close(): Promise<void>;
}
/** A page in Chromium that runs one module of this project, with its imports, workers and nothing else. */
export declare function openVitePage(module: string, libraries: readonly string[]): Promise<VitePage>;
