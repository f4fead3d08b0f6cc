import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import wasm from 'vite-plugin-wasm';
import { antdStyles } from './build/antd-styles.ts';
import { compressFiles } from './build/compress-files.ts';
import { directReact } from './build/direct-react.ts';
import { earlyScript } from './build/early-script.ts';
import { serveHelp } from './build/serve-help.ts';
import { hideIcons } from './build/hidden-icons.ts';
import { industryPreviews } from './build/industry-previews.ts';
import { findRenderWorker, preloadApplication } from './build/preload-application.ts';
import { serveFonts } from './build/serve-fonts.ts';
import { renderWorkerGroups, START_INPUTS, startGroups } from './build/start-groups.ts';
import { stampBuild } from './build/stamp-build.ts';
import { licenceList } from './build/licence-list.ts';
import { thirdPartyNotices } from './build/third-party-notices.ts';
import { THEMES } from './src/app/ui/theme/theme.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** The server's own paths; while developing, the page comes from here and these from the server behind. */
const SERVER_PATHS = ['/interface', '/hanma', '/net', '/upload', '/files', '/icons', '/industry-files', '/healthz'];
const serverAddress = process.env['API_ADDRESS'] ?? 'http://127.0.0.1:8081';

const renderWorker = findRenderWorker();

export default defineConfig({
  root,
  plugins: [
    react(),
    directReact(),
    antdStyles(root, THEMES.light),
    hideIcons(),
    serveFonts(root),
    serveHelp(root),
    earlyScript(root),
    preloadApplication(renderWorker.files),
    thirdPartyNotices(root),
    licenceList(root),
    compressFiles(),
    industryPreviews(root),
    stampBuild(root),
  ],
  // The `plugins` above do not reach workers, and only workers import WebAssembly as a module.
  worker: {
    format: 'es',
    plugins: () => [wasm(), renderWorker.found],
    rolldownOptions: { output: { codeSplitting: { groups: renderWorkerGroups(root) } } },
  },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'esnext',
    // The content policy allows no data: scripts or fonts, and small files cost little over one connection.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    // Which file needs which, for the test of how many files the start takes.
    manifest: true,
    rolldownOptions: {
      input: START_INPUTS,
      output: { codeSplitting: { groups: startGroups(root) } },
    },
  },
  server: {
    host: process.env['HOST'] ?? '127.0.0.1',
    port: Number(process.env['PORT'] ?? 8080),
    strictPort: true,
    // `changeOrigin` stays off: the server checks that Origin and Host agree.
    proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: serverAddress, changeOrigin: false }])),
  },
  // canvaskit-wasm is CommonJS: it must be bundled to be imported. zxing-wasm must not be, to find its file.
  optimizeDeps: { exclude: ['zxing-wasm'] },
});
