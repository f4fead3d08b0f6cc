import type { BrowserContext } from 'playwright';
import { expectOk } from '#model/kernel/result.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { packTemplate } from '#model/template/packing.ts';
import type { Template } from '#model/template/template.ts';
import { createVisitor } from '../tests/support/visitor.ts';
import { PREVIEW } from './load-users.ts';

/** Saves the label for a new user, signs the user in within the browser's context, and gives the label's id. */
export async function saveLabelFor(
  context: BrowserContext,
  address: string,
  userName: string,
  template: Template,
): Promise<string> {
  const visitor = createVisitor(address);
  const user = expectOk(await visitor.api.call('register', { user_name: userName, password: 'correct horse battery' }));
  const token = expectOk(await visitor.api.call('uploadToken', { bucket: 'web' }));
  const file = expectOk(
    await visitor.api.uploadTemplate(packTemplate(writeTemplate(template)), 'label.tprts', token.data),
  );
  const preview = expectOk(await visitor.api.uploadPreview(PREVIEW, token.data));
  const { name, widthMm, heightMm } = template.label;
  const urls = { url: token.url + file.key, image: token.url + preview.key };
  const saved = expectOk(
    await visitor.api.call('addTemplate', { ...urls, parent_id: '', width: widthMm, height: heightMm, name }),
  );
  await context.addCookies([...visitor.cookies].map(([key, value]) => ({ name: key, value, url: address })));
  const kept = { userid: user.user_id, name: user.user_name, email: null };
  // User data that the page stores, set before any page of the product opens.
  await context.addInitScript((text) => {
    localStorage.setItem('userInfo', text);
    localStorage.setItem('firstGuideDone', 'true');
  }, JSON.stringify(kept));
  return saved.id;
}
