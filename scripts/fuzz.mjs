// npm run fuzz: every property test, then random values of every symbology, from a fresh seed. For options see --help.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDebianPackages } from './ensure-debian-packages.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';

const root = join(import.meta.dirname, '..');
process.chdir(root);

// The script that runs the symbols parses its own options.
const { values } = parseArgs({
  options: {
    type: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
  strict: false,
});
const seed = values.seed ?? String(randomInt(2 ** 31));
const onlySymbols = values.type.length > 0 || values.help;

ensureDependencies('all');
let failed = false;
if (!onlySymbols) {
  ensureDebianPackages();
  console.log(`seed ${seed}`);
  // The test files that depend on the seed: those that use it themselves or have properties.
  const files = readdirSync('tests', { recursive: true })
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.startsWith('fuzz'))
    .map((path) => join('tests', path))
    .filter((path) => /fast-check|support\/seed\.ts/.test(readFileSync(path, 'utf8')));
  failed = run('node_modules/vitest/vitest.mjs', ['run', ...files]) || failed;
}
const args = process.argv.slice(2).filter((word) => word !== '--');
failed = run('tests/fuzz/fuzz-symbols.ts', values.seed === undefined ? [...args, '--seed', seed] : args) || failed;
process.exit(failed ? 1 : 0);

/** Runs the command; true when it failed. */
function run(script, words) {
  const done = spawnSync(join(root, 'node_modules/.bin/node'), [script, ...words], {
    stdio: 'inherit',
    env: {
      ...process.env,
      SEED: seed,
      FAULT_SCHEDULES: '10000',
      RANDOM_EDITS: '1000',
      ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
    },
  });
  return done.status !== 0;
}
