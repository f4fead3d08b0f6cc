// npm run render, and `labelwright render`: sets up what is missing and renders without a browser.
import { runCommandLine } from './command-line.mjs';

runCommandLine(process.argv.slice(2));
