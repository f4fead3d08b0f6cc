import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createEditor } from '#editor/create-editor.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import { expectOk } from '#model/kernel/result.ts';
import { composeLabel } from '#model/page/compose.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import type { Template } from '#model/template/template.ts';
import type { ViewState } from '#protocol/render.ts';
import { fromViewChange, toViewChange } from '#protocol/view-change.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { createRandom } from '#tests/editor/create-test-editor.ts';
import { anyDeeds, DEEDS, startingElements, STARTING_ASSETS } from '#tests/editor/random-deeds.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createScreen } from './painted-screen.ts';
import { createSkiaFixture, type SkiaFixture } from './skia-fixture.ts';

/** `npm run fuzz` makes a thousand. */
const SEQUENCES = Number(process.env['RANDOM_EDITS'] ?? 40);
const LONGEST = 200;
const WIDTH = 420;
const HEIGHT = 330;
/** At an odd scale and position, so that every edge is between pixels. */
const STATE: ViewState = {
  viewport: { widthPx: WIDTH, heightPx: HEIGHT, pxPerMm: 3.7, originXPx: 21.3, originYPx: 17.6 },
  dpi: 300,
  record: { ...NO_RECORD, language: 'zh' },
  surroundings: '#ebecea',
};
/** A fixed time: texts that show it are the same in both pictures. */
const NOW = localTimeAt();

/** Ensures that every letter of the edits is loaded before the first picture. */
async function loadFonts({ fonts, measure }: SkiaFixture): Promise<void> {
  const elements: LabelElement[] = [...startingElements()];
  for (const bold of [false, true]) {
    for (const italic of [false, true]) elements.push(createTestElement('text', { bold, italic }));
  }
  const template = createTestTemplate(elements);
  const imageSize = (): null => null;
  const context = { measure, dpi: 300, label: template.label, imageSize, now: NOW };
  expectOk(await withFonts(fonts, () => composeLabel(template, NO_RECORD, context)));
}

describe('random edits', () => {
  let fixture: SkiaFixture;
  beforeAll(async () => {
    fixture = await createSkiaFixture();
    await loadFonts(fixture);
  });

  test(
    'leave the picture of a full repaint, and a file with all of them',
    () => {
      let painted = 0;
      fc.assert(
        fc.property(anyDeeds(LONGEST), (deeds) => {
          const template: Template = { ...createTestTemplate(startingElements()), assets: STARTING_ASSETS };
          const editor = createEditor({ template, random: createRandom(1) });
          editor.setCanvasSize(1000, 700);
          const live = createScreen(fixture, () => NOW);
          const fresh = createScreen(fixture, () => NOW);
          try {
            live.view.show(STATE);
            live.view.reset(0, template);
            fresh.view.show(STATE);
            editor.onChange((change, from, to) => {
              // As it is transferred to the worker.
              const sent = structuredClone(toViewChange(change));
              const arrived = fromViewChange(sent, (id) => live.view.element(id));
              if (arrived === null) throw new Error('it updates what is not there');
              expect(arrived).toEqual(change);
              expect(live.view.change(from, to, arrived)).toBe('applied');
            });
            let seen = editor.state().revision;
            deeds.forEach(([which, n], i) => {
              DEEDS[which]?.(editor, n);
              const { template: now, revision } = editor.state();
              if (revision === seen) return;
              seen = revision;
              fresh.view.reset(revision, now);
              painted++;
              const differing = differences(Buffer.from(live.screen.buffer), Buffer.from(fresh.screen.buffer));
              if (differing > 0) throw new Error(`after deed ${i} (${which}, ${n}) ${differing} pixels differ`);
              expect(readTemplate(writeTemplate(now))).toEqual({ ok: true, value: withUsedAssets(now) });
            });
          } finally {
            live.view.dispose();
            fresh.view.dispose();
          }
        }),
        { numRuns: SEQUENCES },
      );
      expect(painted).toBeGreaterThan(SEQUENCES);
    },
    Math.max(120_000, SEQUENCES * 10_000),
  );
});

/** The file has the used images. */
function withUsedAssets(template: Template): Template {
  const used = template.elements.some((element) => element.type === 'image');
  return used ? template : { ...template, assets: new Map() };
}

function differences(a: Buffer, b: Buffer): number {
  if (a.equals(b)) return 0;
  let count = 0;
  for (let i = 0; i < Math.max(a.length, b.length); i += 4) {
    if (a.readUInt32LE(i) !== b.readUInt32LE(i)) count++;
  }
  return count;
}
