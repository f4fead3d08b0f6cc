// The part of `npm run dev` that too old versions of Node could not even parse.
import { randomBytes } from 'node:crypto';
import { ensureDependencies, nodePath, root } from './ensure-dependencies.mjs';
import { runProcesses } from './supervisor.mjs';
import { pageOrigins, readSettings } from './settings.mjs';

const settings = await readSettings(process.env);
// Lets the server vouch for its users to this assistant, as long as both run (docs/develop/adr/0062-assistant-access.md).
const pairingKey = randomBytes(32).toString('hex');
ensureDependencies();
const serverPort = settings.port + 1;
runProcesses(
  [
    {
      name: 'print assistant',
      args: ['--watch', '--watch-preserve-output', 'print-assistant/main.ts'],
      env: {
        ASSISTANT_PORT: String(settings.assistantPort),
        ASSISTANT_ORIGINS: pageOrigins(settings, process.env),
        ASSISTANT_DIR: `${settings.dataDir}/assistant`,
        ASSISTANT_PAIRING_KEY: pairingKey,
      },
    },
    {
      name: 'server',
      args: ['--watch', '--watch-preserve-output', 'server/main.ts'],
      env: {
        PORT: String(serverPort),
        HOST: '127.0.0.1',
        DATA_DIR: settings.dataDir,
        ASSISTANT_PORT: String(settings.assistantPort),
        ASSISTANT_PAIRING_KEY: pairingKey,
        WEB_DIR: `${root}/dist/web`,
      },
    },
    {
      name: 'page',
      args: ['node_modules/vite/bin/vite.js'],
      env: { PORT: String(settings.port), HOST: settings.host, API_ADDRESS: `http://127.0.0.1:${serverPort}` },
    },
  ],
  { command: nodePath, cwd: root },
);
