/** An IP address: numbers and dots, or brackets with colons. Browsers keep no passkeys for it. */
const ADDRESS = /^[\d.]+$|^\[/;

/** Whether passkeys work here: the browser supports them, the page is secure, and its host has a name. */
export function hasPasskeys(): boolean {
  return isSecureContext && 'PublicKeyCredential' in window && !ADDRESS.test(window.location.hostname);
}
