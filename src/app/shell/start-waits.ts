/** The element with the page's own text, once the browser has parsed it. */
export async function whenRead(id: string): Promise<HTMLElement> {
  if (document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  }
  const element = document.getElementById(id);
  if (element === null) throw new Error(`index.html has no #${id}`);
  return element;
}

/** Lets the browser paint and handle clicks between two tasks. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
