/**
 * Everything that can go wrong in an expected way, by name. The wording of each is in
 * `locales/<language>/problems.json` under the same key; a test fails when one is missing.
 */
export const PROBLEM_CODES = [
  // files and templates
  'template.notXml',
  'template.truncated',
  'template.doctype',
  'template.tooLarge',
  'template.tooComplex',
  'template.badField',
  'template.unknownElementType',
  'template.keptValue',
  'template.backgroundPath',
  'template.newId',
  'template.empty',
  'template.loadFailed',
  'template.changedMeanwhile',
  'file.unreadable',
  'file.wrongType',
  'file.notForCanvas',
  'file.tooLarge',
  // images
  'image.wrongType',
  'image.tooManyPixels',
  'image.tooLarge',
  'image.corrupt',
  'image.missing',
  // symbols
  'symbol.empty',
  'symbol.character',
  'symbol.length',
  'symbol.checkDigit',
  'symbol.chinese',
  'symbol.tooLong',
  'symbol.tooShort',
  'symbol.range',
  'symbol.startStop',
  'symbol.noCheckDigit',
  'symbol.otherForm',
  'symbol.addOn',
  'symbol.prefix',
  'symbol.form',
  'symbol.noSuchSize',
  'symbol.carrier',
  'symbol.tooNarrow',
  'symbol.tooLow',
  'symbol.textTooWide',
  'symbol.cannotEncode',
  'symbol.outsideLabel',
  'symbol.notReadable',
  'symbol.misread',
  'symbol.quietZone',
  'symbol.covered',
  'symbol.belowGrade',
  'symbol.smallModule',
  'symbol.lowBars',
  'symbol.badRatio',
  'symbol.unevenBars',
  'symbol.correctionUsed',
  // GS1 data
  'gs1.form',
  'gs1.unknown',
  'gs1.length',
  'gs1.character',
  'gs1.checkDigit',
  'gs1.value',
  'gs1.repeated',
  'gs1.excluded',
  'gs1.missing',
  'gs1.noLinkKey',
  'gs1.notInLink',
  'gs1.linkForm',
  // text
  'text.missingGlyph',
  'font.loadFailed',
  'font.tooLarge',
  'font.unusable',
  'font.unknown',
  'font.nameTaken',
  // editing
  'edit.nothingSelected',
  'edit.locked',
  'edit.lockedInPlace',
  'edit.needsThree',
  'edit.clipboardEmpty',
  // tables
  'table.textOverflow',
  'text.cutOff',
  'table.mergeTwo',
  'table.mergeRectangle',
  'table.notMerged',
  'table.lastRow',
  'table.lastColumn',
  'table.cellTooSmall',
  'table.tooManyLines',
  'table.noCell',
  // data
  'data.unreadable',
  'data.empty',
  'data.noSheet',
  'data.noSheets',
  'data.noColumn',
  'data.notConnected',
  'data.tooLarge',
  'data.encrypted',
  'data.cellError',
  'data.unknownSource',
  'data.timeout',
  'data.crashed',
  'data.rowMissing',
  'data.sequenceStart',
  'data.sequenceEnd',
  'data.incomplete',
  // rendering
  'render.unavailable',
  'render.crashed',
  'render.outOfMemory',
  'render.labelTooLarge',
  // printing
  'print.noContent',
  'print.noRows',
  'print.badRows',
  'print.badCopies',
  'print.noPrinter',
  'print.noJournal',
  'print.printerBusy',
  'print.cancelled',
  'print.pageInDoubt',
  // assistant
  'assistant.notRunning',
  'assistant.wentAway',
  'assistant.notOurs',
  'assistant.refusedOrigin',
  'assistant.timeout',
  'assistant.badMessage',
  'assistant.printerUnknown',
  'assistant.mediaUnsupported',
  'assistant.deliveryFailed',
  'assistant.tooLarge',
  'assistant.tooMany',
  // server
  'server.unreachable',
  'server.timeout',
  'server.badAnswer',
  'server.refused',
  'server.said',
  'server.signedOut',
  'server.nameTaken',
  'server.notFound',
  // browser storage
  'storage.unavailable',
  'storage.full',
  // the browser itself: without https, and not on this machine, a page has no locks, hashes or assistant
  'browser.insecure',
  // arguments of a call or a command line
  'input.invalid',
  'aborted',
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** An expected failure: what it is (a code with its parameters) and where (a path within the thing concerned). */
export interface Problem {
  readonly code: ProblemCode;
  /** The place: an element's name, a field, a row or a file; empty for the whole. */
  readonly path?: string;
  /** Values that the wording inserts. */
  readonly params?: Readonly<Record<string, string | number>>;
}

export function problem(code: ProblemCode, params?: Problem['params'], path?: string): Problem {
  return { code, ...(params === undefined ? {} : { params }), ...(path === undefined ? {} : { path }) };
}
