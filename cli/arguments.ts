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
  /** The folder or zip file with the pictures of rows; null for none. */
  readonly picturesPath: string | null;
  /** Whether pictures of rows are fetched from web addresses. */
  readonly fetchPictures: boolean;
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

export const HELP: string = `Renders every row of a spreadsheet with a label template, reads each code back and writes a report.

  npm run render -- --template FILE --out DIR [--data FILE [--sheet NAME] [--encoding E]…] [--count N] [--copies-column C] [--language L] [--dpi N] [--font FILE]… [--pictures PATH] [--fetch-pictures]
                    [--format ${RENDER_FORMATS.join('|')}] [--colour bit|gray|rgb] [--time T]
                    [--rows LIST] [--copies N] [--first-label N] [--min-grade A|B|C|D|F] [--allow-overflow] [--report FILE]
                    [--clean] [--resume] [--workers N] [--check] [--printer NAME]
  npm run render -- --document FILE --out DIR [--pages LIST] [--split none|auto|content] [--size WxH] [--fit F] …

  --template FILE   the template: a .tprt or .tprts file
  --data FILE       the rows: .xlsx, .ods, .xls or .csv, with the column names in the first row; or records: .json (an
                    array of objects) or .xml (one element per record, with its child elements and attributes as
                    fields), numbered from 1. Bound columns of the template are matched by name
  --sheet NAME      the sheet to read (default: the one named in the template, or the only visible one)
${DOCUMENT_HELP}${READING_HELP}  --count N         number of labels of a template with sequences and no spreadsheet (default 1)
  --rows LIST       the rows to print, by their numbers in the spreadsheet: 2-10,15 (default all)
  --copies N        copies of each label (default 1)
  --copies-column C the column with the number of labels per row: an integer, 0 skips the row. Rows with any other
                    value are rejected
  --language L      the language of a label with texts in several, by its tag or name: pt-BR, Portuguese (default: the
                    one that the label's column names for each row, otherwise its main language)
  --first-label N   position of the first label on the first sheet: from 1, row by row from the top left, as in the
                    browser. Earlier positions stay blank, for a sheet that is partly used (default 1)
  --start VALUE     first value of a sequence that continues after each run, because the command line does not know
                    its current value; with several sequences NAME=VALUE, once for each element
  --font FILE       a font of the template that Labelwright lacks: TTF, OTF, WOFF or WOFF2; may be repeated.
                    Texts use it by its family name. It replaces a built-in font of the same name
  --pictures PATH   folder or zip file with the pictures of rows, for images whose picture is named by the data. Names
                    match regardless of case, with or without the extension; subfolders are searched
  --fetch-pictures  fetch pictures whose value is a web address (https:// or http://), from public hosts and those in
                    the environment variable NET_ALLOWED_HOSTS. Without it such a row is rejected
  --out DIR         folder for the pages: page-00001.png …, page-00001.svg … or pages.pdf. It is created if missing;
                    a folder with pages of another run is rejected
  --clean           delete the pages of another run from the folder first
  --resume          continue an unfinished run in the folder: the same command with this option. It is rejected if the
                    template, the data or an option other than --workers has changed. Without an unfinished run it
                    starts one; a complete run stays unchanged. A run of pdf-vector starts over
  --workers N       number of render threads (default: one per core). Pages and report do not depend on it.
                    pdf-vector uses one
  --dpi N           dots per inch, ${MIN_DPI} to ${MAX_DPI} (default 300)
  --format F        output format (default png):
                    png         one file per page with the 1-bit print image
                    pdf         one file with the print images of all pages
                    pdf-vector  one file with shapes, searchable text and embedded fonts
                    svg         one file per page with shapes, text as outlines
                    ${PRINTER_LANGUAGES.join(', ')}
                                one file with the print images as commands of a printer language: pages.zpl …
${PRINTER_HELP}${PRINT_HELP}  --colour C        colors of png and pdf (default bit): bit is black and white; gray and rgb are antialiased with
                    8 bits per channel, with images in their own tones
  --time T          the time that texts with the system time show: YYYY-MM-DDTHH:MM or YYYY-MM-DDTHH:MM:SS, local time
                    without a time zone (default: the start time)
  --min-grade G     reject rows with a code below this grade (default C); F accepts every readable code. The grade
                    rates decoding and geometry of the dots; it is not an ISO grade
  --allow-overflow  also print rows whose text is cut off at the label's edge or does not fit its table cell; otherwise
                    they are rejected
  --check           find rows that cannot be printed, without rendering: values, codes, characters missing in the
                    fonts, texts that do not fit. Much faster; codes are not graded. --out is not needed
  --report FILE     write a report as JSON Lines during the run: one line for each label, with its page and the codes
                    read back, one for each page with the hash of its PNG, and one at the end
  --help            show this text

The bits are the same as those printed by the browser; codes and images are aligned to whole dots of --dpi in every
format. A row whose code cannot be encoded or read back is rejected and listed on standard output with its row number
and the reason; the other rows are rendered.

Exit status: 0 every row was rendered and verified; 1 some rows were rejected or some pages are unconfirmed;
2 invalid argument or file, nothing was rendered; 3 reading or writing failed during the run; 4 interrupted by Ctrl-C,
SIGTERM or SIGHUP; 5 --split auto is not certain where the labels are, nothing was rendered.
Finished pages remain complete and are listed in the report; --resume continues from there. This also holds after
SIGKILL and with a full disk, but the report may then lack its end. Closing standard output does not stop a run.
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
        pictures: { type: 'string' },
        'fetch-pictures': { type: 'boolean', default: false },
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
        language: { type: 'string' },
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
    picturesPath: values.pictures ?? null,
    fetchPictures: values['fetch-pictures'],
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
    ...(values.language === undefined ? {} : { language: values.language }),
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
