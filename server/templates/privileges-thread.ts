import { parentPort, workerData } from 'node:worker_threads';
import { ok, type Result } from '#model/kernel/result.ts';
import { sourcesOf } from '#model/elements/element.ts';
import { isTable } from '#model/elements/table/table-element.ts';
import { readTemplate } from '#model/template/file-format.ts';
import { unpackTemplate } from '#model/template/packing.ts';
import type { Template } from '#model/template/template.ts';
import type { UsedPrivilegesTable } from '../database/used-privileges-table.ts';

/** How much of what only members may add a template has. */
export type UsedPrivileges = Omit<UsedPrivilegesTable, 'file_key'>;

/** A thread of its own, because reading the largest template takes seconds. */
parentPort?.postMessage(usedPrivileges(workerData as Uint8Array), []);

/** Read as by everybody who shows or prints it: what that reader cannot read, nobody can print. */
function usedPrivileges(file: Uint8Array): Result<UsedPrivileges> {
  const xml = unpackTemplate(file);
  const template = xml.ok ? readTemplate(xml.value) : xml;
  return ok(template.ok ? countIn(template.value) : { tables: null, columns: null });
}

function countIn({ elements }: Template): UsedPrivileges {
  const columns = elements.flatMap(sourcesOf).filter(({ type }) => type === 'column');
  return { tables: elements.filter(isTable).length, columns: columns.length };
}
