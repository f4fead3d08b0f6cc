import type { Page } from 'playwright';
import { expect } from 'vitest';

/** The page's own record. */
interface HeardWindow {
  lwSaid?: string[];
}

export interface HeardMessages {
  /** Waits until this was announced: a message disappears by itself, however late the test checks for it. */
  said(text: string): Promise<void>;
}

/** Records the messages at the top of the page, from now until the next call or the next page. */
export async function hearMessages(page: Page): Promise<HeardMessages> {
  await page.evaluate(() => {
    const heard: string[] = ((globalThis as HeardWindow).lwSaid = []);
    // The text of an existing message may be replaced by another one.
    const listener = new MutationObserver(() => {
      for (const message of document.querySelectorAll('.ant-message-notice')) heard.push(message.textContent ?? '');
    });
    listener.observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return {
    said: (text) => expect.poll(() => page.evaluate(() => (globalThis as HeardWindow).lwSaid)).toContain(text),
  };
}
