import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { refusePrivilege } from '../accounts/privileges.ts';
import type { User } from '../database/tables.ts';
import { keyOf } from '../files/file-store.ts';
import type { Refusal } from '../outcomes/outcome.ts';
import type { Services } from '../services.ts';
import { findTemplate } from './template-rows.ts';

/** How much of what members alone may make a template has. */
export interface Features {
  readonly tables: number;
  /** Data sources that are columns of a spreadsheet. */
  readonly columns: number;
}

const NONE: Features = { tables: 0, columns: 0 };
/** All that is looked at of one tag: an image inside one may be as long as it likes. */
const TAG_LENGTH = 64 * 1024;

/**
 * Why the user may not save that file; null where nothing is against it. What the saved template has already may stay in it:
 * whoever is a member no longer goes on with what there is. `templateId` is null for a new template.
 */
export async function refuseFeatures(
  services: Services,
  user: User,
  file: string | undefined,
  templateId: string | null,
): Promise<Refusal | null> {
  const { privileges, now } = services;
  const noTables = refusePrivilege(privileges, user, 'tables', now());
  const noColumns = refusePrivilege(privileges, user, 'variableTemplates', now());
  if (file === undefined || (noTables === null && noColumns === null)) return null;
  const wanted = await featuresOf(services, user.id, keyOf(file));
  if (wanted.tables === 0 && wanted.columns === 0) return null;
  const saved = templateId === null ? null : await findTemplate(services.db, user.id, templateId);
  const before = saved?.ok === true ? await featuresOf(services, user.id, saved.value.file_key) : NONE;
  if (noTables !== null && wanted.tables > before.tables) return noTables;
  return noColumns !== null && wanted.columns > before.columns ? noColumns : null;
}

/** Nothing for a file that is not there or broken: saving it says so, or it was let in when it was uploaded. */
async function featuresOf({ files }: Services, userId: string, key: string): Promise<Features> {
  const stored = await files.find(userId, key);
  if (stored === null) return NONE;
  const bytes = stored.open();
  try {
    return await countFeatures(key.endsWith('.tprts') ? bytes.pipe(createGunzip()) : bytes);
  } catch {
    return NONE;
  } finally {
    bytes.destroy();
  }
}

/** Reads the tags of a template's XML as they come by; its size was limited when it was uploaded. */
async function countFeatures(xml: Readable): Promise<Features> {
  const found = { tables: 0, columns: 0 };
  const count = (tag: string): void => {
    if (/^Object\s[^]*?\bType\s*=\s*["']Table["']/.test(tag)) found.tables++;
    if (/\sDataSourceType\s*=\s*["']1["']/.test(tag)) found.columns++;
  };
  let tag = '';
  for await (const piece of xml.setEncoding('latin1') as AsyncIterable<string>) {
    const parts = piece.split('<');
    tag = (tag + (parts[0] ?? '')).slice(0, TAG_LENGTH);
    for (const part of parts.slice(1)) {
      count(tag);
      tag = part.slice(0, TAG_LENGTH);
    }
  }
  count(tag);
  return found;
}
