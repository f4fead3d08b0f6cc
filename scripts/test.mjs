// npm test: sets up what is missing, checks, builds, runs every test, and ends with `N passed, N failed`.
// Words after `npm test --` are paths of tests to run instead of all.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureDebianPackages } from './ensure-debian-packages.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';

const root = join(import.meta.dirname, '..');
process.chdir(root);
ensureDependencies('all');
ensureDebianPackages();

const bin = (name) => join(root, 'node_modules/.bin', name);
// Hundreds of programs are started: what is compiled once is kept for the others.
const NODE_COMPILE_CACHE = join(root, '.cache/compile');
const env = { NODE_COMPILE_CACHE, ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` };
// One dot for each test suits a terminal; a log gets one line for each file, without colours.
const progress = process.stdout.isTTY ? 'dot' : 'default';
if (!process.stdout.isTTY) env.NO_COLOR = '1';
const only = process.argv.slice(2);
let passed = 0;
let failed = 0;
/** What failed, said once more at the end: a log of hundreds of files may be cut off. */
const failures = [];

/** One check: the command's success is one test. */
function check(name, command, args) {
  const started = Date.now();
  const done = spawnSync(bin(command), args, { stdio: 'inherit', env });
  const well = done.status === 0;
  if (well) passed++;
  else {
    failed++;
    failures.push(name);
  }
  console.log(`${well ? 'ok' : 'FAILED'}: ${name} (${Math.round((Date.now() - started) / 1000)} s)`);
  return well;
}

/** Runs the test runner and adds its own counts of passed and failed tests. */
function tests(name, args) {
  const folder = mkdtempSync(join(tmpdir(), 'labelwright-tests-'));
  const report = join(folder, 'report.json');
  console.log(`\n${name}`);
  const vitest = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    `--reporter=${progress}`,
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...args,
  ];
  const done = spawnSync(bin('node'), vitest, { stdio: 'inherit', env });
  try {
    const counts = JSON.parse(readFileSync(report, 'utf8'));
    passed += counts.numPassedTests;
    failed += counts.numFailedTests;
    failures.push(...failuresOf(counts.testResults));
    // A test file that can't be loaded fails without a failed test.
    if (done.status !== 0 && counts.numFailedTests === 0) failed++;
  } catch {
    failed++;
    failures.push(`${name}: no report`);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** A line each: its file, its name, and the first line of what was wrong. */
function failuresOf(files) {
  const first = (text) => (text ?? '').split('\n')[0];
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const bad = assertionResults.filter((one) => one.status === 'failed');
    if (bad.length === 0 && status === 'failed') return [`${file}: ${first(message)}`];
    return bad.map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${first(failureMessages[0])}`);
  });
}

if (only.length > 0) {
  tests('tests', only);
} else {
  check('types', 'tsc', ['-b']);
  check('lint', 'oxlint', []);
  check('format', 'oxfmt', ['--check']);
  check('unused code', 'knip', []);
  const built = check('build', 'vite', ['build', '--logLevel', 'error']);
  // One more than the cores: many of these tests wait for programs and timers.
  tests('unit, property, golden, server, assistant', ['--exclude', 'tests/e2e/**', '--maxWorkers=3']);
  if (built) tests('end to end', ['tests/e2e', '--maxWorkers=3']);
  else failed++;
}

if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
