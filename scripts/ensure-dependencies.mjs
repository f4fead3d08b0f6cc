// Installs the packages of package-lock.json when they are missing or different.
import './ensure-node.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockPath = join(root, 'package-lock.json');
const stampPath = join(root, 'node_modules/.labelwright-stamp');

/** The Node that the product runs on: it comes as a package, independent of the machine's Node. */
export const nodePath = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * `product` is what runs and builds the application; `all` adds what checks, tests and benchmarks need, and includes
 * the product.
 */
export function ensureDependencies(wanted = 'product') {
  const lock = createHash('sha256').update(readFileSync(lockPath)).digest('hex');
  // Where everything is installed, everything is kept: npm would remove the packages that it was not asked to install.
  const what = readStamp().startsWith('all ') || hasTestPackages() ? 'all' : wanted;
  if (existsSync(nodePath) && isStamped(lock, what)) return;
  if (!existsSync(nodePath) || !isInstalledAsLocked(what)) install(what);
  writeFileSync(stampPath, `${what} ${lock}`);
}

function isStamped(lock, what) {
  return readStamp() === `${what} ${lock}`;
}

function readStamp() {
  return existsSync(stampPath) ? readFileSync(stampPath, 'utf8') : '';
}

function install(what) {
  const packages = Object.values(lockedPackages()).filter(
    (locked) => locked.optional !== true && isWanted(locked, what),
  );
  const purpose = what === 'all' ? 'Labelwright, its tests and its benchmarks need' : 'Labelwright runs on';
  console.log(
    `Installing the ${packages.length} packages that ${purpose}, Node among them (only once; about a minute) …`,
  );
  // A registry that lacks packages of other platforms leaves the lock file without them, which `npm ci` rejects; `npm
  // install` takes the same versions from it and leaves the file unchanged.
  const omit = what === 'all' ? ['--include=dev'] : ['--omit=dev'];
  const failed = npm(['ci', ...omit], 'ignore') === null ? null : npm(['install', '--no-save', ...omit], 'inherit');
  if (failed !== null) {
    console.error(`Packages could not be installed (npm install: ${failed}).`);
    process.exit(1);
  }
}

/** Null on success, else the reason. */
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

/** Packages may have been installed with npm itself, which leaves no stamp. */
function hasTestPackages() {
  const installed = installedPackages();
  return Object.entries(lockedPackages()).some(([path, { dev }]) => dev === true && installed[path] !== undefined);
}

/** npm's own record of node_modules, by path; empty when nothing is installed. */
function installedPackages() {
  try {
    return JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')).packages;
  } catch {
    return {};
  }
}

/** Compares node_modules with the lock file; packages of other platforms may be absent. */
function isInstalledAsLocked(what) {
  const installed = installedPackages();
  return Object.entries(lockedPackages()).every(([path, wanted]) => {
    const found = installed[path];
    if (found !== undefined) return found.version === wanted.version;
    return wanted.optional === true || !isWanted(wanted, what);
  });
}

/** The packages by their path, without the project itself. */
function lockedPackages() {
  const { '': _project, ...packages } = JSON.parse(readFileSync(lockPath, 'utf8')).packages;
  return packages;
}

/** `devOptional`: the tests need it, the product only on the right platform. */
function isWanted({ dev, devOptional }, what) {
  return what === 'all' || (dev !== true && devOptional !== true);
}
