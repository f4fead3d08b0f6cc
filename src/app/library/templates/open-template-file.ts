import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { sha256Hex } from '#model/kernel/sha256.ts';
import { withoutHidden } from '#model/kernel/shown-text.ts';
import { readTemplate } from '#model/template/file-format.ts';
import { unpackTemplate } from '#model/template/packing.ts';
import type { Template } from '#model/template/template.ts';

/** Largest template file; checked before the file is read into memory. */
const FILE_LIMIT_BYTES = 64 * 1024 * 1024;
const EXTENSION = /\.tprts?$/i;

export interface OpenedFile {
  readonly template: Template;
  /** SHA-256 of the file's bytes, in hexadecimal. */
  readonly hash: string;
}

/**
 * Reads a local .tprt or .tprts file; a template without a name gets that of its file.
 * Problems: `file.wrongType`, `file.unreadable`, `template.tooLarge`, and those of unpacking and reading.
 */
export async function openTemplateFile(file: File): Promise<Result<OpenedFile>> {
  if (!EXTENSION.test(file.name)) return err(problem('file.wrongType', {}, file.name));
  if (file.size > FILE_LIMIT_BYTES) return err(problem('template.tooLarge', {}, file.name));
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return err(problem('file.unreadable', {}, file.name));
  }
  const xml = unpackTemplate(bytes);
  if (!xml.ok) return xml;
  const template = readTemplate(xml.value);
  if (!template.ok) return template;
  const hash = await sha256Hex(bytes);
  const { name: own } = template.value.label;
  // A name that can't be saved would block all work on the label.
  const name = withoutHidden(own === '' ? file.name.replace(EXTENSION, '') : own);
  if (name === own) return ok({ template: template.value, hash });
  return ok({ template: { ...template.value, label: { ...template.value.label, name } }, hash });
}
