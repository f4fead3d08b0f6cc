/** Runs the product's steps for an added font on each received font: see `hostile-fonts.test.ts`. */
import { parentPort } from 'node:worker_threads';
import { fixedText } from '#model/elements/base/content.ts';
import { withAddedFonts } from '#model/elements/base/font-catalog.ts';
import { BrokenFontError } from '#render-worker/export/font-file.ts';
import { inspectFont } from '#render-worker/fonts/inspect-font.ts';
import { createExportFixture, onePage } from '#tests/export/create-vector-page.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';

export interface FontQuestion {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** Result of each step: `ok`, a problem's code, or the exception. */
export type FontSteps = Readonly<Record<'inspect' | 'paint' | 'pdf' | 'svg', string>>;

const starting = createExportFixture();

parentPort?.on('message', (question: FontQuestion) => {
  void use(question).then((steps) => parentPort?.postMessage(steps, []));
});

async function use({ bytes, file }: FontQuestion): Promise<FontSteps> {
  const fixture = await starting;
  const inspected = inspectFont(fixture.skia, bytes);
  fixture.fonts.useCatalog(withAddedFonts([{ family: 'Hostile', weight: 400, italic: false, file }]));
  const text = createTestElement('text', { sources: [fixedText('AVA fi ffi Label 42')], fontFamily: 'Hostile' });
  const label = createTestTemplate([text], { widthMm: 60, heightMm: 12 });
  return {
    inspect: inspected.ok ? 'ok' : inspected.error.code,
    paint: await outcomeOf(async () => {
      fixture.gray(await fixture.list(label, 300), 300);
    }),
    pdf: await outcomeOf(async () => fixture.pdf([onePage(await fixture.list(label, 300))])),
    svg: await outcomeOf(async () => fixture.svg(onePage(await fixture.list(label, 300)))),
  };
}

async function outcomeOf(step: () => Promise<unknown>): Promise<string> {
  try {
    await step();
    return 'ok';
  } catch (cause) {
    if (cause instanceof WebAssembly.RuntimeError) throw cause;
    // The fixture throws the problems of its steps.
    const isRefused = cause instanceof BrokenFontError || String(cause).includes('font.loadFailed');
    return isRefused ? 'font.loadFailed' : String(cause);
  }
}
