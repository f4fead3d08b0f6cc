import { Buffer } from 'node:buffer';
import { expectOk } from '#model/kernel/result.ts';
import { packTemplate } from '#model/template/packing.ts';
import { createVisitor } from '../tests/support/visitor.ts';

const PASSWORD = 'load-test horse 77';
const TEMPLATES = 20;
/** Usual sizes of a preview at 300 dpi and of a packed template. */
const PREVIEW_BYTES = 30_000;
const TEMPLATE_ELEMENTS = 60;
/** Number of concurrent sign-ups, which is the number of passwords that the server hashes at once. */
const AT_ONCE = 4;

/** A user of the load test, signed in, with templates. */
export interface LoadUser {
  readonly account: string;
  readonly password: string;
  /** The address that the proxy reports: one per user, so that the limits per address apply to each user alone. */
  readonly address: string;
  readonly sessionCookie: string;
  readonly browserCookie: string;
  readonly antiForgeryCookie: string;
  readonly folderId: string;
  readonly templateIds: readonly string[];
  /** Paths of a template file and of a preview. */
  readonly file: string;
  readonly image: string;
}

/** The two files that a save uploads. */
export const PREVIEW: Uint8Array = createPreview();
export const TEMPLATE_FILE: Uint8Array = createTemplate();

export async function createLoadUsers(url: string, count: number): Promise<readonly LoadUser[]> {
  const users: LoadUser[] = [];
  for (let first = 0; first < count; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, i) => createLoadUser(url, first + i));
    users.push(...(await Promise.all(some)));
  }
  return users;
}

async function createLoadUser(url: string, index: number): Promise<LoadUser> {
  const address = `10.77.${index >> 8}.${index & 255}`;
  const visitor = createVisitor(url, 'en', { headers: { 'x-forwarded-for': address } });
  const account = `load-user-${index}`;
  expectOk(await visitor.api.call('register', { user_name: account, password: PASSWORD }));
  const token = expectOk(await visitor.api.call('uploadToken', { bucket: 'web' }));
  const file = expectOk(await visitor.api.uploadTemplate(TEMPLATE_FILE, 'label.tprts', token.data));
  const preview = expectOk(await visitor.api.uploadPreview(PREVIEW, token.data));
  const design = { parent_id: '', width: 100, height: 80, url: token.url + file.key, image: token.url + preview.key };
  const templates = [];
  for (let i = 0; i < TEMPLATES; i++) {
    templates.push(expectOk(await visitor.api.call('addTemplate', { ...design, name: `Label ${i}` })));
  }
  const cookieOf = (kind: string): string =>
    [...visitor.cookies].filter(([name]) => name.startsWith(`${kind}-`)).map((pair) => pair.join('='))[0] ?? '';
  return {
    account,
    password: PASSWORD,
    address,
    sessionCookie: cookieOf('token'),
    browserCookie: cookieOf('browser'),
    antiForgeryCookie: cookieOf('xsrf'),
    folderId: templates[0]?.parent_id ?? '',
    templateIds: templates.map(({ id }) => id),
    file: templates[0]?.file ?? '',
    image: templates[0]?.image ?? '',
  };
}

/** A PNG with the parts that the server checks. */
function createPreview(): Uint8Array {
  const bytes = Buffer.alloc(PREVIEW_BYTES, 7);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  bytes.write('IHDR', 12, 'latin1');
  bytes.writeUInt32BE(1181, 16);
  bytes.writeUInt32BE(945, 20);
  return bytes;
}

function createTemplate(): Uint8Array {
  const elements = Array.from(
    { length: TEMPLATE_ELEMENTS },
    (_, i) => `<Text Id="${i}" StartX="${i}.125" Width="40"/>`,
  );
  return packTemplate(`<?xml version="1.0" encoding="UTF-8"?>\n<Template>${elements.join('')}</Template>`);
}
