import type { BrowserContext } from 'playwright';
import { expectOk } from '#model/kernel/result.ts';
import { packTemplate } from '#model/template/packing.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import type { Template } from '#model/template/template.ts';
import type { TemplateInfo } from '#protocol/api.ts';
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

/** Saves a template in the user's first folder by calls, at a fraction of the editor's cost, and with a white preview. */
async function saveByCalls({ api }: TestVisitor, template: Template): Promise<TemplateInfo> {
  const { name, widthMm, heightMm } = template.label;
  const { data, url } = expectOk(await api.call('uploadToken', { bucket: 'web' }));
  const bytes = packTemplate(writeTemplate(template));
  const file = expectOk(await api.uploadTemplate(bytes, `${name}.tprts`, data));
  const preview = createPng(2 * widthMm, 2 * heightMm, () => [255, 255, 255, 255]);
  const image = expectOk(await api.uploadPreview(preview, data));
  const files = { url: url + file.key, image: url + image.key };
  return expectOk(await api.call('addTemplate', { name, parent_id: '', width: widthMm, height: heightMm, ...files }));
}

/** Returns the editor's path for the saved template. */
export async function saveLabelByCall(visitor: TestVisitor, template: Template): Promise<string> {
  return editLabelPath(attributesOf(await saveByCalls(visitor, template)), 'edit');
}

export interface Account {
  readonly account: string;
  readonly password: string;
}

/** The same for a user whose browser is elsewhere; returns the template's id. */
export async function saveTemplate(address: string, user: Account, template: Template): Promise<string> {
  const visitor = createVisitor(address);
  expectOk(await visitor.api.call('login', user));
  return (await saveByCalls(visitor, template)).id;
}
