import { SHARE_PARAMETER } from '#protocol/api.ts';

/** The address that is given to others. */
export function shareAddress(secret: string): string {
  const query = new URLSearchParams({ [SHARE_PARAMETER]: secret });
  return `${window.location.origin}/shareTemplate?${query.toString()}`;
}
