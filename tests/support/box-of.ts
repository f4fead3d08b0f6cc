import type { Locator } from 'playwright';

/** Where something is on the screen. */
export async function boxOf(what: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await what.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return box;
}
