// One hash of everything the web files are built from: a build is fresh while the hash is the same.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = [
  'src',
  'render-worker',
  'data-worker',
  'locales',
  'content',
  'server/content',
  'build',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'scripts/build-stamp.mjs',
  'scripts/industry-previews.mjs',
];

/** Hashes contents, not times: after a clone or a switch of branches the times of the files are not reliable. */
export function hashSources(root) {
  const hash = createHash('sha256');
  const add = (path) => {
    let entries;
    try {
      entries = readdirSync(join(root, path), { withFileTypes: true });
    } catch (error) {
      if (error.code !== 'ENOTDIR') {
        hash.update(`${path} missing\n`);
        return;
      }
      hash.update(`${path}\n`).update(readFileSync(join(root, path)));
      return;
    }
    for (const name of entries.map((entry) => entry.name).sort()) add(`${path}/${name}`);
  };
  for (const source of SOURCES) add(source);
  return hash.digest('hex');
}

const stampPath = (root) => join(root, 'dist/.stamp');

export function readBuildStamp(root) {
  try {
    return readFileSync(stampPath(root), 'utf8');
  } catch {
    return null;
  }
}

export function clearBuildStamp(root) {
  rmSync(stampPath(root), { force: true });
}

export function writeBuildStamp(root, stamp) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampPath(root), stamp);
}
