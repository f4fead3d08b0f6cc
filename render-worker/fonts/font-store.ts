import type { FontCollection, Typeface, TypefaceFontProvider } from 'canvaskit-wasm';
import type { FaceId } from '#model/elements/base/display-op.ts';
import { BUILT_IN_FONTS, type FontCatalog } from '#model/elements/base/font-catalog.ts';
import type { FontFace } from '#model/elements/base/fonts.ts';
import type { HyphenLanguage } from '#model/elements/base/hyphenation.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Skia } from '../skia/load.ts';
import { flushGlyphs } from '../skia/flush-glyphs.ts';
import { registerTypeface } from '../skia/register-typeface.ts';
import { withScope } from '../skia/scope.ts';
import { Hyphenator } from '../hyphenation/hyphenator.ts';
import { FaceChooser, type FaceChoice } from './face-choice.ts';
import { readGlyphNeighbours, type GlyphNeighbours } from './glyph-neighbours.ts';
import { resolveFaces, SPACE, type FaceStore, type ResolvedFaces } from './resolve-faces.ts';

/** A source of font files. */
export interface FontSource {
  /** The file's bytes (TTF, OTF). Rejects when it is not available. */
  read(face: FontFace, signal: AbortSignal): Promise<ArrayBuffer>;
  /**
   * Present in a source that has some fonts in parts: the part with a face's glyph for this code point, always the same
   * value for the same part. Null for a face that is not in parts.
   */
  partFor?(face: FontFace, code: number): FontFace | null;
}

/** A text and its style. */
export interface StyledText {
  readonly text: string;
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
}

interface LoadedFace {
  readonly face: FontFace;
  readonly typeface: Typeface;
  /** The name inside the file, by which shaping reports its runs. */
  readonly nameInFile: string;
  readonly verticalEm: { readonly ascent: number; readonly descent: number };
  readonly neighbours: GlyphNeighbours | null;
  readonly covered: Map<number, boolean>;
  /** When a text last requested it, by the store's own clock. */
  usedAt: number;
}

/**
 * Maximum loaded faces (specification 2, section 9), unless current layouts need more. Parts of fonts are not counted
 * and never dropped: all parts together are as large as their font.
 */
const MAX_FACES = 50;
/** When this many faces were dropped, their memory is freed. */
const DROPPED_AT_ONCE = 10;
/** A face that could not be read is requested again after this time. */
const RETRY_AFTER_MS = 5_000;
/** Timeout after which a face counts as failed. */
const READ_LIMIT_MS = 60_000;

interface Lacking {
  readonly wanted: Map<FaceId, FontFace>;
  readonly languages: Set<HyphenLanguage>;
  /** By what could not be read. */
  readonly failures: Map<FaceId, Problem>;
}

/** What shaped texts have lacked since the watch began or was last asked. */
export interface FontWatch {
  /** True when shaping met characters or words whose face or patterns are not loaded: call `loadWanted`, then shape again. */
  readonly hasWanted: boolean;
  /** The failure that texts met; null when they had all faces. */
  takeFailure(): Problem | null;
  /** Loads what shaping requested. The first failure is the problem; the rest is still loaded. */
  loadWanted(signal?: AbortSignal): Promise<Result<null>>;
  end(): void;
}

/**
 * The fonts of one Skia. A file is read when a text first needs it, so a Latin text never waits for ten megabytes of
 * Chinese. For each code point the faces of the chain are tried in order, and faces after the last one needed are not
 * used. So a layout does not depend on which other faces are loaded.
 */
export class FontStore {
  readonly #skia: Skia;
  readonly #source: FontSource;
  readonly #now: () => number;
  readonly #hyphenator: Hyphenator;
  #provider: TypefaceFontProvider;
  #collection: FontCollection | null = null;
  readonly #loaded = new Map<FaceId, LoadedFace>();
  readonly #loading = new Map<FaceId, Promise<Problem | null>>();
  readonly #failedAt = new Map<FaceId, number>();
  readonly #watches = new Set<Lacking>();
  readonly #ended = new AbortController();
  readonly #store: FaceStore = {
    fileFor: (face, code) => this.#source.partFor?.(face, code) ?? face,
    isLoaded: (file) => this.#loaded.has(file.id),
    isSettled: (file) => this.#loaded.has(file.id) || this.#hasFailed(file),
    covers: (file, code, character) => {
      const loaded = this.#loaded.get(file.id);
      return loaded !== undefined && covers(loaded, code, character);
    },
  };
  #chooser = new FaceChooser(BUILT_IN_FONTS);
  #version = 0;
  #clock = 0;
  /** The store's clock when the version last increased. A layout of this version may have any face used since then. */
  #versionAt = 0;
  #holds = 0;
  #dropped = 0;
  /** Faces that were dropped but that Skia's glyph cache still holds. */
  #lingering = 0;

  constructor(
    skia: Skia,
    source: FontSource,
    now: () => number = () => performance.now(),
    hyphenator: Hyphenator = new Hyphenator(),
  ) {
    this.#skia = skia;
    this.#hyphenator = hyphenator;
    this.#source = source;
    this.#now = now;
    this.#provider = skia.TypefaceFontProvider.Make();
  }

  /** Uses the families of this catalog for texts from now on. Loaded faces stay. */
  useCatalog(catalog: FontCatalog): void {
    this.#chooser = new FaceChooser(catalog);
    for (const { wanted } of this.#watches) wanted.clear();
    this.#rise();
  }

  /** Increases with each loaded face and each new catalog: texts shaped before may look different now. */
  get version(): number {
    return this.#version;
  }

  /** Increases when faces are dropped: objects derived from a typeface must be deleted then. */
  get dropped(): number {
    return this.#dropped;
  }

  /**
   * While held, no face is dropped, as is needed between laying out and painting. Call the returned function once to
   * release it.
   */
  hold(): () => void {
    this.#holds++;
    return () => {
      this.#holds--;
    };
  }

  /**
   * Notes what texts lack from now on. Each run and view has a watch of its own, because several shape texts in turn: what
   * one of them loads, the others may have lacked. Texts of others are noted as well, which costs no more than a repetition.
   */
  watch(): FontWatch {
    const lacking: Lacking = { wanted: new Map(), languages: new Set(), failures: new Map() };
    this.#watches.add(lacking);
    return {
      get hasWanted() {
        return lacking.wanted.size + lacking.languages.size > 0;
      },
      takeFailure: () => {
        const [failure] = lacking.failures.values();
        if (failure === undefined) return null;
        lacking.failures.clear();
        // Layouts without it must not be kept.
        this.#rise();
        return failure;
      },
      loadWanted: (signal) => {
        const faces = [...lacking.wanted.values()];
        const languages = [...lacking.languages];
        lacking.wanted.clear();
        lacking.languages.clear();
        return this.#loadAll(faces, languages, signal);
      },
      end: () => void this.#watches.delete(lacking),
    };
  }

  /** Records the faces that a text needs; the text measure calls it for each new text. */
  want(faces: readonly FontFace[]): void {
    for (const { wanted } of this.#watches) for (const face of faces) wanted.set(face.id, face);
  }

  /** Records that a text was shaped without a file that recently could not be read. */
  noteFailure(file: FontFace): void {
    for (const { failures } of this.#watches) failures.set(file.id, loadFailed(file));
  }

  /** Where a word may be hyphenated, in UTF-16 units. Patterns that are not loaded are recorded like faces. */
  hyphens(word: string, language: HyphenLanguage): readonly number[] {
    const places = this.#hyphenator.places(word, language);
    if (places !== null) return places;
    const failedAt = this.#failedAt.get(patternsId(language));
    const hasFailed = failedAt !== undefined && this.#now() - failedAt < RETRY_AFTER_MS;
    for (const { languages, failures } of this.#watches) {
      if (hasFailed) failures.set(patternsId(language), PATTERNS_FAILED);
      else languages.add(language);
    }
    return [];
  }

  /** Loads the faces that these texts need, and no others. */
  async ensure(texts: Iterable<StyledText>, signal?: AbortSignal): Promise<Result<null>> {
    const list = [...texts];
    for (;;) {
      const wanted = new Map<FaceId, FontFace>();
      for (const { text, family, bold, italic } of list) {
        for (const face of this.resolve(text, family, bold, italic).wanted) wanted.set(face.id, face);
      }
      if (wanted.size === 0) return ok(null);
      const result = await this.#loadAll([...wanted.values()], [], signal);
      if (!result.ok) return result;
    }
  }

  /** The fallback family for a family missing in the catalog; null for a family that the catalog has. */
  fallback(family: string): string | null {
    return this.#chooser.fallback(family);
  }

  /** The faces of the chain that provide the text's characters, and those that must be loaded first. */
  resolve(text: string, family: string, bold: boolean, italic: boolean): ResolvedFaces {
    const resolved = resolveFaces(text, this.#chooser.chain(family, bold, italic), this.#store);
    for (const { face } of resolved.faces) {
      const loaded = this.#loaded.get(face.id);
      if (loaded !== undefined) loaded.usedAt = ++this.#clock;
    }
    return resolved;
  }

  /** The first face of the chain if it is a single file and loaded: the only one of a text whose characters it has. */
  firstLoaded(family: string, bold: boolean, italic: boolean): FaceChoice | null {
    const [choice] = this.#chooser.chain(family, bold, italic);
    const loaded = choice === undefined ? undefined : this.#loaded.get(choice.face.id);
    if (choice === undefined || loaded === undefined || choice.face.only !== undefined) return null;
    if (this.#store.fileFor(choice.face, SPACE) !== choice.face) return null;
    loaded.usedAt = ++this.#clock;
    return choice;
  }

  /** The face's glyphs; null when it is not loaded. Owned by the store. */
  typeface(id: FaceId): Typeface | null {
    return this.#loaded.get(id)?.typeface ?? null;
  }

  /**
   * The file of a loaded face, read again: Skia keeps the only copy, and only exports need another. Problems:
   * `font.loadFailed`, `aborted`.
   */
  async bytes(id: FaceId, signal?: AbortSignal): Promise<Result<Uint8Array<ArrayBuffer>>> {
    const loaded = this.#loaded.get(id);
    if (loaded === undefined) return err(problem('font.loadFailed', { font: this.familyOf(id) }));
    const limits = [this.#ended.signal, AbortSignal.timeout(READ_LIMIT_MS), ...(signal === undefined ? [] : [signal])];
    try {
      return ok(new Uint8Array(await this.#source.read(loaded.face, AbortSignal.any(limits))));
    } catch {
      return err(signal?.aborted === true ? problem('aborted') : loadFailed(loaded.face));
    }
  }

  /** The face's family name, as users know it. */
  familyOf(id: FaceId): string {
    return this.#loaded.get(id)?.face.family ?? id;
  }

  /** The face's name in shaped runs. */
  nameInFile(id: FaceId): string | null {
    return this.#loaded.get(id)?.nameInFile ?? null;
  }

  /** The face's extent above and below the baseline, both positive, for an em of 1. */
  verticalEm(id: FaceId): { readonly ascent: number; readonly descent: number } | null {
    return this.#loaded.get(id)?.verticalEm ?? null;
  }

  /** True when these are the glyphs of the text's characters, and when the font lets each depend only on the next. */
  isPlain(id: FaceId, text: string, glyphs: Uint16Array): boolean {
    const loaded = this.#loaded.get(id);
    if (loaded === undefined || loaded.neighbours === null) return false;
    const own = loaded.typeface.getGlyphIDs(text);
    const { neighbours } = loaded;
    return own.every((glyph, i) => glyph !== 0 && glyph === glyphs[i] && neighbours.plain(glyph, own[i + 1] ?? 0));
  }

  /** All loaded faces for the paragraph builder, each under its `FaceId` as family name. Owned by the store. */
  collection(): FontCollection {
    if (this.#collection === null) {
      this.#collection = this.#skia.FontCollection.Make();
      this.#collection.setDefaultFontManager(this.#provider);
    }
    return this.#collection;
  }

  dispose(): void {
    this.#ended.abort();
    for (const { typeface } of this.#loaded.values()) typeface.delete();
    this.#loaded.clear();
    this.#collection?.delete();
    this.#collection = null;
    this.#provider.delete();
  }

  #hasFailed(file: FontFace): boolean {
    const failedAt = this.#failedAt.get(file.id);
    return failedAt !== undefined && this.#now() - failedAt < RETRY_AFTER_MS;
  }

  async #loadAll(
    faces: readonly FontFace[],
    languages: readonly HyphenLanguage[],
    signal: AbortSignal | undefined,
  ): Promise<Result<null>> {
    if (signal?.aborted === true) return err(problem('aborted'));
    this.#makeRoom(faces.filter((face) => face.part === undefined && !this.#loaded.has(face.id)).length);
    const all = Promise.all([
      ...faces.map((face) => this.#load(face)),
      ...languages.map((language) => this.#loadPatterns(language)),
    ]);
    const problems = signal === undefined ? await all : await Promise.race([all, aborted(signal)]);
    if (problems === null) return err(problem('aborted'));
    const first = problems.find((p) => p !== null);
    return first === undefined ? ok(null) : err(first);
  }

  /** Layouts that were made without something must not be kept: increases the version. */
  outdateLayouts(): void {
    this.#rise();
  }

  async #loadPatterns(language: HyphenLanguage): Promise<Problem | null> {
    const id = patternsId(language);
    try {
      await this.#hyphenator.load(language);
      this.#failedAt.delete(id);
      return null;
    } catch {
      this.#failedAt.set(id, this.#now());
      return PATTERNS_FAILED;
    } finally {
      // Layouts made meanwhile lack them and must not be kept.
      this.#rise();
    }
  }

  #rise(): void {
    this.#version++;
    this.#versionAt = this.#clock;
  }

  /**
   * Drops the least recently used faces. Faces used since the version increased stay, however many they are: layouts of
   * this version have them, and they would be requested again immediately.
   */
  #makeRoom(coming: number): void {
    const whole = [...this.#loaded.values()].filter(({ face }) => face.part === undefined);
    const tooMany = whole.length + coming - MAX_FACES;
    if (tooMany <= 0 || this.#holds > 0) return;
    const idle = whole.filter((face) => face.usedAt <= this.#versionAt);
    const leaving = idle.sort((a, b) => a.usedAt - b.usedAt).slice(0, tooMany);
    if (leaving.length === 0) return;
    for (const { face } of leaving) this.#loaded.delete(face.id);
    // A provider can't forget a typeface, so a new one is made.
    const provider = this.#skia.TypefaceFontProvider.Make();
    for (const { face, typeface } of this.#loaded.values()) {
      registerTypeface(this.#skia, provider, typeface, face.id);
    }
    this.#collection?.delete();
    this.#collection = null;
    this.#provider.delete();
    this.#provider = provider;
    for (const { typeface } of leaving) typeface.delete();
    this.#dropped++;
    this.#lingering += leaving.length;
    const [kept] = this.#loaded.values();
    if (this.#lingering < DROPPED_AT_ONCE || kept === undefined) return;
    flushGlyphs(this.#skia, kept.typeface);
    this.#lingering = 0;
  }

  /** Loads a face. Concurrent callers share one read, which continues when one of them aborts. */
  #load(face: FontFace): Promise<Problem | null> {
    if (this.#loaded.has(face.id)) return Promise.resolve(null);
    let loading = this.#loading.get(face.id);
    if (loading === undefined) {
      loading = this.#read(face).finally(() => this.#loading.delete(face.id));
      this.#loading.set(face.id, loading);
    }
    return loading;
  }

  async #read(face: FontFace): Promise<Problem | null> {
    try {
      const limit = AbortSignal.any([this.#ended.signal, AbortSignal.timeout(READ_LIMIT_MS)]);
      const bytes = await this.#source.read(face, limit);
      if (this.#ended.signal.aborted) return problem('aborted');
      const typeface = this.#skia.Typeface.MakeTypefaceFromData(bytes);
      if (typeface !== null) {
        registerTypeface(this.#skia, this.#provider, typeface, face.id);
        this.#loaded.set(face.id, {
          face,
          typeface,
          nameInFile: typeface.getFamilyName(),
          verticalEm: verticalEm(this.#skia, typeface),
          neighbours: readGlyphNeighbours(bytes),
          covered: new Map(),
          usedAt: ++this.#clock,
        });
        this.#failedAt.delete(face.id);
        // A collection remembers families that it did not find, so a new one is made.
        this.#collection?.delete();
        this.#collection = null;
        this.#rise();
        return null;
      }
    } catch (cause) {
      // A crash of Skia is not a missing file: nothing works after it, and its owner must be notified.
      if (cause instanceof WebAssembly.RuntimeError) throw cause;
    }
    this.#failedAt.set(face.id, this.#now());
    // Layouts made while it was being read lack it and must not be kept.
    this.#rise();
    return loadFailed(face);
  }
}

const PATTERNS_FAILED = problem('hyphenation.loadFailed');

/** Patterns fail and are requested again like faces. */
function patternsId(language: HyphenLanguage): FaceId {
  return `hyphenation/${language}`;
}

function loadFailed({ family }: FontFace): Problem {
  return problem('font.loadFailed', { font: family });
}

function covers(face: LoadedFace, code: number, character: string): boolean {
  let covered = face.covered.get(code);
  if (covered === undefined) {
    covered = face.typeface.getGlyphIDs(character).every((glyph) => glyph !== 0);
    face.covered.set(code, covered);
  }
  return covered;
}

function verticalEm(skia: Skia, typeface: Typeface): LoadedFace['verticalEm'] {
  return withScope((scope) => {
    const size = 128;
    const { ascent, descent } = scope.own(new skia.Font(typeface, size)).getMetrics();
    return { ascent: -ascent / size, descent: descent / size };
  });
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}
