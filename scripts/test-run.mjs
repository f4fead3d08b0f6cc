// One run of checks and tests: counts, retries of failed files, and the time of each part.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { slownessOfMachine } from './machine-speed.mjs';

/** From this many unstable tests on, a run fails although each passed alone. */
const MAX_UNSTABLE = 10;
/** More failed files than this have one cause: they are not retried. */
const MAX_RETRIED_FILES = 15;
const EXPENSIVE_FILES = 10;
/** A part that needs more than this share of its budget of CPU time fails. */
const BUDGET_TOLERANCE = 1.3;
const BUDGETS = 'tests/time-budgets.json';
const TIMES = '.cache/test-times.json';
const CLOCK_TICK_S = 0.01;
/** Rounds of the fixed work that measures how fast the machine is: half a second on the machine of the budgets. */
const ROUNDS = 150;
const RETRIES = 'failed files again';
/**
 * Text with which the test runner names the file of a crashed process: that file is retried like one with a failed
 * test.
 */
const RUNNING_FILE = 'while running test file';

/**
 * A test file's outcome in one part.
 * @typedef {{ part: string, passed: number, failed: number, failures: string[], seconds: number }} FileOutcome
 */

export function createTestRun(root) {
  const bin = (name) => join(root, 'node_modules/.bin', name);
  const env = {
    // Hundreds of programs start: they share one compile cache.
    NODE_COMPILE_CACHE: join(root, '.cache/compile'),
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
  };
  // A dot per test suits a terminal; a log gets a line per file, without colors.
  const progress = process.stdout.isTTY ? 'dot' : 'default';
  if (!process.stdout.isTTY) env.NO_COLOR = '1';
  const REPORTERS = [progress, 'json', join(root, 'tests/support/unhandled-errors-reporter.ts')];

  const startedAt = Date.now();
  /** Results of checks by name; null for one that passed. */
  const checks = new Map();
  /** @type {Map<string, FileOutcome>} */
  const files = new Map();
  /** Failures outside any test file, such as a runner that ended without a report. */
  const otherFailures = [];
  const unstable = [];
  /** Time of each part, in seconds. */
  const parts = [];
  const slownessAtStart = slownessOfMachine(ROUNDS);
  /** CPU time of all programs that have ended, in seconds. */
  let countedCpu = 0;

  /** Runs a command; its time counts for the part of that name. */
  async function timed(part, args, { quiet, env: own = env }) {
    const started = Date.now();
    const child = spawn(args[0], args.slice(1), {
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      env: own,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    const before = { cpu: childrenCpuSeconds(), counted: countedCpu };
    const status = await new Promise((resolve) => {
      child.once('error', () => resolve(null));
      child.once('close', resolve);
    });
    const after = childrenCpuSeconds();
    // Without programs that ended in the meantime and were counted for another part.
    const cpu = after === null ? null : after - before.cpu - (countedCpu - before.counted);
    countedCpu += cpu ?? 0;
    const time = { name: part, wall: (Date.now() - started) / 1000, cpu };
    return { status, output, time };
  }

  /** A check is one test: it passes if the command exits with 0. */
  async function check(name, command, args) {
    const { status, output, time } = await timed(name, [bin(command), ...args], { quiet: true });
    parts.push({ ...time, tests: 1 });
    checks.set(name, status === 0 ? null : name);
    if (status !== 0) process.stdout.write(output);
    console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${Math.round(time.wall)} s)`);
    return status === 0;
  }

  /** Runs vitest and gives its JSON report; null if there is none. */
  async function vitest(part, args) {
    const folder = mkdtempSync(join(tmpdir(), 'labelwright-tests-'));
    const report = join(folder, 'report.json');
    const words = ['run', ...REPORTERS.map((name) => `--reporter=${name}`), `--outputFile.json=${report}`, ...args];
    const unhandled = join(folder, 'unhandled.txt');
    const { status, time } = await timed(part, [bin('node'), join(root, 'node_modules/vitest/vitest.mjs'), ...words], {
      quiet: false,
      env: { ...env, UNHANDLED_ERRORS_FILE: unhandled },
    });
    const errors = existsSync(unhandled) ? JSON.parse(readFileSync(unhandled, 'utf8')) : [];
    try {
      return { status, time, errors, report: JSON.parse(readFileSync(report, 'utf8')) };
    } catch {
      return { status, time, errors, report: null };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async function tests(part, args) {
    console.log(`\n${part}`);
    const { status, time, errors, report } = await vitest(part, args);
    parts.push({ ...time, tests: report?.numTotalTests ?? 0 });
    const crash = (file) => errors.find((line) => line.includes(RUNNING_FILE) && line.includes(join(root, file)));
    otherFailures.push(
      ...errors
        .filter((line) => !line.includes(RUNNING_FILE))
        .map((line) => `${part}: error outside of tests: ${line}`),
    );
    if (report === null) {
      otherFailures.push(`${part}: the test runner wrote no report`);
      return;
    }
    const outcomes = outcomesOf(report, part, crash);
    for (const [file, outcome] of outcomes) files.set(file, outcome);
    // For example an error outside of tests, or a global setup that failed.
    const isExplained = status === 0 || [...outcomes.values()].some(({ failures }) => failures.length > 0);
    if (!isExplained) otherFailures.push(`${part}: the test runner exited with ${status}`);
  }

  /**
   * Test files by their path from the root. A file that runs in two projects has one entry. `crash` gives how the
   * process of a file ended, undefined where it did not.
   */
  function outcomesOf(report, part, crash = () => undefined) {
    const outcomes = new Map();
    for (const { name, status, message, assertionResults, startTime, endTime } of report.testResults) {
      const file = relative(root, name);
      const before = outcomes.get(file) ?? { part, passed: 0, failed: 0, failures: [], seconds: 0 };
      const failed = assertionResults.filter((one) => one.status === 'failed');
      const failures = failed.map(
        ({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages[0])}`,
      );
      // A file that can't be loaded, or whose hook failed, fails without a failed test.
      if (failed.length === 0 && status === 'failed') failures.push(`${file}: ${crash(file) ?? firstLine(message)}`);
      outcomes.set(file, {
        part,
        failed: before.failed + failed.length,
        passed: before.passed + assertionResults.filter((one) => one.status === 'passed').length,
        failures: [...before.failures, ...failures],
        seconds: before.seconds + Math.max(0, endTime - startTime) / 1000,
      });
    }
    return outcomes;
  }

  /** Retries each failed file once, alone. Tests that pass then are unstable. */
  async function retryFailedFiles() {
    const failed = [...files].filter(([, { failures }]) => failures.length > 0);
    if (failed.length === 0) return;
    if (failed.length > MAX_RETRIED_FILES) {
      console.log(`\n${failed.length} files failed: too many to retry.`);
      return;
    }
    let wall = 0;
    let cpu = 0;
    for (const [file, first] of failed) {
      console.log(`\nretrying alone: ${file}`);
      const { status, time, report } = await vitest(RETRIES, [file, '--maxWorkers=1']);
      wall += time.wall;
      cpu += time.cpu ?? 0;
      const second = report === null ? undefined : outcomesOf(report, first.part).get(file);
      if (second === undefined) continue;
      // Nothing failed, but the runner did, or some tests did not run: the first outcome counts.
      const isIncomplete = status !== 0 || second.passed < first.passed + first.failed;
      if (second.failures.length === 0 && isIncomplete) continue;
      const testOf = (failure) => failure.split(': ')[0];
      const stillFailing = new Set(second.failures.map(testOf));
      unstable.push(...first.failures.filter((failure) => !stillFailing.has(testOf(failure))));
      files.set(file, { ...second, seconds: first.seconds });
    }
    parts.push({ name: RETRIES, wall, cpu, tests: 0 });
  }

  /** Prints failures, unstable tests and times, then the counts. True if the run passed. */
  function finish({ isWhole }) {
    const outcomes = [...files.values()];
    const failures = [
      ...[...checks.values()].filter((name) => name !== null),
      ...otherFailures,
      ...outcomes.flatMap((one) => one.failures),
    ];
    const slowness = (slownessAtStart + slownessOfMachine(ROUNDS)) / 2;
    printTimes(slowness);
    if (isWhole) failures.push(...overBudget(slowness));
    if (unstable.length > 0) console.log(`\n${unstable.map((text) => `unstable: ${text}`).join('\n')}`);
    if (unstable.length >= MAX_UNSTABLE) failures.push(`${unstable.length} unstable tests`);
    const passed =
      outcomes.reduce((sum, one) => sum + one.passed, 0) + [...checks.values()].filter((name) => name === null).length;
    if (failures.length > 0) console.log(`\nFailed:\n${failures.map((text) => `  ${text}`).join('\n')}`);
    console.log(`\n${passed} passed, ${failures.length} failed`);
    return failures.length === 0 && passed > 0;
  }

  function printTimes(slowness) {
    const slowest = [...files].toSorted(([, a], [, b]) => b.seconds - a.seconds).slice(0, EXPENSIVE_FILES);
    const round = (seconds) => (seconds === null ? '-' : String(Math.round(seconds)));
    const row = (...cells) =>
      console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(24) : cell.padStart(10))).join(''));
    console.log('');
    row('part', 'tests', 'CPU s', 'wall s');
    for (const { name, tests, cpu, wall } of parts) row(name, String(tests), round(cpu), round(wall));
    const sum = (key) => parts.reduce((total, part) => total + (part[key] ?? 0), 0);
    row('all', String(sum('tests')), round(sum('cpu')), round((Date.now() - startedAt) / 1000));
    console.log('\nThe slowest files, in seconds:');
    for (const [file, { seconds }] of slowest) console.log(`  ${String(Math.round(seconds)).padStart(5)}  ${file}`);
    console.log(
      `Reference work took ${slowness.toFixed(2)} times as long as on the machine on which the budgets were measured.`,
    );
    mkdirSync(join(root, '.cache'), { recursive: true });
    const allFiles = Object.fromEntries([...files].map(([file, { seconds }]) => [file, Math.round(seconds * 10) / 10]));
    writeFileSync(
      join(root, TIMES),
      JSON.stringify({ slowness, cpus: cpus()[0]?.model, parts, files: allFiles }, null, 1),
    );
  }

  /** Parts that need much more CPU time than their budget, corrected by the machine's speed. */
  function overBudget(slowness) {
    const budgets = JSON.parse(readFileSync(join(root, BUDGETS), 'utf8'));
    return parts.flatMap(({ name, cpu }) => {
      const budget = budgets[name];
      if (cpu === null || name === RETRIES) return [];
      if (budget === undefined) return [`${name}: has no budget in ${BUDGETS}`];
      if (cpu <= budget * slowness * BUDGET_TOLERANCE) return [];
      return [`${name}: ${Math.round(cpu / slowness)} s of CPU time, budget ${budget} s (${BUDGETS})`];
    });
  }

  return { check, tests, retryFailedFiles, finish };
}

function firstLine(text) {
  return (text ?? '').split('\n')[0];
}

/** CPU time of all child processes that have ended, with theirs, in seconds; null where the system has no `/proc`. */
function childrenCpuSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // Fields 16 and 17 of proc(5); the second field may contain blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) * CLOCK_TICK_S;
  } catch {
    return null;
  }
}
