import { commands } from 'vitest/browser';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Moves with the button down, over these points of the frame in which the tests run. */
    movePointer(points: readonly (readonly [x: number, y: number])[]): Promise<void>;
    releasePointer(): Promise<void>;
  }
}

/** Presses the center of an element, moves by this many pixels and keeps the button down. */
export function pressAt(what: Element, dx: number, dy: number): Promise<void> {
  const box = what.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return commands.movePointer([
    [x, y],
    [x + dx / 2, y + dy / 2],
    [x + dx, y + dy],
  ]);
}

export function release(): Promise<void> {
  return commands.releasePointer();
}

export async function drag(what: Element, dx: number, dy: number): Promise<void> {
  await pressAt(what, dx, dy);
  await release();
}
