import type { Page } from 'playwright';
import type { LabelElement } from '#model/elements/element.ts';
import { clipboardText } from '#editor/clipboard.ts';

/**
 * Puts elements on the label where they say, by pasting them: one step of the history, however many they are, and a fraction
 * of what the palette and the fields for their places cost. They are selected afterwards. The clipboard stays as it is.
 */
export async function putElements(page: Page, elements: readonly LabelElement[]): Promise<void> {
  await page.getByTestId('canvas-overlay').focus();
  await page.evaluate(
    (text) => {
      const target = document.activeElement ?? document.body;
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      const options = { bubbles: true, cancelable: true };
      // The keys of Paste in place, and what the browser makes of them.
      target.dispatchEvent(
        new KeyboardEvent('keydown', { ...options, code: 'KeyV', key: 'V', ctrlKey: true, shiftKey: true }),
      );
      target.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData }));
    },
    clipboardText({ elements, assets: new Map() }),
  );
}
