import { ok, type Result } from '#model/kernel/result.ts';
import type { CloudFile } from '#protocol/api.ts';
import type { ApiClient } from '#services/api/api-client.ts';

/** The bytes of a file of the cloud data, as a file of this device would be. */
export async function fetchCloudFile(
  api: Pick<ApiClient, 'fetchFile'>,
  { url, name }: Pick<CloudFile, 'url' | 'name'>,
  signal: AbortSignal,
): Promise<Result<File>> {
  const bytes = await api.fetchFile(url, { signal });
  return bytes.ok ? ok(new File([bytes.value.slice()], name)) : bytes;
}
