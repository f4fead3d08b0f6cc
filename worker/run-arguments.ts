import { DEFAULT_PRINTER_SETTINGS } from '#protocol/printer-settings.ts';
import type { AddedFont } from '#model/elements/base/font-catalog.ts';
import type { RunArguments } from '#cli/arguments.ts';
import type { RunSettings } from '#server/runs/run-settings.ts';

/** The run as the command line would be asked for it: what it makes is what the command line makes. */
export function runArguments(
  settings: RunSettings,
  folder: string,
  files: { readonly template: string; readonly data: string | null; readonly fonts: readonly AddedFont[] },
): RunArguments {
  const { format, dpi, copies, copiesColumn, minGrade, overflow, rows, where, sheet, count, time, source, printer } =
    settings;
  return {
    templatePath: files.template,
    dataPath: files.data,
    sheet,
    // Rows that came as JSON were written by ourselves: nothing about them is to be found out.
    reading: source?.numbersFrom === 1 ? { encoding: 'utf-8', delimiter: ',', quote: '"', headingRows: 1 } : {},
    fontPaths: [],
    namedFonts: files.fonts,
    outputDirectory: folder,
    clean: false,
    resume: false,
    workers: 1,
    dpi,
    format,
    printer: DEFAULT_PRINTER_SETTINGS,
    print: null,
    colour: 'bit',
    minGrade,
    overflow,
    count,
    rows,
    ...(where === undefined ? {} : { where }),
    copies,
    firstCell: 0,
    copiesColumn,
    starts: [],
    time,
    reportPath: null,
    calibration: printer?.calibration ?? null,
    document: null,
  };
}
