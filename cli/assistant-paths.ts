import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from './terminal.ts';

/** In the folder of an assistant, the certificate by which it is trusted (docs/develop/adr/0076-assistant-tls.md). */
const AUTHORITY_FILE = 'tls/ca.crt';
const OWN_ROOT = join(import.meta.dirname, '../..');

/** File of a user's pairing with the assistant on this port. The user may name another one. */
export function pairingPath(env: Environment, platform: NodeJS.Platform, port: number): string {
  const named = env['ASSISTANT_PAIRING_FILE'];
  if (named !== undefined && named !== '') return named;
  const home = homedir();
  const folder =
    platform === 'win32'
      ? join(env['APPDATA'] ?? home, 'Labelwright')
      : join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'labelwright');
  return join(folder, `assistant-${port}.json`);
}

/**
 * Files that may hold the certificate of this user's own assistant: that of the assistant that `ASSISTANT_DIR` names, else
 * those of the one of `npm start` and the one that is a single program.
 */
export function ownAuthorityPaths(env: Environment, platform: NodeJS.Platform): readonly string[] {
  const own = env['ASSISTANT_DIR'];
  if (own !== undefined && own !== '') return [join(resolve(OWN_ROOT, own), AUTHORITY_FILE)];
  const home = homedir();
  const single =
    platform === 'win32'
      ? join(env['LOCALAPPDATA'] ?? home, 'Labelwright', 'assistant')
      : join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'labelwright-assistant');
  return [
    join(resolve(OWN_ROOT, env['DATA_DIR'] || 'data'), 'assistant', AUTHORITY_FILE),
    join(single, AUTHORITY_FILE),
  ];
}
