import { resolve } from 'node:path';
import { ok, type Result } from '#model/kernel/result.ts';
import { parseArguments, type RenderArguments } from '../arguments.ts';
import { missing, unusable } from '../bad-argument.ts';
import type { Environment } from '../terminal.ts';

/** Parsed arguments of `labelwright watch`. */
export interface WatchArguments {
  readonly directory: string;
  /** Folder with a folder of pages for each file; null where they stay next to their file or are printed. */
  readonly pagesDirectory: string | null;
  /** How long a file must not change before it counts as complete. */
  readonly settleMs: number;
  /** Settings for each file, except its data, output and report. */
  readonly render: RenderArguments;
}

const SETTLE = '--settle';
const DEFAULT_SETTLE_S = 2;
const MAX_SETTLE_S = 3600;
/** Options of a single run, or decided by the watching itself. */
const NOT_HERE = [
  '--data',
  '--report',
  '--clean',
  '--resume',
  '--check',
  '--count',
  '--start',
  '--document',
  '--pages',
];

export const WATCH_HELP: string = `Prints or renders each file that is added to a folder, as \`render\` does with --data.

  labelwright watch DIR --template FILE [--printer NAME | --out DIR] [--settle S] [the other options of render]

  DIR               processes .csv, .xlsx, .xls, .ods, .json and .xml files in order of arrival, each once. Ignores hidden
                    files, other extensions (.part, .tmp) and files with a lock file next to them (~$NAME, NAME.lock).
                    A file is moved to working/, then with its report to done/, or to failed/ if a row was rejected, a
                    page is unconfirmed or the file cannot be read: NAME.errors.txt and NAME.errors.json list the reasons
  --printer NAME    print; without it the pages are written as files next to the source file, or in a folder under --out
  --settle S        a file is complete when its size and time have not changed for this many seconds (default ${DEFAULT_SETTLE_S})

Interrupted files continue after Ctrl-C, a crash or a restart; nothing is printed twice. While the assistant is
unavailable or the disk is full, files wait. The options of render apply except ${NOT_HERE.join(', ')}; see render --help.

Exit status: 0 stopped by Ctrl-C, SIGTERM or SIGHUP; 2 invalid argument or template, no printer with this name, not
paired, or the folder is already being watched.
`;

/**
 * Parses the command line after `watch`. Problems: `input.invalid` with the option as its path, those of
 * `parseArguments`.
 */
export function parseWatchArguments(
  argv: readonly string[],
  env: Environment = process.env,
): Result<WatchArguments | 'help'> {
  const [directory, ...others] = argv;
  if (argv.includes('--help')) return ok('help');
  if (directory === undefined || directory.startsWith('-')) return missing('DIR');
  const given = (option: string): boolean => others.some((one) => one === option || one.startsWith(`${option}=`));
  const misplaced = NOT_HERE.find(given);
  if (misplaced !== undefined) return unusable('watch', misplaced, 'render');
  if (given('--printer') && given('--out')) return unusable('--out', '--printer', '--printer | --out');
  const { settle, rest } = takeSettle(others);
  const settleS = settle === null ? DEFAULT_SETTLE_S : /^\d+(\.\d+)?$/.test(settle) ? Number(settle) : NaN;
  if (!(settleS > 0 && settleS <= MAX_SETTLE_S)) return unusable(SETTLE, settle ?? '', `0.1 … ${MAX_SETTLE_S}`);
  const out = given('--out') ? [] : ['--out', directory];
  const render = parseArguments([...rest, ...out, '--data', directory], env);
  if (!render.ok) return render;
  if (render.value === 'help') return ok('help');
  return ok({
    directory: resolve(directory),
    pagesDirectory: given('--out') ? render.value.outputDirectory : null,
    settleMs: settleS * 1000,
    render: render.value,
  });
}

function takeSettle(argv: readonly string[]): { readonly settle: string | null; readonly rest: readonly string[] } {
  const at = argv.findIndex((one) => one === SETTLE || one.startsWith(`${SETTLE}=`));
  const found = argv[at];
  if (found === undefined) return { settle: null, rest: argv };
  if (found !== SETTLE) return { settle: found.slice(SETTLE.length + 1), rest: argv.toSpliced(at, 1) };
  return { settle: argv[at + 1] ?? '', rest: argv.toSpliced(at, 2) };
}
