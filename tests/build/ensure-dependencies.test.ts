import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SCRIPTS = join(import.meta.dirname, '../../scripts');
const LOCK = {
  packages: {
    '': { name: 'product' },
    'node_modules/used': { version: '2.0.0' },
    'node_modules/tests': { version: '1.0.0', dev: true },
  },
};

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'labelwright-install-'));
  for (const folder of ['scripts', 'bin', 'node_modules']) await mkdir(join(root, folder));
  for (const name of ['ensure-node.mjs', 'ensure-dependencies.mjs'])
    await copyFile(join(SCRIPTS, name), join(root, 'scripts', name));
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(LOCK));
  // A replacement for npm that notes its arguments.
  await writeFile(join(root, 'bin/npm'), `#!/bin/sh\necho "$*" >> '${root}/asked'\n`);
  await chmod(join(root, 'bin/npm'), 0o755);
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** The arguments of `npm` at a start of the product when these packages are in node_modules. */
async function askedBy(installed: Readonly<Record<string, { readonly version: string }>>): Promise<string> {
  await writeFile(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  const code = "import('./scripts/ensure-dependencies.mjs').then((m) => m.ensureDependencies())";
  const env = { ...process.env, PATH: `${join(root, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` };
  const done = spawnSync(process.execPath, ['-e', code], { cwd: root, env, encoding: 'utf8' });
  expect(done.status, done.stderr).toBe(0);
  return readFile(join(root, 'asked'), 'utf8');
}

test('a fresh start installs only what the product needs at runtime', async () => {
  expect(await askedBy({})).toContain('--omit=dev');
});

test('a start keeps the packages of the tests if they were installed', async () => {
  const asked = await askedBy({
    'node_modules/used': { version: '1.0.0' },
    'node_modules/tests': { version: '1.0.0' },
  });
  expect(asked).toContain('--include=dev');
  expect(asked).not.toContain('--omit=dev');
});
