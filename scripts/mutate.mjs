// npm run mutate: applies small faults to copies of the product, one at a time, and reports which of them the tests catch.
// --only ROOMS, IDS  those rooms and faults (with commas)     --quarter SEED  a quarter of the list, drawn by the seed
// --suite REVISION   the code and the tests of that commit (HEAD)     --copies N  faults at once (2)
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDebianPackages } from './ensure-debian-packages.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';

const root = join(import.meta.dirname, '..');
process.chdir(root);
ensureDependencies('all');
ensureDebianPackages();

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quarter: { type: 'string' },
    suite: { type: 'string', default: 'HEAD' },
    copies: { type: 'string', default: '2' },
  },
});
/** A fault without a failed test by then counts as missed. */
const LIMIT_MS = 120_000;
const TEST_FILE = /\.test\.tsx?$/;
/** End-to-end tests need the built application. */
const JOURNEYS = 'tests/e2e/';
/**
 * Number of test files that run first: those with names most similar to the fault and its file, then those with the
 * shortest import path to it.
 */
const NEAREST_FILES = 8;
const WANTED_SHARE = 0.95;
const RESULTS = '.cache/mutation-results.json';
const bin = join(root, 'node_modules/.bin');
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, NO_COLOR: '1', CI: 'true', EVERY_STORAGE: '1' };

/** Each room's folders of tests, and the journeys in the browser that go through it. @type {Record<string, { tests: string[], journeys: string[] }>} */
const ROOMS = JSON.parse(readFileSync('tests/mutations/rooms.json', 'utf8'));
/** @type {{ id: string, room: string, file: string, find: string, replace: string }[]} */
const FAULTS = JSON.parse(readFileSync('tests/mutations/faults.json', 'utf8'));

/** A copy of the project at a commit, without its history. */
function createCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'labelwright-mutation-'));
  const done = spawnSync('sh', ['-c', `git archive ${values.suite} | tar x -C "${folder}"`], { stdio: 'inherit' });
  if (done.status !== 0) process.exit(2);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Exit code of a program, or `late` if it did not end by then. */
function run(args, cwd, untilMs) {
  return new Promise((resolve) => {
    const child = spawn(args[0], args.slice(1), { cwd, env, stdio: 'ignore', detached: true });
    const timer = setTimeout(
      () => {
        resolve('late');
        process.kill(-child.pid, 'SIGKILL');
      },
      Math.max(0, untilMs - Date.now()),
    );
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(code ?? 1);
    });
  });
}

/** Report file of the test runner of a copy. */
const REPORT = 'mutation-report.json';
/** Server tests run only on SQLite here. */
const OPTIONS = [
  '--project=rooms',
  '--project=light',
  '--project=components',
  '--project=sqlite',
  '--project=e2e',
  '--bail=1',
  '--maxWorkers=2',
];
const vitest = (files) => [
  ...[join(bin, 'vitest'), 'run', '--reporter=json', `--outputFile=${REPORT}`],
  ...[...OPTIONS, ...files],
];
const BUILD = [join(bin, 'vite'), 'build', '--logLevel', 'error'];

/**
 * Whether the test files that failed in that copy pass now, without the fault. Files that did not run after the first
 * failure have no result.
 */
async function passWithoutFault(copy, needsBuild) {
  const { testResults } = JSON.parse(readFileSync(join(copy, REPORT), 'utf8'));
  const failed = testResults
    .filter(
      ({ assertionResults, message }) => message !== '' || assertionResults.some(({ status }) => status === 'failed'),
    )
    .map(({ name }) => name);
  const until = Date.now() + LIMIT_MS;
  if (needsBuild && (await run(BUILD, copy, until)) !== 0) return false;
  return failed.length > 0 && (await run(vitest(failed), copy, until)) === 0;
}

/**
 * Outcome of one fault in that copy: `caught`, `missed`, `late`, `red` if the tests fail without it as well, or `stale` if the list no
 * longer fits the code.
 */
async function tryFault(fault, copy) {
  const path = join(copy, fault.file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text.split(fault.find).length !== 2) return { outcome: 'stale', by: null };
  writeFileSync(
    path,
    text.replace(fault.find, () => fault.replace),
  );
  const until = Date.now() + LIMIT_MS;
  const { tests, journeys } = ROOMS[fault.room];
  const nearest = byNearness(copy, fault, filesBelow(copy, 'tests', TEST_FILE))
    .filter((file) => !file.startsWith(JOURNEYS))
    .slice(0, NEAREST_FILES);
  const inRoom = tests.flatMap((folder) => filesBelow(copy, folder, TEST_FILE));
  const others = byNearness(copy, fault, inRoom).filter((file) => !nearest.includes(file));
  const stages = [nearest, others].map((files) => ({ files, build: false }));
  stages.push({ files: journeys.filter((file) => existsSync(join(copy, file))), build: true });
  try {
    for (const stage of stages) {
      if (stage.files.length === 0) continue;
      if (stage.build && (await run(BUILD, copy, until)) === 'late') return { outcome: 'late', by: null };
      const code = await run(vitest(stage.files), copy, until);
      if (code === 'late') return { outcome: 'late', by: null };
      if (code === 0) continue;
      writeFileSync(path, text);
      const isCaught = await passWithoutFault(copy, stage.build);
      return { outcome: isCaught ? 'caught' : 'red', by: stage.build ? 'journeys' : 'tests' };
    }
    return { outcome: 'missed', by: null };
  } finally {
    writeFileSync(path, text);
  }
}

/**
 * The files: first those whose names have most words of the fault's, then those with the shortest import path to it.
 */
function byNearness(copy, { id, file: target }, files) {
  const words = wordsOf(`${id} ${target.slice(target.lastIndexOf('/') + 1, target.lastIndexOf('.'))}`);
  const shared = (file) => [...wordsOf(file.slice(file.lastIndexOf('/') + 1))].filter((word) => words.has(word)).length;
  const distances = new Map([[target, 0]]);
  const importers = importersIn(copy);
  let frontier = [target];
  for (let distance = 1; frontier.length > 0; distance++) {
    const next = frontier.flatMap((file) => importers.get(file) ?? []).filter((file) => !distances.has(file));
    for (const file of next) distances.set(file, distance);
    frontier = [...new Set(next)];
  }
  const distance = (file) => distances.get(file) ?? Infinity;
  return files.toSorted((a, b) => shared(b) - shared(a) || distance(a) - distance(b) || 0);
}

/** Words of at least four letters, without a plural ending. */
function wordsOf(text) {
  return new Set(
    (text.match(/[a-z]{4,}/g) ?? []).filter((word) => word !== 'test').map((word) => word.replace(/s$/, '')),
  );
}

const SOURCE_FOLDERS = [
  'src',
  'render-worker',
  'data-worker',
  'document-worker',
  'server',
  'print-assistant',
  'cli',
  'worker',
  'headless',
  'tests',
];

/** Paths from the copy's root. */
function filesBelow(copy, folder, pattern) {
  if (!existsSync(join(copy, folder))) return [];
  const names = readdirSync(join(copy, folder), { recursive: true });
  return names
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name))
    .toSorted();
}

let importers;
/** Importing files by imported file, as paths from the copy's root. Every copy has the same. */
function importersIn(copy) {
  if (importers !== undefined) return importers;
  importers = new Map();
  const { imports } = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8'));
  const rooms = Object.entries(imports).map(([name, path]) => [name.slice(0, -1), path.slice(2, -1)]);
  for (const file of SOURCE_FOLDERS.flatMap((folder) => filesBelow(copy, folder, /\.tsx?$/))) {
    for (const [, specifier] of readFileSync(join(copy, file), 'utf8').matchAll(
      /(?:from|import\(|import|URL\()\s*'([.#][^']+)'/g,
    )) {
      const room = rooms.find(([name]) => specifier.startsWith(name));
      const target = room === undefined ? join(file, '..', specifier) : room[1] + specifier.slice(room[0].length);
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

/** Numbers below 1 that depend only on the seed (mulberry32). */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const only = values.only?.split(',');
let chosen = FAULTS.filter(({ id, room }) => only === undefined || only.includes(id) || only.includes(room));
if (values.quarter !== undefined) {
  const random = randomFrom(Number(values.quarter));
  const drawn = chosen.map((fault) => ({ fault, place: random() })).toSorted((a, b) => a.place - b.place);
  chosen = drawn.slice(0, Math.ceil(chosen.length / 4)).map(({ fault }) => fault);
  console.log(`seed ${values.quarter}: ${chosen.length} of ${FAULTS.length} faults`);
}
const waiting = [...chosen];
const results = [];
await Promise.all(
  Array.from({ length: Math.min(Number(values.copies), waiting.length) }, async () => {
    const copy = createCopy();
    try {
      for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
        const started = Date.now();
        const result = await tryFault(fault, copy);
        const seconds = Math.round((Date.now() - started) / 1000);
        results.push({ id: fault.id, room: fault.room, ...result, seconds });
        console.log(
          `${result.outcome.padEnd(6)} ${fault.id} (${seconds} s${result.by === null ? '' : `, by ${result.by}`})`,
        );
      }
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  }),
);
const caught = results.filter(({ outcome }) => outcome === 'caught').length;
for (const room of Object.keys(ROOMS)) {
  const own = results.filter((one) => one.room === room);
  if (own.length > 0)
    console.log(`${room.padEnd(20)} ${own.filter(({ outcome }) => outcome === 'caught').length} of ${own.length}`);
}
mkdirSync('.cache', { recursive: true });
writeFileSync(RESULTS, JSON.stringify({ suite: values.suite, results }, null, 1));
console.log(`${caught} of ${results.length} faults caught`);
process.exit(results.length > 0 && caught >= WANTED_SHARE * results.length ? 0 : 1);
