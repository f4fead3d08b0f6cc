import { enableCompileCache } from 'node:module';

// The compile cache keeps compiled and type-stripped code between runs, which halves the start time. It applies to
// later imports.
enableCompileCache();
const [{ runCommand }, { openParent }] = await Promise.all([import('./command.ts'), import('./watch/parent.ts')]);

const abort = new AbortController();
// Ctrl-C may arrive twice: from the terminal, and passed on by npm.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => abort.abort());
// The reader of the output has closed it, as `head` does; the pages and the report are still wanted.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
// Node warns of every imported WebAssembly module that this is experimental, which does not help users.
process.removeAllListeners('warning');
process.on('warning', ({ name, message }) => {
  if (name !== 'ExperimentalWarning') console.error(`${name}: ${message}`);
});

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  // Opened on first use.
  get input() {
    return process.stdin;
  },
  output: process.stdout,
  errors: process.stderr,
  signal: abort.signal,
  openParent,
});
