import { enableCompileCache } from 'node:module';

// What was compiled and stripped of types is kept from run to run, which saves half a start. It holds for what is imported
// after this.
enableCompileCache();
const [{ runCommand }, { openParent }] = await Promise.all([import('./command.ts'), import('./watch/parent.ts')]);

const abort = new AbortController();
// Ctrl-C may arrive twice: from the terminal, and passed on by npm.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => abort.abort());
// Whoever read the output has gone, as `head` does; the pages and the report are wanted all the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
// Node warns of every imported WebAssembly module that this is experimental, which does not help anyone who prints labels.
process.removeAllListeners('warning');
process.on('warning', ({ name, message }) => {
  if (name !== 'ExperimentalWarning') console.error(`${name}: ${message}`);
});

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  // Who asks for it opens it.
  get input() {
    return process.stdin;
  },
  output: process.stdout,
  errors: process.stderr,
  signal: abort.signal,
  openParent,
});
