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
    // A registry that lacks packages of other platforms leaves the lock file short of them, which `npm ci` refuses;
    // `npm install` takes the same versions from it and leaves the file alone.
    const failed = npm(['ci'], 'ignore') === null ? null : npm(['install', '--no-save'], 'inherit');
    if (failed !== null) {
      console.error(`Packages could not be installed (npm install: ${failed}).`);
      process.exit(1);
    }
  }
  writeFileSync(stampPath, stamp);
}

/** Null when it went well, else why not. */
function npm(args, errors) {
  const windows = process.platform === 'win32';
  const done = spawnSync(windows ? 'npm.cmd' : 'npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', errors, errors],
    shell: windows,
  });
  if (done.error !== undefined) return done.error.message;
  return done.status === 0 ? null : `exit ${done.status}`;
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
