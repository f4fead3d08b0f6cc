/** Copies a text; false where the browser does not allow it, or the page has no clipboard because it came without TLS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
