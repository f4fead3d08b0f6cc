import type { Page } from 'playwright';
import type { LabelElement } from '#model/elements/element.ts';
import { clipboardText } from '#editor/clipboard.ts';

/**
 * Puts elements at their positions on the label, by pasting them: one step of the history for any number, and a fraction
 * of the cost of the palette and the position fields. They are selected afterwards. The clipboard is unchanged.
 */
export async function putElements(page: Page, elements: readonly LabelElement[]): Promise<void> {
  await page.getByTestId('canvas-overlay').focus();
  await page.evaluate(
    (text) => {
      const target = document.activeElement ?? document.body;
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      const options = { bubbles: true, cancelable: true };
      // The keys of Paste in place, and the browser's event for them.
      target.dispatchEvent(
        new KeyboardEvent('keydown', { ...options, code: 'KeyV', key: 'V', ctrlKey: true, shiftKey: true }),
      );
      target.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData }));
    },
    clipboardText({ elements, assets: new Map() }),
  );
}
