// Builds the web files when they are missing or older than their sources.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashSources, readBuildStamp } from './build-stamp.mjs';
import { nodePath, root } from './ensure-dependencies.mjs';

const WAIT_MS = 250;
const lockPath = join(root, 'dist/.building');

/**
 * False when the build failed. Two concurrent starts (as in the tests) must not build into one folder: the second waits
 * for the first.
 */
export function ensureBuild() {
  if (isFresh()) return true;
  takeLock();
  try {
    if (isFresh()) return true;
    console.log('Building …');
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const done = spawnSync(nodePath, [vite, 'build', '--logLevel', 'error'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // The build must not depend on its caller: a test runner's NODE_ENV would put React's development code into it.
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (done.status !== 0) console.error('The build failed.');
    return done.status === 0;
  } finally {
    rmSync(lockPath, { force: true });
  }
}

function isFresh() {
  return existsSync(join(root, 'dist/web/index.html')) && readBuildStamp(root) === hashSources(root);
}

function takeLock() {
  mkdirSync(join(root, 'dist'), { recursive: true });
  for (;;) {
    try {
      writeFileSync(lockPath, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isAlive(readLockHolder())) rmSync(lockPath, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
  }
}

function readLockHolder() {
  try {
    return Number(readFileSync(lockPath, 'utf8'));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
