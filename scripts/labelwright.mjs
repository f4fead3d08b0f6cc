#!/usr/bin/env node
// labelwright render …, labelwright watch …, labelwright worker, labelwright start: the same as the npm scripts of
// these names, from any folder.
const COMMANDS = { render: './render.mjs', watch: './watch.mjs', worker: './worker.mjs', start: './start.mjs' };

const [name = ''] = process.argv.splice(2, 1);
const script = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : null;
if (script === null) {
  console.error(`labelwright ${Object.keys(COMMANDS).join('|')} …, for example: labelwright render --help`);
  process.exit(2);
}
import(script);
