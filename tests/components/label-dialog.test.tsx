import { describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import type { AssetKey } from '#model/kernel/ids.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import type { Asset, LabelSettings } from '#model/template/template.ts';
import type { Services } from '#app/state/services.tsx';
import { LabelDialog, type LabelDialogProps } from '#app/library/new-label/LabelDialog.tsx';
import { chooseFileBy, createPlainPng } from '#tests/support/answer-file-chooser.ts';
import { COMPONENT_HANDS } from '#tests/support/component-hand.ts';
import { createTestServices, mountApp, type MountOptions } from '#tests/support/mounted-app.tsx';

interface Confirmed {
  readonly settings: LabelSettings;
  readonly images: ReadonlyMap<AssetKey, Asset>;
}

const field = (label: string): Locator => page.getByLabelText(label, { exact: true });
/** Icons are part of some of the names. */
const button = (name: string): Locator => page.getByRole('button', { name: new RegExp(`${name}$`) });
const valueOf = (label: string): string => (field(label).element() as HTMLInputElement).value;

/** The confirmed value and the number of cancellations. */
async function mountDialog(
  props: Partial<LabelDialogProps> = {},
  options: MountOptions = {},
): Promise<{ confirmed: Confirmed[]; cancels: () => number }> {
  const confirmed: Confirmed[] = [];
  let cancels = 0;
  await mountApp(
    <LabelDialog
      open
      mode="set"
      initial={createLabelSettings('Label')}
      onCancel={() => cancels++}
      onConfirm={(settings, images) => confirmed.push({ settings, images })}
      {...props}
    />,
    createTestServices(options),
  );
  await expect.element(field('Name')).toBeVisible();
  return { confirmed, cancels: () => cancels };
}

describe.each(COMPONENT_HANDS)('with the $name', (hand) => {
  test('shows sizes in both units, accepts a common size, and confirms nothing when it is canceled', async () => {
    const { confirmed, cancels } = await mountDialog();
    await hand.type(field('Name'), 'Thrown away');
    const widthMm = Number(valueOf('Width'));
    const units = page.getByRole('radiogroup', { name: 'Unit' });
    await hand.pick(units, 'inch');
    await expect.poll(() => Number(valueOf('Width'))).toBeCloseTo(widthMm / 25.4, 3);
    await hand.pick(units, 'mm');
    await hand.press(page.getByRole('combobox', { name: 'Size or part number' }));
    // Typing filters the long list.
    await userEvent.keyboard('50 × 30 mm{Enter}');
    await expect.poll(() => [valueOf('Width'), valueOf('Height')]).toEqual(['50', '30']);
    await hand.press(button('Cancel'));
    await expect.poll(cancels).toBe(1);
    expect(confirmed).toEqual([]);
  });

  test('an emptied height in inches becomes the 80 mm of a new label', async () => {
    const { confirmed } = await mountDialog();
    await hand.pick(page.getByRole('radiogroup', { name: 'Unit' }), 'inch');
    await hand.type(field('Height'), '');
    await expect.poll(() => valueOf('Height')).toBe('3.15');
    // The unit is kept for the next label.
    await hand.pick(page.getByRole('radiogroup', { name: 'Unit' }), 'mm');
    await hand.press(button('Apply'));
    await expect.poll(() => confirmed[0]?.settings.heightMm).toBe(80);
  });

  test('accepts numbers by typing and stepping, and two backgrounds of which one is selected', async () => {
    const { confirmed } = await mountDialog();
    await hand.type(field('Name'), 'Named');
    await expect.element(field('Columns')).not.toBeInTheDocument();
    await hand.press(button('Several labels on a sheet'));
    const typed = {
      Width: '60',
      Height: '40',
      Columns: '2',
      Rows: '3',
      'Column spacing': '4',
      'Row spacing': '5',
      Left: '6',
      Right: '7',
      Top: '8',
      Bottom: '9',
    };
    for (const [label, number] of Object.entries(typed)) {
      await hand.type(field(label), number);
      await hand.stepUp(field(label));
    }
    await chooseFileBy(() => hand.press(button('Upload')), 'one.png', await createPlainPng(40, 32, 'red'));
    await expect.element(button('Add another')).toBeEnabled();
    await chooseFileBy(() => hand.press(button('Add another')), 'two.png', await createPlainPng(40, 32, 'blue'));
    const thumbs = page.getByRole('radiogroup', { name: 'Backgrounds' });
    await expect.element(thumbs.getByRole('radio', { name: 'Background 2', checked: true })).toBeVisible();
    await hand.pick(thumbs, 'Background 1');
    await expect.element(thumbs.getByRole('radio', { name: 'Background 1', checked: true })).toBeVisible();
    const prints = page.getByRole('checkbox', { name: 'Print the background' });
    const printed = (prints.element() as HTMLInputElement).checked;
    await hand.press(prints);
    await hand.press(button('Apply'));
    const { settings, images } = confirmed[0] ?? expect.fail('nothing was confirmed');
    expect(settings).toMatchObject({
      name: 'Named',
      widthMm: 61,
      heightMm: 41,
      columns: 3,
      rows: 4,
      columnSpacingMm: 5,
      rowSpacingMm: 6,
      printBackground: !printed,
    });
    expect(images.size).toBe(2);
    expect(settings.canvases).toEqual([...images.keys()]);
  });

  test('fills the whole sheet from a part number, and names its grid while the fields are collapsed', async () => {
    const { confirmed } = await mountDialog();
    await hand.press(page.getByRole('combobox', { name: 'Size or part number' }));
    await userEvent.keyboard('hisago opl902{Enter}');
    await expect.poll(() => [valueOf('Width'), valueOf('Height')]).toEqual(['36', '12']);
    await expect.element(page.getByRole('button', { name: 'Several labels on a sheet 4 × 15' })).toBeVisible();
    await hand.press(button('Apply'));
    expect(confirmed[0]?.settings).toMatchObject({
      widthMm: 36,
      heightMm: 12,
      columns: 4,
      rows: 15,
      columnSpacingMm: 4,
      rowSpacingMm: 4,
      paddingMm: { left: 27, right: 27, top: 24, bottom: 37 },
    });
  });

  test('deletes the backgrounds of a label one by one', async () => {
    const [first, second] = ['a'.repeat(64), 'b'.repeat(64)] as [AssetKey, AssetKey];
    const initial = createLabelSettings('Label', { canvases: [first, second], background: first });
    const { confirmed } = await mountDialog({ initial });
    await hand.press(button('Delete'));
    if (button('Delete').query() === null) {
      await hand.press(page.getByRole('radio', { name: 'Background 1' }));
    }
    await hand.press(button('Delete'));
    await expect.element(button('Upload')).toBeVisible();
    await hand.press(button('Apply'));
    expect(confirmed[0]?.settings).toMatchObject({ canvases: [], background: null });
  });
});

/** A render worker that reads no image before the test allows it. */
function withSlowImages(until: Promise<void>): Partial<Services> {
  const { createRenderClient } = createTestServices({});
  return {
    createRenderClient: (...given) => {
      const client = createRenderClient(...given);
      return {
        ...client,
        inspectImage: (bytes) => until.then(() => client.inspectImage(bytes)),
        dispose: () => client.dispose(),
      };
    },
  };
}

test('a label that is confirmed while its background is read gets the background', async () => {
  const { promise: read, resolve: letRead } = Promise.withResolvers<void>();
  const { confirmed } = await mountDialog({}, { services: withSlowImages(read) });
  await chooseFileBy(() => userEvent.click(button('Upload')), 'one.png', await createPlainPng(40, 32, 'red'));
  await userEvent.click(button('Apply'));
  await expect.element(button('Apply')).toHaveClass('ant-btn-loading');
  expect(confirmed).toEqual([]);
  letRead();
  await expect.poll(() => confirmed).toHaveLength(1);
  expect(confirmed[0]?.images.size).toBe(1);
  expect(confirmed[0]?.settings.background).toBe(confirmed[0]?.settings.canvases[0]);
});

test('a label that is confirmed while its background is read stays open when the image is damaged', async () => {
  const { promise: read, resolve: letRead } = Promise.withResolvers<void>();
  const { confirmed } = await mountDialog({}, { services: withSlowImages(read) });
  const damaged = (await createPlainPng(40, 32, 'red')).subarray(0, 40);
  await chooseFileBy(() => userEvent.click(button('Upload')), 'one.png', damaged);
  await userEvent.click(button('Apply'));
  letRead();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(confirmed).toEqual([]);
});
