import type { AssistantFile, SoftwareInput } from '#protocol/api.ts';

type System = AssistantFile['system'];

/**
 * For which system somebody wants the print assistant: what the query names, else where the browser says that it runs. Null
 * for a system for which there is none.
 */
export function chooseSystem({ app_package_name: named = '' }: SoftwareInput, userAgent: string): System | null {
  return systemIn(named) ?? systemIn(userAgent);
}

function systemIn(text: string): System | null {
  if (/android|iphone|ipad|mac ?os|cros/i.test(text)) return null;
  if (/windows|win64/i.test(text)) return 'windows-x64';
  if (!/linux|x11/i.test(text)) return null;
  return /aarch64|arm64/i.test(text) ? 'linux-arm64' : 'linux-x64';
}
