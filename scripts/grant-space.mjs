// npm run grant-space -- --user NAME --gb 5 --days 365: gives an account a package of cloud space.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureDependencies, nodePath, root } from './ensure-dependencies.mjs';

ensureDependencies();
const { status, error } = spawnSync(nodePath, [join(root, 'server/grant-space.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd: root,
});
if (error !== undefined) console.error(error.message);
process.exitCode = status ?? 1;
