import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import type { BrowserCommandContext } from 'vitest/node';
import wasm from 'vite-plugin-wasm';
import { serveFonts } from '#build/serve-fonts.ts';
import { serveHelp } from '#build/serve-help.ts';
import { shellOptions } from './chromium.ts';
import { createHiddenPartsWorkbook } from './hidden-parts-workbook.ts';
import { STEP_MS, TEST_MS } from './time-limits.ts';

/**
 * The libraries of the application and of its workers. Vite bundles them before the first test: one found only
 * while tests run would reload the page in the middle of them.
 */
const LIBRARIES = [
  '@ant-design/icons',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  'antd',
  'antd/es/config-provider',
  ...['en_US', 'es_ES', 'pt_BR', 'ru_RU', 'zh_CN'].map((locale) => `antd/es/locale/${locale}`),
  'big.js',
  'canvaskit-wasm',
  'comlink',
  'dayjs',
  ...['es', 'pt-br', 'ru', 'zh-cn'].map((locale) => `dayjs/locale/${locale}`),
  'fast-xml-parser',
  'htmlparser2',
  'i18next',
  'idb',
  'jotai',
  'jotai/vanilla/utils',
  'ky',
  'lean-qr',
  'pako',
  'react',
  'react-dom',
  'react-dom/client',
  'react-easy-crop',
  'react-i18next',
  'react-router-dom',
  'react/jsx-runtime',
  'typebox',
  'typebox/value',
  'xlsx',
];

/** Makes the next file chooser return a file of this name. */
function answerFileChooser({ page }: BrowserCommandContext, name: string, base64: string): void {
  page.once('filechooser', (chooser) => {
    void chooser.setFiles({ name, mimeType: '', buffer: Buffer.from(base64, 'base64') });
  });
}

function createWorkbook(_: BrowserCommandContext, name: string, heading: string): string {
  return Buffer.from(createHiddenPartsWorkbook(name, heading)).toString('base64');
}

/** Presses the first of these points of the tests' frame and moves to the others; the button stays down. */
async function movePointer(
  { page, iframe }: BrowserCommandContext,
  points: readonly (readonly [x: number, y: number])[],
): Promise<void> {
  const box = await iframe.owner().boundingBox();
  if (box === null) throw new Error('the frame is not shown');
  for (const [i, [x, y]] of points.entries()) {
    await page.mouse.move(box.x + x, box.y + y);
    if (i === 0) await page.mouse.down();
  }
}

function releasePointer({ page }: BrowserCommandContext): Promise<void> {
  return page.mouse.up();
}

/** The project that mounts single components in one page of Chromium, without a server. */
export function componentTests(root: string, include: string): TestProjectInlineConfiguration {
  return {
    extends: false,
    // As in the product: without the checks of React and antd that cost half of the time.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [serveFonts(root), serveHelp(root)],
    worker: { format: 'es', plugins: () => [wasm()] },
    // Separate from other checkouts that share the same `node_modules`.
    cacheDir: join(root, '.cache/components'),
    optimizeDeps: {
      include: LIBRARIES,
      exclude: ['zxing-wasm'],
      noDiscovery: true,
      rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
    },
    // `node_modules` may be a link to that of another checkout.
    server: { fs: { allow: [root, realpathSync(join(root, 'node_modules'))] } },
    test: {
      name: 'components',
      // One page, one worker: Vitest requires another group for projects with other numbers of workers.
      sequence: { groupOrder: 1 },
      include: [include],
      setupFiles: [join(root, 'tests/support/component-page.ts')],
      // All files share one page: the application's modules are loaded once.
      isolate: false,
      fileParallelism: false,
      testTimeout: TEST_MS,
      hookTimeout: TEST_MS,
      expect: { poll: { timeout: STEP_MS } },
      browser: {
        commands: { answerFileChooser, createWorkbook, movePointer, releasePointer },
        enabled: true,
        headless: true,
        provider: playwright({
          launchOptions: shellOptions(),
          contextOptions: { locale: 'en-US', reducedMotion: 'reduce' },
        }),
        instances: [{ browser: 'chromium' }],
        viewport: { width: 1280, height: 800 },
        screenshotDirectory: join(root, '.cache/components/screenshots'),
      },
    },
  };
}
