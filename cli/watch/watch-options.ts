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

export const WATCH_HELP: string = `Prints or renders each file that is put into a folder, as \`render\` does with --data.

  labelwright watch DIR --template FILE [--printer NAME | --out DIR] [--settle S] [the other options of render]

  DIR               .csv, .xlsx, .xls, .ods, .json and .xml are taken from it, in the order they came, each once. Hidden files,
                    those with other endings (.part, .tmp) and those with a lock beside them (~$NAME, NAME.lock) are left alone.
                    A file goes to working/, then with its report to done/, or to failed/ if any row was refused, any page
                    is in doubt or it cannot be read: NAME.errors.txt and NAME.errors.json there say which and why
  --printer NAME    prints; without it the pages are made as files, beside their file or in a folder of their own under --out
  --settle S        a file is whole when its size and time have not changed for so many seconds (default ${DEFAULT_SETTLE_S})

What was begun is gone on with after Ctrl-C, a crash or a restart, nothing twice. While the assistant is away or the
disk is full, files wait. The options of render hold but for ${NOT_HERE.join(', ')}; see render --help.

Exit status: 0 ended by Ctrl-C, SIGTERM or SIGHUP; 2 a bad argument or template, no printer of this name, not paired,
or the folder is watched already.
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
