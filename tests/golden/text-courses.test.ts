import { afterAll, beforeAll, describe, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { createPrintFixture } from '../print/create-print-core-fixture.ts';
import { createTestElement } from '../support/create-elements.ts';
import { expectGoldens, writeGoldenPng, WRITING } from './golden-file.ts';
import { goldenPage, goldenTemplate } from './golden-page.ts';

/** Labels at 203 and 300 dpi are enough: letters turn the same at more. */
const DPIS = [203, 300];

const SCRIPTS: Readonly<Record<string, string>> = {
  latin: 'Café Zürich, fine words',
  chinese: '有限公司合同专用章标签',
  arabic: 'مرحبا بالعالم العربي',
  thai: 'น้ำตาลทรายขาวที่ดี',
  hindi: 'क्षत्रिय शक्ति हिन्दी',
  mixed: 'No. 12 标签 ярлык عربي',
};
/** For places with room for a few letters. */
const SHORT: typeof SCRIPTS = {
  latin: 'Café fi\nOPEN',
  chinese: '合同专用章',
  arabic: 'مرحبا\nبكم',
  thai: 'น้ำตาลที่',
  hindi: 'हिन्दी',
  mixed: 'A1 标ярعر',
};

const ROUND = { fontSize: 15, xMm: 4, yMm: 1, widthMm: 28, heightMm: 28 };
const MODES: Readonly<Record<string, Partial<TextElement>>> = {
  'top arc': { course: 'arcTop', fontSize: 14, widthMm: 36, heightMm: 24, align: 'center' },
  'bottom arc': { course: 'arcBottom', fontSize: 14, widthMm: 36, heightMm: 24, align: 'center' },
  circle: { course: 'arcTop', arcDegrees: 360, ...ROUND },
  'spread circle': { course: 'arcTop', arcDegrees: 360, align: 'stretch', ...ROUND, underline: true },
  'fitted bottom circle': { course: 'arcBottom', arcDegrees: 300, fit: 'resize', ...ROUND, antiMirror: true },
  stacked: { course: 'stacked', fit: 'resize', widthMm: 10, heightMm: 28, yMm: 1, align: 'center' },
  'flag with a fold below': { flagFold: 'below', flagGapMm: 4, fit: 'shrink', widthMm: 36, heightMm: 20 },
  'flag with a fold at the right': { flagFold: 'right', flagGapMm: 4, fit: 'shrink', widthMm: 38, heightMm: 8 },
};

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});
afterAll(() => core.dispose());

function createText(text: string, fields: Partial<TextElement>): TextElement {
  const start: TextElement = { ...createTestElement('text'), id: 'GOLDEN01' as ElementId, name: 'Golden' };
  return { ...start, xMm: 2, yMm: 4, sources: [fixedText(text)], arcDegrees: 160, ...fields };
}

describe.each(Object.keys(MODES))('%s', (mode) => {
  test('a text of each script is printed to exactly the expected dots', async () => {
    const subject = `course ${mode}`.replaceAll(' ', '-');
    const texts = mode === 'stacked' || mode.endsWith('right') ? SHORT : SCRIPTS;
    const painted: Record<string, string[]> = {};
    for (const [script, text] of Object.entries(texts)) {
      const element = createText(text, MODES[mode] ?? {});
      const straight = createText(text, { ...MODES[mode], course: 'straight', flagFold: 'none' });
      for (const [name, one] of [
        [script, element],
        [`${script} straight`, straight],
      ] as const) {
        const pages = [];
        for (const dpi of DPIS) pages.push(await goldenPage(core, goldenTemplate([one]), dpi));
        painted[name] = pages.map((page) => page.hash);
      }
    }
    if (WRITING) {
      const all = Object.values(texts).map((text, i) => {
        const element = createText(text, MODES[mode] ?? {});
        return {
          ...element,
          id: `${i}` as ElementId,
          xMm: element.xMm + 40 * (i % 3),
          yMm: element.yMm + 30 * Math.floor(i / 3),
        };
      });
      writeGoldenPng(subject, (await goldenPage(core, goldenTemplate(all, { widthMm: 120, heightMm: 60 }), 203)).png);
    }
    expectGoldens(
      subject,
      painted,
      Object.keys(texts).map((name) => ({ name, differsFrom: `${name} straight` })),
    );
  });
});
