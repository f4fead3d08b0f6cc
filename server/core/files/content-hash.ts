/** SHA-256 in hexadecimal digits, computed on another thread: 20 MB would take this one for up to 100 ms. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex');
}
