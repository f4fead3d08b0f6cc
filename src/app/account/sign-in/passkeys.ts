/** Numbers and dots, or (in brackets) what has colons: an address, for which no browser keeps a passkey. */
const ADDRESS = /^[\d.]+$|^\[/;

/** Whether passkeys can be used here: the browser knows them, the page is secure, and its host has a name. */
export function hasPasskeys(): boolean {
  return isSecureContext && 'PublicKeyCredential' in window && !ADDRESS.test(window.location.hostname);
}
