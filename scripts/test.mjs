// npm test: sets up what is missing, checks, builds, runs every test, and ends with `N passed, N failed`.
// Arguments after `npm test --` are paths of tests to run instead of all.
import { join } from 'node:path';
import { ensureDebianPackages } from './ensure-debian-packages.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { createTestRun } from './test-run.mjs';

const root = join(import.meta.dirname, '..');
process.chdir(root);
ensureDependencies('all');
ensureDebianPackages();

const run = createTestRun(root);
const only = process.argv.slice(2);
if (only.length > 0) {
  await run.tests('tests', only);
} else {
  const built = await run.check('build', 'vite', ['build', '--logLevel', 'error']);
  // The checks need a core for a minute: they run in parallel and fill the pauses in which tests wait for programs and
  // timers.
  const checks = (async () => {
    await run.check('types', 'tsc', ['-b']);
    await run.check('lint', 'oxlint', []);
    await run.check('format', 'oxfmt', ['--check']);
    await run.check('unused code', 'knip', []);
    await run.check('code that only tests use', 'knip', ['--production']);
  })();
  await run.tests('components', ['tests/components']);
  // One more than the cores: many of these tests wait for programs and timers.
  await run.tests('rooms and server', [
    '--exclude',
    'tests/e2e/**',
    '--exclude',
    'tests/components/**',
    '--maxWorkers=3',
  ]);
  await checks;
  if (built) await run.tests('end to end', ['tests/e2e', '--maxWorkers=3']);
}
await run.retryFailedFiles();
process.exit(run.finish({ isWhole: only.length === 0 }) ? 0 : 1);
