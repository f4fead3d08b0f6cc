import type { BrowserContext } from 'playwright';
import { expectOk } from '#model/kernel/result.ts';
import { packTemplate } from '#model/template/packing.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import type { Template } from '#model/template/template.ts';
import { editLabelPath } from '#app/state/label-attributes.ts';
import { attributesOf } from '#app/state/template-attributes.ts';
import { createPng } from '#tests/print/create-image-files.ts';
import { createVisitor, type TestVisitor } from './visitor.ts';

/** A client of the server with the cookies of a browser: the calls of a page, without the page. */
export async function visitorOf(context: BrowserContext, address: string): Promise<TestVisitor> {
  const visitor = createVisitor(address);
  for (const { name, value } of await context.cookies()) visitor.cookies.set(name, value);
  return visitor;
}

/** Saves a template in the user's first folder by calls, with a white preview, and gives the editor's path for it. */
export async function saveLabelByCall({ api }: TestVisitor, template: Template): Promise<string> {
  const { name, widthMm, heightMm } = template.label;
  const { data, url } = expectOk(await api.call('uploadToken', { bucket: 'web' }));
  const bytes = packTemplate(writeTemplate(template));
  const file = expectOk(await api.uploadTemplate(bytes, `${name}.tprts`, data));
  const preview = createPng(2 * widthMm, 2 * heightMm, () => [255, 255, 255, 255]);
  const image = expectOk(await api.uploadPreview(preview, data));
  const files = { url: url + file.key, image: url + image.key };
  const saved = await api.call('addTemplate', { name, parent_id: '', width: widthMm, height: heightMm, ...files });
  return editLabelPath(attributesOf(expectOk(saved)), 'edit');
}
