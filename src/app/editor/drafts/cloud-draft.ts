import { readTemplate } from '#model/template/file-format.ts';
import { unpackTemplate } from '#model/template/packing.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import type { FoundDraft } from './drafts.ts';

/** The unsaved work on a saved template that the server keeps; null for none, and if it can't be fetched or read. */
export async function readCloudDraft(id: string, api: ApiClient, signal: AbortSignal): Promise<FoundDraft | null> {
  const found = await api.call('getDraft', { id }, { signal, quiet: true });
  if (!found.ok || found.value.draft === null) return null;
  const { file, revision, save_time: time } = found.value.draft;
  const bytes = await api.fetchFile(file, { signal });
  const xml = bytes.ok ? unpackTemplate(bytes.value) : bytes;
  const template = xml.ok ? readTemplate(xml.value) : xml;
  if (!template.ok) return null;
  return { template: template.value, editedAt: Date.parse(time), revision, storedAs: '', isFromCloud: true };
}
