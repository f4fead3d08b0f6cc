import type { TextMeasure } from '#model/elements/base/layout.ts';
import { localTimeAt, type LocalTime } from '#model/kernel/local-time.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { DEFAULT_MIN_GRADE } from '#model/symbology/read/grade.ts';
import type { DataRecord } from '#model/data/record.ts';
import { elementValues, type LabelContext } from '#model/page/compose.ts';
import { createFitObserver, observedAs, type FitProof, type ObservedText } from '#model/page/fit-proof.ts';
import type { ComposedLabel, DisplayList, SheetGeometry } from '#model/page/display-list.ts';
import { createRunSizer, type RunSizer } from '#model/page/run-sizer.ts';
import type { RunSizes } from '#model/page/run-sizes.ts';
import type { Template } from '#model/template/template.ts';
import { sheetGeometry, sheetSizeMm } from '#model/page/sheet.ts';
import { contentLengthOf, longestLabel } from '#model/template/length-by-content.ts';
import { PRINT_LIMITS, type PageLimits } from '#protocol/page-limits.ts';
import type {
  UnprintableEdges,
  LabelOutcome,
  PreviewLabel,
  PreviewPage,
  PrintStep,
  RowCheck,
  RowPreflight,
  RunSetup,
  IncompleteSheet,
  VerifiedPage,
} from '#protocol/render.ts';
import type { FontStore } from '../fonts/font-store.ts';
import { withFonts } from '../fonts/with-fonts.ts';
import { imageSteps } from '../images/prepare-images.ts';
import { createRowPictures, type RowPictureParts, type RowPictures } from '../images/row-pictures.ts';
import { createYieldToMessages, type YieldToMessages } from '../compose/yield-to-messages.ts';
import type { Zxing } from '../read-back/zxing.ts';
import { composeInTurn } from '../compose/compose-in-turn.ts';
import { createAsideFindings, NO_UNPRINTABLE_EDGES, withoutPlaceholders } from './aside-findings.ts';
import { proveTexts, type FitProverParts } from './prove-fit.ts';
import { judgeOverflow } from './judge-overflow.ts';
import { createLabelReader } from './label-reader.ts';
import { type CreatePictureWriter, createPngWriter } from '../bits/png.ts';
import { createPageSurface, isPossiblePage } from './create-page-surface.ts';
import { createFollowingPage, createSheetOf, type SheetOf } from './following-page.ts';
import { createFixedElementCache } from '../compose/fixed-elements.ts';
import type { LabelPainter } from '../print/label-painter.ts';
import type { SkiaPainter } from '../paint/skia-painter.ts';
import type { PageParts, PageSurface } from './page-surface.ts';
import type { TonePainter } from '../print/tone-painter.ts';
import { imageProblems, refusal } from './verify-label.ts';
import { pictureContent, verifyContent, type PictureContent } from './record-symbols.ts';
import { createSymbolFinder, type SymbolFinder } from './verify-found.ts';
import { scaledDots } from '../compose/remade-symbol.ts';
import { pictureKey, withPicture } from '../compose/with-picture.ts';
import { withBackground } from '../compose/with-background.ts';

export interface PrintRunParts extends RowPictureParts {
  readonly zxing: Zxing;
  readonly fonts: FontStore;
  readonly measure: TextMeasure;
  readonly labels: LabelPainter;
  readonly tones: TonePainter;
  readonly painter: Pick<SkiaPainter, 'cutTextMm' | 'offPage' | 'inkBelowMm'>;
  readonly fitProver: () => FitProverParts;
  readonly now: () => number;
}

/** One template at one resolution: records in, verified pages out. Calls are handled one after the other. */
export class PrintRun {
  /** The sheet of the longest label, where labels are as long as their content. */
  readonly sheet: SheetGeometry;
  readonly #setup: RunSetup;
  readonly #now: LocalTime;
  readonly #parts: PrintRunParts;
  readonly #compose: ReturnType<typeof createFixedElementCache>;
  readonly #findSymbols: SymbolFinder;
  readonly #values: ReturnType<typeof createFitObserver>;
  #sizer: RunSizer | null = null;
  readonly pictures: RowPictures | null;
  readonly #createWriter: CreatePictureWriter;
  readonly #closed = new AbortController();
  readonly #sheetOf: SheetOf;
  readonly #page: PageSurface;
  /** The labels on the sheet, from `#firstCell` on. */
  #outcomes: LabelOutcome[] = [];
  #firstCell = 0;
  #last: Promise<unknown> = Promise.resolve();
  /**
   * Called between labels and between the parts of a large one, so that the worker can answer a heartbeat or learn that
   * the run was closed.
   */
  readonly #yieldToMessages: YieldToMessages;

  private constructor(setup: RunSetup, parts: PrintRunParts, sheet: SheetGeometry, createWriter: CreatePictureWriter) {
    this.sheet = sheet;
    this.#setup = setup;
    this.#now = setup.now ?? localTimeAt();
    this.#parts = parts;
    this.#compose = createFixedElementCache(() => parts.fonts.version);
    this.#yieldToMessages = createYieldToMessages(parts.now);
    this.#values = createFitObserver(setup.template.elements);
    this.pictures = createRowPictures(setup.template, setup.pictures, parts);
    this.#findSymbols = createSymbolFinder(parts.zxing);
    this.#createWriter = createWriter;
    this.#sheetOf = createSheetOf(setup, sheet);
    this.#page = this.#createPage();
  }

  /** `createWriter` makes the page's picture. Problem: `render.labelTooLarge`. */
  static open(
    setup: RunSetup,
    parts: PrintRunParts,
    limits: PageLimits = PRINT_LIMITS,
    createWriter: CreatePictureWriter = createPngWriter,
  ): Result<PrintRun> {
    const label = longestLabel(setup.template.label);
    const sheet = sheetGeometry(label, setup.dpi, setup.calibration);
    const sizeMm = sheetSizeMm(label);
    const isTooLong = Math.max(sizeMm.width, sizeMm.height) > limits.maxSideMm;
    if (!(setup.dpi > 0) || isTooLong || !isPossiblePage(sheet, setup.colour ?? 'bit', limits)) {
      return err(problem('render.labelTooLarge', { width: sheet.widthDots, height: sheet.heightDots }));
    }
    parts.library.add(setup.template.assets);
    return ok(new PrintRun(setup, parts, sheet, createWriter));
  }

  #createPage(): PageSurface {
    const create = (sheet: SheetGeometry): PageSurface => createPageSurface(this.#pageParts(sheet));
    const isFixed = contentLengthOf(this.#setup.template.label) === null;
    return isFixed ? create(this.sheet) : createFollowingPage(this.#sheetOf, create);
  }

  #pageParts(sheet: SheetGeometry): PageParts {
    const { zxing, labels, tones, hash } = this.#parts;
    const { dpi, colour = 'bit', minGrade = DEFAULT_MIN_GRADE } = this.#setup;
    const [createWriter, mayContinue] = [this.#createWriter, () => this.#mayContinue()];
    return { sheet, dpi, colour, minGrade, zxing, labels, tones, createWriter, hash, mayContinue };
  }

  close(): void {
    this.#closed.abort();
  }

  print(records: readonly DataRecord[], incompleteSheet: IncompleteSheet, firstCell = 0): Promise<Result<PrintStep>> {
    return this.#inOrder(() => this.#print(records, incompleteSheet, firstCell), records);
  }

  /** Shows a sheet of these records. Labels already on an incomplete sheet stay. */
  preview(records: readonly DataRecord[], firstCell = 0): Promise<Result<PreviewPage>> {
    return this.#inOrder(() => this.#preview(records, firstCell), records);
  }

  /** Composes these records and paints nothing (see `PagesApi.checkRecords`). */
  check(records: readonly DataRecord[]): Promise<Result<readonly RowCheck[]>> {
    return this.#inOrder(() => this.#check(records), records);
  }

  /** Paints and reads these records, and makes no page (see `PagesApi.preflightRecords`). */
  preflight(
    records: readonly DataRecord[],
    bare: UnprintableEdges = NO_UNPRINTABLE_EDGES,
  ): Promise<Result<readonly RowPreflight[]>> {
    return this.#inOrder(() => this.#preflight(records, bare), records);
  }

  /** Collects the values of these records (see `PagesApi.observeRecords`). */
  observe(records: readonly DataRecord[]): Promise<Result<null>> {
    return this.#inOrder(async () => {
      for (const record of records) {
        this.#observe(record);
        if (!(await this.#mayContinue())) return err(problem('aborted'));
      }
      return ok(null);
    });
  }

  /** The values of the records that were checked or observed (see `PagesApi.observedValues`). */
  observed(): readonly ObservedText[] {
    return this.#values.observed();
  }

  /** See `PagesApi.proveFit`. */
  prove(observed: readonly ObservedText[]): Promise<Result<readonly FitProof[]>> {
    const { template } = this.#setup;
    const proofs = (): readonly FitProof[] =>
      proveTexts(template, observed, this.#context(template), this.#parts.fitProver());
    return this.#inOrder(() => withFonts(this.#parts.fonts, proofs, this.#closed.signal));
  }

  /** The sizes that these records and earlier ones need (see `PagesApi.sizeRecords`). */
  sizes(records: readonly DataRecord[]): Promise<Result<RunSizes>> {
    const { template, overflow = 'refuse' } = this.#setup;
    const sizer = (this.#sizer ??= createRunSizer(template, overflow === 'allow'));
    const context = this.#context(template);
    return this.#inOrder(async () => {
      for (const record of records) {
        const texts = sizer.unmeasured(record, elementValues(template, record, context));
        if (texts.length > 0) {
          const needed = await withFonts(this.#parts.fonts, () => sizer.needed(texts, context), this.#closed.signal);
          if (!needed.ok) return needed;
          sizer.keep(needed.value);
        }
        if (!(await this.#mayContinue())) return err(problem('aborted'));
      }
      return ok(sizer.sizes());
    });
  }

  #observe(record: DataRecord): void {
    const { template } = this.#setup;
    for (const each of observedAs(record, template.label.languages)) {
      this.#values.add(each, elementValues(template, each, this.#context(template)));
    }
  }

  #inOrder<T>(work: () => Promise<T>, records: readonly DataRecord[] = []): Promise<T> {
    this.pictures?.expect(records);
    const next = this.#last.then(work, work);
    this.#last = next;
    return next;
  }

  async #print(
    records: readonly DataRecord[],
    incompleteSheet: IncompleteSheet,
    firstCell: number,
  ): Promise<Result<PrintStep>> {
    if (this.#outcomes.length === 0) this.#firstCell = firstCell;
    const labels: LabelOutcome[] = [];
    // The platform may hash pages on another thread; they are awaited at the end.
    const pages: Promise<VerifiedPage>[] = [];
    for (const record of records) {
      const outcome = await this.#place(record, this.#page, this.#nextCell, false);
      if (!outcome.ok) return outcome;
      labels.push(outcome.value);
      if (outcome.value.verified) {
        this.#outcomes.push(outcome.value);
        if (this.#nextCell === this.sheet.cells.length) {
          const page = this.#takePage();
          if (!page.ok) return page;
          pages.push(page.value);
        }
      }
      if (!(await this.#mayContinue())) return err(problem('aborted'));
    }
    if (incompleteSheet === 'print' && this.#outcomes.length > 0) {
      const page = this.#takePage();
      if (!page.ok) return page;
      pages.push(page.value);
    }
    if (incompleteSheet === 'discard') this.#discardPage();
    return ok({ labels, pages: await Promise.all(pages) });
  }

  /** The cell of the next label; the number of cells when the sheet is full. */
  get #nextCell(): number {
    return this.#firstCell + this.#outcomes.length;
  }

  async #preview(records: readonly DataRecord[], firstCell: number): Promise<Result<PreviewPage>> {
    const page = this.#outcomes.length === 0 ? this.#page : this.#createPage();
    const preview = await this.#previewOn(page, records, firstCell);
    if (!preview.ok) this.sheet.cells.forEach((_, cell) => page.erase(cell));
    return preview;
  }

  async #previewOn(page: PageSurface, records: readonly DataRecord[], firstCell: number): Promise<Result<PreviewPage>> {
    const printed = await this.#previewLabels(records, page, firstCell, false);
    if (!printed.ok) return printed;
    let labels = printed.value;
    if (labels.every((label) => label.cell === null)) {
      const shown = await this.#previewLabels(records, page, firstCell, true);
      if (!shown.ok) return shown;
      labels = [...shown.value, ...labels.slice(shown.value.length)];
    }
    const picture = page.take();
    if (!picture.ok) return picture;
    return ok({ ...(await picture.value), labels });
  }

  /** Places labels until the sheet is full. A rejected label takes a cell only when rejected ones are shown. */
  async #previewLabels(
    records: readonly DataRecord[],
    page: PageSurface,
    firstCell: number,
    showRefused: boolean,
  ): Promise<Result<readonly PreviewLabel[]>> {
    const labels: PreviewLabel[] = [];
    let cell = firstCell;
    for (const record of records) {
      if (cell === this.sheet.cells.length) break;
      const outcome = await this.#place(record, page, cell, showRefused);
      if (!outcome.ok) return outcome;
      const isShown = showRefused || outcome.value.verified;
      labels.push({ ...outcome.value, cell: isShown ? cell : null });
      if (isShown) cell++;
      if (!(await this.#mayContinue())) return err(problem('aborted'));
    }
    return ok(labels);
  }

  async #check(records: readonly DataRecord[]): Promise<Result<readonly RowCheck[]>> {
    const found: RowCheck[] = [];
    // Images do not depend on the row.
    const ofImages = imageProblems(this.#parts.library, this.#setup.template);
    for (const [index, record] of records.entries()) {
      const composed = await this.#pictured(record, () =>
        this.#composeRecord(withPicture(this.#setup.template, record), record, 0),
      );
      if (!composed.ok) return composed;
      this.#observe(record);
      const problems = [...composed.value.problems, ...ofImages];
      if (problems.length > 0) found.push({ index, row: record.row, problems });
      if (!(await this.#mayContinue())) return err(problem('aborted'));
    }
    return ok(found);
  }

  async #preflight(records: readonly DataRecord[], bare: UnprintableEdges): Promise<Result<readonly RowPreflight[]>> {
    const { template } = this.#setup;
    const { labels, painter } = this.#parts;
    const found: RowPreflight[] = [];
    const ofImages = imageProblems(this.#parts.library, template);
    let on: SheetGeometry | null = null;
    let read = createLabelReader(this.#pageParts(this.sheet));
    let aside = createAsideFindings(template, this.sheet, bare, { labels, offPage: painter.offPage });
    const readRecord = async (record: DataRecord): Promise<Result<Omit<RowPreflight, 'index' | 'row'>>> => {
      const composed = await this.#composeRecord(template, record, 0);
      if (!composed.ok) return composed;
      this.#observe(record);
      const label = withoutPlaceholders(composed.value);
      const sheet = this.#sheetOf(label);
      if (sheet !== (on ?? this.sheet)) {
        read = createLabelReader(this.#pageParts(sheet));
        aside = createAsideFindings(template, sheet, bare, { labels, offPage: painter.offPage });
      }
      on = sheet;
      const list = template.label.printBackground ? withBackground(label.list, template.label) : label.list;
      const paints = label.symbols.length > 0 || this.pictures !== null;
      if (paints && !(await this.#prepareImages(list))) return err(problem('aborted'));
      const reading = await read(list, label);
      if (!reading.ok) return reading;
      const unread = new Set(reading.value.problems.map(({ elementId }) => elementId));
      const extra = aside({ composed: label, list, unread }, record, this.#context(template));
      if (!extra.ok) return extra;
      const ofRow = this.pictures?.problems(label) ?? [];
      const problems = [...label.problems, ...ofImages, ...ofRow, ...reading.value.problems, ...extra.value.problems];
      return ok({ problems, warnings: [...label.warnings, ...reading.value.warnings, ...extra.value.warnings] });
    };
    for (const [index, record] of records.entries()) {
      const known = await this.#pictured(record, () => readRecord(record));
      if (!known.ok) return known;
      const { problems, warnings } = known.value;
      if (problems.length + warnings.length > 0) found.push({ index, row: record.row, problems, warnings });
      if (!(await this.#mayContinue())) return err(problem('aborted'));
    }
    return ok(found);
  }

  /** Does the work for a record while its pictures are in the library. */
  async #pictured<T>(record: DataRecord, work: () => Promise<T>): Promise<T> {
    if (this.pictures === null) return work();
    const release = await this.pictures.hold(record, this.#context(this.#setup.template));
    try {
      return await work();
    } finally {
      release();
    }
  }

  #place(record: DataRecord, page: PageSurface, cell: number, showRefused: boolean): Promise<Result<LabelOutcome>> {
    return this.#pictured(record, () => this.#placeRecord(record, page, cell, showRefused));
  }

  /**
   * Composes the record and paints it into the cell. A rejected label leaves no ink, unless rejected ones are shown.
   */
  async #placeRecord(
    record: DataRecord,
    page: PageSurface,
    cell: number,
    showRefused: boolean,
  ): Promise<Result<LabelOutcome>> {
    const { library } = this.#parts;
    const key = pictureKey(record);
    if (record.page === undefined || record.picture === undefined || key === null) {
      return this.#placeLabel(record, null, page, cell, showRefused);
    }
    const content = pictureContent(
      this.#findSymbols,
      record.picture,
      record.page.look.symbols,
      scaledDots(this.#setup),
    );
    const { width, height, grey } = content.picture;
    const takeBack = library.lend(key, { width, height, gray: grey, alpha: null });
    try {
      return await this.#placeLabel(record, content, page, cell, showRefused);
    } finally {
      takeBack();
    }
  }

  async #placeLabel(
    record: DataRecord,
    content: PictureContent | null,
    page: PageSurface,
    cell: number,
    showRefused: boolean,
  ): Promise<Result<LabelOutcome>> {
    const template = withPicture(this.#setup.template, record, content?.over);
    const { library } = this.#parts;
    const composed = await this.#composeRecord(template, record, cell);
    if (!composed.ok) return composed;
    const label = composed.value;
    if (label.problems.length > 0 && !showRefused) return ok(refusal(record, label));

    const list = template.label.printBackground ? withBackground(label.list, template.label) : label.list;
    if (!(await this.#prepareImages(list))) return err(problem('aborted'));
    const placed = await page.place(cell, list, label);
    if (!placed.ok) return placed;
    const found = verifyContent(record, content, placed.value, this.#setup, (symbol) =>
      page.readFound(cell, list, symbol),
    );
    const ofImages = [...imageProblems(library, template), ...(this.pictures?.problems(label) ?? [])];
    const problems = [...label.problems, ...ofImages, ...found.problems];
    if (problems.length > 0 && !showRefused) page.erase(cell);
    return ok({
      row: record.row,
      verified: problems.length === 0,
      symbols: found.symbols,
      problems,
      warnings: [...label.warnings, ...found.warnings],
    });
  }

  async #composeRecord(template: Template, record: DataRecord, cell: number): Promise<Result<ComposedLabel>> {
    const context = this.#context(template);
    const composed = await withFonts(
      this.#parts.fonts,
      () => composeInTurn(template, record, context, this.#yieldToMessages, this.#compose),
      this.#closed.signal,
    );
    if (!composed.ok) return composed;
    return ok(
      judgeOverflow(
        template,
        composed.value,
        { setup: this.#setup, sheet: this.#sheetOf(composed.value), cell },
        this.#parts.painter,
      ),
    );
  }

  #context(template: Template): LabelContext {
    const { dpi, calibration } = this.#setup;
    const { measure, library, painter } = this.#parts;
    const scale = calibration === undefined ? {} : { scale: calibration };
    const inkBelow: LabelContext['inkBelow'] = (item, yMm) => painter.inkBelowMm(item, yMm, dpi);
    const common = { measure, dpi, label: template.label, imageSize: library.size, now: this.#now, inkBelow, ...scale };
    return this.pictures === null ? common : { ...common, rowPicture: this.pictures.find };
  }

  /**
   * Makes the label's images black and white. False when the run was closed. Prints in tones do not need this: their
   * images are averaged band by band.
   */
  async #prepareImages(list: DisplayList): Promise<boolean> {
    if ((this.#setup.colour ?? 'bit') !== 'bit') return true;
    for (const _ of imageSteps(this.#parts.library, list)) {
      if (!(await this.#mayContinue())) return false;
    }
    return true;
  }

  /** The only place where a page becomes verified: all its labels are. The sheet can be reused immediately. */
  #takePage(): Result<Promise<VerifiedPage>> {
    const labels = this.#outcomes;
    if (labels.some((label) => !label.verified)) throw new Error('a refused label is on the page');
    this.#outcomes = [];
    this.#firstCell = 0;
    const picture = this.#page.take();
    if (!picture.ok) return picture;
    const { dpi, colour = 'bit' } = this.#setup;
    return ok(picture.value.then((made) => ({ ...made, dpi, colour, labels }) as unknown as VerifiedPage));
  }

  #discardPage(): void {
    this.#outcomes.forEach((_, i) => this.#page.erase(this.#firstCell + i));
    this.#outcomes = [];
    this.#firstCell = 0;
  }

  /** Handles messages from time to time; false when the run was closed. */
  async #mayContinue(): Promise<boolean> {
    const pause = this.#yieldToMessages();
    if (pause !== null) await pause;
    return !this.#closed.signal.aborted;
  }
}
