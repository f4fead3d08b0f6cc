import { ok, type Result } from '#model/kernel/result.ts';
import { readTemplate } from '#model/template/file-format.ts';
import { unpackTemplate } from '#model/template/packing.ts';
import { usedPrivileges } from '#model/template/used-privileges.ts';
import type { UsedPrivilegesTable } from '../core/database/content-rows.ts';

/** How many members-only items a template has. */
export type UsedPrivileges = Omit<UsedPrivilegesTable, 'file_key'>;

/** Uses the reader of all screens and prints: a template that it can't read can't be printed. */
export function countPrivileges(file: Uint8Array): Result<UsedPrivileges> {
  const xml = unpackTemplate(file);
  const template = xml.ok ? readTemplate(xml.value) : xml;
  return ok(template.ok ? usedPrivileges(template.value) : { tables: null, columns: null });
}
