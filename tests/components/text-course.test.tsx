import { describe, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { AttributePanel } from '#app/editor/panels/AttributePanel.tsx';
import { createTestElement } from '#tests/support/create-elements.ts';
import { COMPONENT_HANDS } from '#tests/support/component-hand.ts';
import { mountInEditor, type MountedEditor } from '#tests/support/mounted-editor.tsx';

const field = (label: string): Locator => page.getByLabelText(label, { exact: true });
const directions = (): Locator => page.getByRole('radiogroup', { name: 'Writing direction', exact: true });
const FIELDS = ['TextCourse', 'ArcAngle', 'TextFit', 'FlagFold', 'FlagGap'] as const;

function boxOf({ session }: MountedEditor): { readonly width: number; readonly height: number } {
  const [element] = session.editor.state().template.elements;
  return { width: element?.widthMm ?? NaN, height: element?.heightMm ?? NaN };
}

describe.each(COMPONENT_HANDS)('with the $name', (hand) => {
  test('bends a text along an arc and a circle with room for it, stacks its letters and straightens it', async () => {
    const text = createTestElement('text', { widthMm: 30, heightMm: 5, fontSize: 16, fit: 'condense' });
    const mounted = await mountInEditor(<AttributePanel />, [text]);
    const { inFile } = mounted;
    await hand.pick(directions(), 'Arc at the top');
    // Glyphs on an arc keep their width.
    expect(inFile(...FIELDS)).toEqual({ TextCourse: 'ArcTop', TextFit: '1' });
    expect(boxOf(mounted).height).toBeGreaterThan(8);
    await expect.element(field('Wrap lines automatically')).not.toBeInTheDocument();
    await hand.type(field('Arc angle'), '200');
    expect(inFile('ArcAngle')).toEqual({ ArcAngle: '200' });
    await hand.press(page.getByRole('button', { name: 'Full circle' }));
    expect(inFile(...FIELDS)).toEqual({ TextCourse: 'ArcTop', ArcAngle: '360', TextFit: '1' });
    const circle = boxOf(mounted);
    // The line keeps its length: 30 mm around the inner edge.
    expect(circle.width).toBeCloseTo(circle.height, 2);
    expect(circle.width).toBeCloseTo(30 / Math.PI + 2 * 4.8, 0);
    await hand.pick(directions(), 'Arc at the bottom');
    await hand.pick(directions(), 'Stacked letters');
    expect(inFile(...FIELDS)).toEqual({ TextCourse: 'Stacked', ArcAngle: '360', TextFit: '1' });
    await expect.element(field('Arc angle')).not.toBeInTheDocument();
    await hand.pick(directions(), 'Horizontal');
    expect(inFile('TextCourse', 'TextArrange')).toEqual({ TextArrange: '0' });
    await expect.element(field('Wrap lines automatically')).toBeInTheDocument();
  });

  test('prints a text on both sides of a flag, in a box with room for both, and on one side again', async () => {
    const text = createTestElement('text', { widthMm: 30, heightMm: 5, fit: 'shrink' });
    const mounted = await mountInEditor(<AttributePanel />, [text]);
    const { inFile } = mounted;
    const fold = page.getByRole('combobox', { name: 'Cable flag' });
    await hand.choose(fold, 'Fold below');
    expect(inFile(...FIELDS)).toEqual({ TextFit: '1', FlagFold: 'Below' });
    expect(boxOf(mounted)).toEqual({ width: 30, height: 22 });
    await hand.type(field('Fold gap'), '8');
    expect(inFile(...FIELDS)).toEqual({ TextFit: '1', FlagFold: 'Below', FlagGap: '8' });
    expect(boxOf(mounted)).toEqual({ width: 30, height: 18 });
    await hand.choose(fold, 'Fold at the right');
    expect(boxOf(mounted)).toEqual({ width: 68, height: 5 });
    await hand.choose(fold, 'Off');
    expect(inFile(...FIELDS)).toEqual({ TextFit: '1', FlagGap: '8' });
    expect(boxOf(mounted)).toEqual({ width: 30, height: 5 });
    await expect.element(field('Fold gap')).not.toBeInTheDocument();
  });

  test('bends texts and times together', async () => {
    const texts = [createTestElement('text', {}), createTestElement('timeText', { name: 'Now' })];
    const { session } = await mountInEditor(<AttributePanel />, texts);
    await hand.pick(directions(), 'Arc at the bottom');
    const courses = [...session.editor.state().template.elements].map((element) =>
      'course' in element ? element.course : null,
    );
    expect(courses).toEqual(['arcBottom', 'arcBottom']);
  });
});
