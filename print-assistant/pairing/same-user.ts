import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'] as const;
const ESTABLISHED = '01';

/**
 * Whether the program at the other end of a loopback connection runs as this process's own user. Null where the system
 * does not report it: only Linux does.
 */
export async function isSameUser({ remotePort, localPort }: Socket): Promise<boolean | null> {
  const own = process.getuid?.();
  if (own === undefined || remotePort === undefined || localPort === undefined) return null;
  const tables = await Promise.all(TABLES.map((path) => readFile(path, 'latin1').catch(() => null)));
  if (tables.every((table) => table === null)) return null;
  const users = tables.flatMap((table) => usersBetween(table ?? '', remotePort, localPort));
  // There are several where programs connect from several loopback addresses: then all of them must be this user's.
  return users.length > 0 && users.every((uid) => uid === own);
}

/**
 * The users of the connections between these two ports, from the entries of their other ends. The columns are number,
 * local address, remote address, state, queues, timer, retransmissions, uid (Linux,
 * Documentation/networking/proc_net_tcp).
 */
function usersBetween(table: string, from: number, to: number): number[] {
  const [local, remote] = [from, to].map((port) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`);
  return table.split('\n').flatMap((line) => {
    const columns = line.trim().split(/\s+/);
    const between = columns[1]?.endsWith(local ?? '') === true && columns[2]?.endsWith(remote ?? '') === true;
    return between && columns[3] === ESTABLISHED ? [Number(columns[7])] : [];
  });
}
