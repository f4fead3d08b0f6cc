/*
 * b Places of printers, normalized so that two ways of writing the same place are equal. A discovered printer is not
 * listed where another one is at one of its places already.
 */

const SOCKET_PORT = '9100';
const IPP_PORT = '631';
/** `Name._ipp._tcp.local`, as CUPS writes a service of DNS-SD for a host. */
const SERVICE = /^(.+)\._[\w-]+\._(?:tcp|udp)\.local\.?$/;

/** The places in the address of a printer, such as the device of a CUPS queue; empty when unknown. */
export function placesOf(address: string): readonly string[] {
  const url = URL.canParse(address) ? new URL(address) : null;
  const host = url === null ? '' : decoded(url.hostname);
  if (url === null || host === '') return [];
  const uuid = /[?&]uuid=([\w-]+)/i.exec(url.search)?.[1];
  const device = uuid === undefined ? [] : [uuidPlace(uuid)];
  const instance = SERVICE.exec(host)?.[1];
  if (instance !== undefined) return [servicePlace(instance), ...device];
  if (url.protocol === 'socket:') return [socketPlace(host, url.port || SOCKET_PORT), ...device];
  if (url.protocol === 'ipp:' || url.protocol === 'ipps:') {
    return [ippPlace(host, url.port || IPP_PORT, url.pathname), ...device];
  }
  return device;
}

export function socketPlace(host: string, port: number | string): string {
  return `socket ${host.toLowerCase()} ${port}`;
}

export function ippPlace(host: string, port: number | string, path: string): string {
  return `ipp ${host.toLowerCase()} ${port} ${path}`;
}

/** A printer's own name on the network. */
export function servicePlace(instance: string): string {
  return `service ${instance.toLowerCase()}`;
}

export function uuidPlace(uuid: string): string {
  return `uuid ${uuid.toLowerCase()}`;
}

function decoded(host: string): string {
  try {
    return decodeURIComponent(host);
  } catch {
    return host;
  }
}
