/** Downloads a file that consists of these pieces, in order. */
export function downloadFile(pieces: readonly Uint8Array[], mime: string, name: string): void {
  const url = URL.createObjectURL(new Blob(pieces as Uint8Array<ArrayBuffer>[], { type: mime }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
