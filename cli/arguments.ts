import { parseArgs } from 'node:util';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { LocalTime } from '#model/kernel/local-time.ts';
import { problem } from '#model/kernel/problem.ts';
import type { Calibration } from '#model/page/calibration.ts';
import { MAX_SEQUENCE_LABELS } from '#model/data/record-source.ts';
import { DEFAULT_MIN_GRADE, GRADES } from '#model/symbology/read/grade.ts';
import { MAX_COPIES } from '#protocol/assistant.ts';
import { EXPORT_FORMATS } from '#protocol/export.ts';
import { DEFAULT_DPI } from '#protocol/printer-info.ts';
import { PRINTER_LANGUAGES, type PrinterSettings } from '#protocol/printer-settings.ts';
import { MAX_DPI, MIN_DPI } from '#protocol/printer-setup.ts';
import { OUTPUT_COLOURS, type OutputColour } from '#protocol/render.ts';
import { isPrinterLanguage, type RenderFormat, type RunSettings } from '#protocol/run-settings.ts';
import type { DocumentSettings, RowSettings } from '#headless/run-settings.ts';
import { parseReading, READING_HELP, READING_OPTIONS } from './reading-options.ts';
import { missing, unusable } from './bad-argument.ts';
import { DOCUMENT_HELP, DOCUMENT_OPTIONS, parseDocument } from './document-options.ts';
import { parsePrinterSettings, PRINTER_HELP, PRINTER_OPTIONS } from './printer-options.ts';
import { parsePrintTarget, PRINT_HELP, PRINT_OPTIONS, type PrintTarget } from './print-options.ts';
import type { Environment } from './terminal.ts';

const RENDER_FORMATS: readonly RenderFormat[] = [...EXPORT_FORMATS, ...PRINTER_LANGUAGES];

/** Parsed arguments of `npm run render`. */
export interface RenderArguments extends Omit<RunSettings, 'dpi' | 'time'>, RowSettings {
  /** Path of the template, or of the document. */
  readonly templatePath: string;
  /** Null for the labels of a template. */
  readonly document: DocumentSettings | null;
  /** Paths of font files to use in addition to those of the product. */
  readonly fontPaths: readonly string[];
  /** Folder for the pages, or for the record of a run that prints; null to check the rows and write none. */
  readonly outputDirectory: string | null;
  /** Whether pages of another run are removed from that folder. */
  readonly clean: boolean;
  /** Whether to continue a run that began there. */
  readonly resume: boolean;
  /** Number of threads that make pages; null for one per core. */
  readonly workers: number | null;
  /** Null for the printer's resolution. */
  readonly dpi: number | null;
  /** For formats that are printer languages. */
  readonly printer: PrinterSettings;
  /** Null to write files. */
  readonly print: PrintTarget | null;
  readonly colour: OutputColour;
  /** Position of the first label on the first sheet, counted from 0. */
  readonly firstCell: number;
  /** Start values of sequences that count on: `VALUE`, or `NAME=VALUE` for the element of that name. */
  readonly starts: readonly string[];
  /** The time shown by texts with the system time; null for the time at the start of the run. */
  readonly time: LocalTime | null;
  /** Where to write the report as JSON Lines; null to write none. */
  readonly reportPath: string | null;
}

const MAX_WORKERS = 256;
/** Option for the position of the first label on the first sheet. */
export const FIRST_LABEL = '--first-label';

/** The arguments once the resolution and the printer's calibration are known. */
export interface RunArguments extends RenderArguments {
  readonly dpi: number;
  /** Null where nothing is moved or scaled. */
  readonly calibration: Calibration | null;
}

export const HELP: string = `Renders every row of a spreadsheet through a label template, reads each symbol back and reports.

  npm run render -- --template FILE --out DIR [--data FILE [--sheet NAME] [--encoding E]…] [--count N] [--copies-column C] [--dpi N] [--font FILE]…
                    [--format ${RENDER_FORMATS.join('|')}] [--colour bit|gray|rgb] [--time T]
                    [--rows LIST] [--copies N] [--first-label N] [--min-grade A|B|C|D|F] [--allow-overflow] [--report FILE]
                    [--clean] [--resume] [--workers N] [--check] [--printer NAME]
  npm run render -- --document FILE --out DIR [--pages LIST] [--split none|auto|content] [--size WxH] [--fit F] …

  --template FILE   the template: a .tprt or .tprts file
  --data FILE       the rows: .xlsx, .ods, .xls or .csv; its first row has the column names. Or records: .json (a list of
                    objects) or .xml (an element for each, its elements and attributes the fields), counted from 1.
                    Every bound column of the template is taken from it, by name.
  --sheet NAME      the sheet to take; otherwise the one that the template names, or the only visible one
${DOCUMENT_HELP}${READING_HELP}  --count N         how many labels a template with sequences and no spreadsheet gives (default 1)
  --rows LIST       the rows to take, by the spreadsheet's numbers: 2-10,15 (default all)
  --copies N        how often each label is made (default 1)
  --copies-column C the column that says how many labels each row gives: a whole number, 0 for none. A row where it is
                    something else is refused
  --first-label N   the place of the first label on the first sheet, as the browser counts: from 1, row by row from the top
                    left. The places before stay white: for a sheet that an earlier run has used in part (default 1)
  --start VALUE     where a sequence that counts on after each run starts, since the command line does not know where
                    it stands; with several of them NAME=VALUE for the element of each, repeated
  --font FILE       a font of the template that the product lacks: TTF, OTF, WOFF or WOFF2; may be repeated.
                    Texts take it by the name of its family; one of the product with that name gives way.
  --out DIR         where the pages go (made when missing): page-00001.png …, page-00001.svg … or pages.pdf. A folder
                    that holds pages of another run is refused
  --clean           remove the pages of another run from the folder first
  --resume          go on with the run that was begun in the folder and did not get to its end, however it ended: the same
                    command with this option. It is refused when the template, the data or an option is another
                    than then, but for --workers. Without such a run it begins, and a complete one stays as it is. A run
                    of pdf-vector begins anew
  --workers N       how many threads make pages (default: one for each core). Pages and report are the same with any
                    number. pdf-vector takes one
  --dpi N           dots per inch, ${MIN_DPI} to ${MAX_DPI} (default 300)
  --format F        what a page becomes (default png):
                    png         a 1-bit file of the dots that print
                    pdf         those very dots, all pages in one file
                    pdf-vector  shapes and text that can be searched, fonts embedded, all pages in one file
                    svg         a file of shapes, text as outlines
                    ${PRINTER_LANGUAGES.join(', ')}
                                the dots as commands of a printer's language, all pages in one file: pages.zpl …
${PRINTER_HELP}${PRINT_HELP}  --colour C        what the dots of png and pdf are (default bit): bit is black and white, gray and rgb are
                    antialiased with 8 bits a channel, images in their own tones
  --time T          what texts that show the system's time say: YYYY-MM-DDTHH:MM or YYYY-MM-DDTHH:MM:SS, as a clock
                    on the wall shows it, without a time zone (default: the time of the start)
  --min-grade G     refuse rows with a symbol below this grade (default C); F: it must only read. A decode and
                    geometric grade of the dots, not an ISO grade
  --allow-overflow  print rows, too, whose text is cut off at the label's edge or has no room in its table cell; they
                    are refused otherwise
  --check           look for rows that cannot be printed, without painting any: values, codes, characters that no
                    font has, texts without room. Much faster; how well codes read is not known. --out is not needed
  --report FILE     write a report as JSON Lines while the run goes: a line for each label, with its page and what was
                    read back, one for each page with the hash of its dots, and one for the end
  --help            this text

The bits are those that the browser prints; symbols and images are whole dots of --dpi in every format. A row whose symbol cannot be made or does not read back is refused,
named on standard output with its row number and reason, and the rest go on.

Exit status: 0 every row was rendered and verified; 1 some rows were refused, or nobody can tell whether a page came out of
the printer; 2 a bad argument or file, nothing was made;
3 something could not be written or read on the way; 4 interrupted, by Ctrl-C, SIGTERM or SIGHUP;
5 --split auto is not sure where the labels are, nothing was made. Pages that were made
stay, each whole, and the report says what they hold; --resume goes on from there. That is so after SIGKILL and a full
disk, too; then the report may lack its end. Standard output that is closed does not end a run.
`;

/** Reads the command line. Problems: `input.invalid` with the option as its path. */
export function parseArguments(
  argv: readonly string[],
  env: Environment = process.env,
): Result<RenderArguments | 'help'> {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: {
        template: { type: 'string' },
        data: { type: 'string' },
        sheet: { type: 'string' },
        ...READING_OPTIONS,
        font: { type: 'string', multiple: true, default: [] },
        out: { type: 'string' },
        dpi: { type: 'string' },
        format: { type: 'string', default: 'png' },
        colour: { type: 'string', default: 'bit' },
        time: { type: 'string' },
        count: { type: 'string' },
        rows: { type: 'string' },
        copies: { type: 'string', default: '1' },
        'first-label': { type: 'string', default: '1' },
        clean: { type: 'boolean', default: false },
        resume: { type: 'boolean', default: false },
        workers: { type: 'string' },
        'copies-column': { type: 'string' },
        start: { type: 'string', multiple: true, default: [] },
        'min-grade': { type: 'string', default: DEFAULT_MIN_GRADE },
        'allow-overflow': { type: 'boolean', default: false },
        report: { type: 'string' },
        check: { type: 'boolean', default: false },
        ...PRINTER_OPTIONS,
        ...PRINT_OPTIONS,
        ...DOCUMENT_OPTIONS,
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    return err(problem('input.invalid', { detail: error instanceof Error ? firstSentence(error.message) : '' }));
  }
  if (values.help) return ok('help');
  const document = parseDocument(values, values.format, values.colour);
  if (!document.ok) return document;
  const templatePath = document.value?.path ?? values.template;
  if (templatePath === undefined) return missing('--template');
  if (values.out === undefined && !values.check) return missing('--out');
  if (values.resume && values.check) return unusable('--resume', '--check', '--out');
  if (values.resume && values.clean) return unusable('--resume', '--clean', '--resume | --clean');
  const workers = values.workers === undefined ? null : /^\d+$/.test(values.workers) ? Number(values.workers) : NaN;
  if (workers !== null && !(workers >= 1 && workers <= MAX_WORKERS)) {
    return unusable('--workers', values.workers ?? '', `1 … ${MAX_WORKERS}`);
  }
  const copiesColumn = values['copies-column'];
  if ((values.sheet ?? copiesColumn) !== undefined && values.data === undefined) return missing('--data');
  const givenDpi = values.dpi ?? (values.printer === undefined ? String(DEFAULT_DPI) : null);
  const dpi = givenDpi === null ? null : /^\d+$/.test(givenDpi) ? Number(givenDpi) : NaN;
  if (dpi !== null && !(dpi >= MIN_DPI && dpi <= MAX_DPI)) {
    return unusable('--dpi', givenDpi ?? '', `${MIN_DPI} … ${MAX_DPI}`);
  }
  const format = RENDER_FORMATS.find((known) => known === values.format);
  if (format === undefined) return unusable('--format', values.format, RENDER_FORMATS.join(' | '));
  const language = isPrinterLanguage(format) ? format : null;
  const printer = parsePrinterSettings(language, values);
  if (!printer.ok) return printer;
  const colour = OUTPUT_COLOURS.find((c) => c === values.colour);
  if (colour === undefined) return unusable('--colour', values.colour, OUTPUT_COLOURS.join(' | '));
  if (language !== null && colour !== 'bit') return unusable('--colour', colour, 'bit');
  const print = parsePrintTarget(values, { check: values.check, format, colour }, env);
  if (!print.ok) return print;
  const count = values.count === undefined ? null : /^\d+$/.test(values.count) ? Number(values.count) : NaN;
  if (count !== null && !(count >= 1 && count <= MAX_SEQUENCE_LABELS)) {
    return unusable('--count', values.count ?? '', `1 … ${MAX_SEQUENCE_LABELS}`);
  }
  const copies = /^\d+$/.test(values.copies) ? Number(values.copies) : NaN;
  if (!(copies >= 1 && copies <= MAX_COPIES)) return unusable('--copies', values.copies, `1 … ${MAX_COPIES}`);
  const firstLabel = values['first-label'];
  // The template defines how many a sheet has.
  if (!/^[1-9]\d{0,8}$/.test(firstLabel)) return unusable(FIRST_LABEL, firstLabel, '1 …');
  const time = values.time === undefined ? null : parseTime(values.time);
  if (time === 'wrong') return unusable('--time', values.time ?? '', 'YYYY-MM-DDTHH:MM[:SS]');
  const minGrade = GRADES.find((g) => g === values['min-grade']);
  if (minGrade === undefined) return unusable('--min-grade', values['min-grade'], GRADES.join(' | '));
  const reading = parseReading(values);
  if (!reading.ok) return reading;
  if (values.data === undefined && Object.keys(reading.value).length > 0) return missing('--data');
  return ok({
    templatePath,
    document: document.value,
    dataPath: values.data ?? null,
    sheet: values.sheet ?? null,
    reading: reading.value,
    fontPaths: values.font,
    outputDirectory: values.check ? null : (values.out ?? null),
    clean: values.clean,
    resume: values.resume,
    workers,
    dpi,
    format,
    printer: printer.value,
    print: print.value,
    colour,
    minGrade,
    overflow: values['allow-overflow'] ? 'allow' : 'refuse',
    count,
    rows: values.rows ?? null,
    copies,
    firstCell: Number(firstLabel) - 1,
    copiesColumn: copiesColumn ?? null,
    starts: values.start,
    time,
    reportPath: values.report ?? null,
  });
}

/** An ISO 8601 date and time of day without a zone. */
function parseTime(text: string): LocalTime | 'wrong' {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?$/
    .exec(text)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (parts === undefined) return 'wrong';
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  // `Date` turns the 30th of February into a day in March: the day must be the same after parsing.
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay && hour < 24 && minute < 60 && second < 60 ? { year, month, day, hour, minute, second } : 'wrong';
}

function firstSentence(message: string): string {
  return message.split(/\. |\n/)[0] ?? message;
}
