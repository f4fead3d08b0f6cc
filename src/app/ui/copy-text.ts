/**
 * Copies a text; false if the browser does not allow it, or if the page has no clipboard because it was loaded without TLS.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
