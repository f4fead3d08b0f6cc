// Installs the packages of package-lock.json when they are missing or not those.
import './ensure-node.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockPath = join(root, 'package-lock.json');
const stampPath = join(root, 'node_modules/.labelwright-stamp');

/** The Node that the product runs on: it comes as a package, whatever Node the machine has. */
export const nodePath = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

export function ensureDependencies() {
  const stamp = createHash('sha256').update(readFileSync(lockPath)).digest('hex');
  if (existsSync(nodePath) && existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return;
  if (!existsSync(nodePath) || !isInstalledAsLocked()) {
    console.log('Installing packages …');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const done = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    if (done.error !== undefined || done.status !== 0) {
      const reason = done.error === undefined ? `exit ${done.status}` : done.error.message;
      console.error(`Packages could not be installed (npm ci: ${reason}).`);
      process.exit(1);
    }
  }
  writeFileSync(stampPath, stamp);
}

/** npm's own record of what lies in node_modules, against the lock file; packages of other platforms may be absent. */
function isInstalledAsLocked() {
  let installed;
  try {
    installed = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')).packages;
  } catch {
    return false;
  }
  const locked = JSON.parse(readFileSync(lockPath, 'utf8')).packages;
  return Object.entries(locked).every(([path, wanted]) => {
    if (path === '') return true;
    const found = installed[path];
    return found === undefined ? wanted.optional === true : found.version === wanted.version;
  });
}
