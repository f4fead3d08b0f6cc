import { ok, type Result } from '#model/kernel/result.ts';
import type { CloudFile } from '#protocol/api.ts';
import type { ApiClient } from '#services/api/api-client.ts';

/** The bytes of a cloud file, in the form of a local file. */
export async function fetchCloudFile(
  api: Pick<ApiClient, 'fetchFile'>,
  { url, name }: Pick<CloudFile, 'url' | 'name'>,
  signal: AbortSignal,
): Promise<Result<File>> {
  const bytes = await api.fetchFile(url, { signal });
  return bytes.ok ? ok(new File([bytes.value.slice()], name)) : bytes;
}
