// npm run backup and npm run restore: one archive of all data of the server, and back.
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { ensureDependencies, nodePath } from './ensure-dependencies.mjs';

const root = join(import.meta.dirname, '..');
ensureDependencies();
// The data folder is the server's, relative to the project; the archive is relative to the user's folder.
const here = process.env.INIT_CWD ?? process.cwd();
const args = process.argv
  .slice(2)
  .map((word, i, all) => (['--to', '--from'].includes(all[i - 1]) ? resolve(here, word) : word));
const child = spawn(nodePath, [join(root, 'server/backup-main.ts'), ...args], { stdio: 'inherit', cwd: root });
// The program ends by itself, with nothing half done; without this it would keep running alone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(error.message);
  process.exit(2);
});
child.on('exit', (status) => process.exit(status ?? 1));
