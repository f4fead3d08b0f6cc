import { expectOk } from '#model/kernel/result.ts';
import { createPng, type TestVisitor } from './create-test-server.ts';

/** Uploads a picture for feedback, and returns its path. */
export async function uploadPicture({ api }: TestVisitor, bytes: Uint8Array = createPng()): Promise<string> {
  const token = expectOk(await api.call('uploadToken', {}));
  return token.url + expectOk(await api.uploadTemplate(bytes, 'screen', token.data)).key;
}
