import { ok, type Result } from '#model/kernel/result.ts';
import { readTemplate } from '#model/template/file-format.ts';
import { unpackTemplate } from '#model/template/packing.ts';
import { usedPrivileges } from '#model/template/used-privileges.ts';
import type { UsedPrivilegesTable } from '../core/database/content-rows.ts';

/** How much of what only members may add a template has. */
export type UsedPrivileges = Omit<UsedPrivilegesTable, 'file_key'>;

/** Read as by everybody who shows or prints it: what that reader cannot read, nobody can print. */
export function countPrivileges(file: Uint8Array): Result<UsedPrivileges> {
  const xml = unpackTemplate(file);
  const template = xml.ok ? readTemplate(xml.value) : xml;
  return ok(template.ok ? usedPrivileges(template.value) : { tables: null, columns: null });
}
