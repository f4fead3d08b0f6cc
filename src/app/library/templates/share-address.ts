import { SHARE_PARAMETER } from '#protocol/api.ts';

/** The path of a link's page: the page for visitors if the link is open to anyone. */
export function sharePath(secret: string, anyone: boolean): string {
  const query = new URLSearchParams({ [SHARE_PARAMETER]: secret });
  return `${anyone ? '/shared' : '/shareTemplate'}?${query.toString()}`;
}

/** The address to share. */
export function shareAddress(secret: string, anyone: boolean): string {
  return window.location.origin + sharePath(secret, anyone);
}
