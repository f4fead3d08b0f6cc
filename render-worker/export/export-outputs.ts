import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import { addBitmapPage } from '#model/page/bitmap-pdf.ts';
import { PdfBody } from '#model/page/pdf-body.ts';
import type { VerifiedPage } from '#protocol/render.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import { pngImageData } from '#model/page/png-image-data.ts';
import type { FaceFiles } from './face-files.ts';
import { VectorPdf } from './export-pdf.ts';
import { pageToSvg } from './export-svg.ts';
import type { VectorComposer } from './vector-composer.ts';

/** A verified page with its sources. */
export interface MadePage {
  readonly page: VerifiedPage;
  /** Those of the page's labels, in cell order. */
  readonly records: readonly DataRecord[];
  /** The cell of the first of them; the others follow. */
  readonly firstCell: number;
}

/** Makes files of verified pages, one after the other. */
export interface ExportOutput {
  add(made: MadePage, signal: AbortSignal): Promise<Result<null>>;
  /** Ends the file after the last page. There was at least one. */
  end(): Promise<void>;
  /** The bytes made since the last call. */
  take(): Uint8Array[];
}

/** Additional inputs of vector outputs. */
export interface VectorOutputParts {
  readonly composer: VectorComposer;
  readonly files: FaceFiles;
  readonly library: ImageLibrary;
  /** Title of an SVG. */
  readonly title: string;
}

/** A PNG or bare pixels for each page: the page's own picture. */
export function createPictureOutput(): ExportOutput {
  const made = new Pieces();
  return {
    add({ page }) {
      made.push(page.png);
      return Promise.resolve(ok(null));
    },
    end: () => Promise.resolve(),
    take: () => made.take(),
  };
}

/** One PDF with the bits of all pages. */
export function createBitmapPdfOutput(): ExportOutput {
  const made = new Pieces();
  const body = new PdfBody(made.write);
  let started = false;
  return {
    async add({ page }) {
      if (!started) await body.start();
      started = true;
      await addBitmapPage(body, { ...page, compressed: pngImageData(page.png), copies: 1 });
      return ok(null);
    },
    end: () => body.end(),
    take: () => made.takeJoined(),
  };
}

/** One PDF with shapes and text. */
export function createVectorPdfOutput({ composer, files, library }: VectorOutputParts): ExportOutput {
  const made = new Pieces();
  const pdf = new VectorPdf(made.write, files, library);
  let started = false;
  return {
    async add({ records, firstCell }, signal) {
      if (!started) await pdf.start();
      started = true;
      return composer.page(records, firstCell, signal, async (page) => {
        const opened = await files.open(page, signal);
        if (!opened.ok) return opened;
        const packed = files.notEmbeddable(page);
        if (packed !== null) return err(problem('font.loadFailed', { font: packed }));
        await pdf.add(page);
        return opened;
      });
    },
    end: () => pdf.end(),
    take: () => made.takeJoined(),
  };
}

/** An SVG for each page. */
export function createSvgOutput({ composer, files, library, title }: VectorOutputParts): ExportOutput {
  const made = new Pieces();
  return {
    add({ records, firstCell }, signal) {
      return composer.page(records, firstCell, signal, async (page) => {
        const opened = await files.open(page, signal);
        if (opened.ok) made.push(new TextEncoder().encode(pageToSvg(page, title, files, library)));
        return opened;
      });
    },
    end: () => Promise.resolve(),
    take: () => made.take(),
  };
}

class Pieces {
  #pieces: Uint8Array[] = [];

  /** A function in the form of asynchronous writers. */
  readonly write = (bytes: Uint8Array): Promise<void> => {
    this.push(bytes);
    return Promise.resolve();
  };

  push(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
  }

  take(): Uint8Array[] {
    const taken = this.#pieces;
    this.#pieces = [];
    return taken;
  }

  /** All pieces joined to one, or none at all. */
  takeJoined(): Uint8Array[] {
    const taken = this.take();
    if (taken.length === 0) return [];
    const joined = new Uint8Array(taken.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of taken) {
      joined.set(piece, at);
      at += piece.length;
    }
    return [joined];
  }
}
