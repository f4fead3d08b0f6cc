// npm run watch, and `labelwright watch`: prints or renders the files that are put into a folder.
import { runCommandLine } from './command-line.mjs';

runCommandLine(['watch', ...process.argv.slice(2)]);
