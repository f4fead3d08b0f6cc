/** The host data of an HTTP/1 request, as Node gives them. */
export interface RequestHead {
  /** The request target. */
  readonly url?: string | undefined;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
}

/**
 * The value of a request's only `Host` header; an empty text if there is none. Null if the request also names another
 * host: in a second header, or in a target with a scheme. Node gives the first header and ignores the target, and a
 * proxy may have decided by the other one (RFC 9112, section 3.2).
 */
export function onlyHost({ url = '', rawHeaders }: RequestHead): string | null {
  const hosts = rawHeaders.filter((_value, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === 'host');
  const isPath = url.startsWith('/') || url === '*';
  return isPath && hosts.length <= 1 ? (hosts[0] ?? '') : null;
}
