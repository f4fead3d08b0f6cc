// npm run pictures [-- en zh]: takes the pictures of the help articles, and with `en` those of README.md, from a
// product that is started for it. Check them before you commit.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureDependencies, nodePath, root } from './ensure-dependencies.mjs';

ensureDependencies('all');
const program = join(root, 'tests/support/pictures-process.ts');
const done = spawnSync(nodePath, [program, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
process.exit(done.status ?? 1);
