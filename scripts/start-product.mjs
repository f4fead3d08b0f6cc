// The part of `npm start` that too old versions of Node could not even parse.
import { randomBytes } from 'node:crypto';
import { ensureBuild } from './ensure-build.mjs';
import { ensureDependencies, nodePath, root } from './ensure-dependencies.mjs';
import { parentEnded, runProcesses } from './supervisor.mjs';
import { pageOrigins, readSettings } from './settings.mjs';
import { SERVER_FLAGS } from './server-flags.mjs';

// Only under npm: a script may start this program in the background and end.
const signal = process.env.npm_lifecycle_event === 'start' ? parentEnded() : null;
const settings = await readSettings(process.env);
// Lets the server vouch for its users to this assistant, as long as both run (docs/develop/adr/0062-assistant-access.md).
const pairingKey = randomBytes(32).toString('hex');
ensureDependencies();
if (ensureBuild()) {
  runProcesses(
    [
      {
        name: 'print assistant',
        args: ['print-assistant/main.ts'],
        env: {
          ASSISTANT_PORT: String(settings.assistantPort),
          ASSISTANT_ORIGINS: pageOrigins(settings, process.env),
          ASSISTANT_DIR: `${settings.dataDir}/assistant`,
          ASSISTANT_PAIRING_KEY: pairingKey,
        },
      },
      {
        name: 'server',
        args: [...SERVER_FLAGS, 'server/main.ts'],
        env: {
          PORT: String(settings.port),
          HOST: settings.host,
          DATA_DIR: settings.dataDir,
          ASSISTANT_PORT: String(settings.assistantPort),
          ASSISTANT_PAIRING_KEY: pairingKey,
          WEB_DIR: `${root}/dist/web`,
        },
      },
    ],
    { command: nodePath, cwd: root, signal },
  );
} else {
  process.exitCode = 1;
}
