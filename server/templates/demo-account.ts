import { readFile } from 'node:fs/promises';
import type { Template } from '#model/template/template.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { packTemplate } from '#model/template/packing.ts';
import type { Result } from '#model/kernel/result.ts';
import type { Language } from '#protocol/api.ts';
import { anyAccount, createAccount } from '../accounts/accounts.ts';
import { ALL_FREE, type PrivilegeServices } from '../membership/privileges.ts';
import type { User } from '../core/database/tables.ts';
import { randomText } from '../core/database/new-id.ts';
import { message, type MessageKey } from '../core/messages.ts';
import type { ApiError } from '../core/api-error.ts';
import { addTemplate } from './templates.ts';
import { assetTag, shippingLabel, priceTag } from './demo-labels.ts';
import type { CoreServices } from '../core/services.ts';

const USER_NAME = 'demo';
const PASSWORD_LENGTH = 12;

/** A sample design for new users. */
export interface Sample {
  readonly title: MessageKey;
  readonly build: (name: string) => Template;
  /** Its preview, rendered in advance by `npm run render` at 300 dpi: `content/demo/<name>.png`. */
  readonly preview: string;
}

/** The last one added comes first in the user's list. */
export const SAMPLES: readonly Sample[] = [
  { title: 'demo.assetTag', build: assetTag, preview: 'asset-tag' },
  { title: 'demo.priceTag', build: priceTag, preview: 'price-tag' },
  { title: 'demo.shippingLabel', build: shippingLabel, preview: 'shipping-label' },
];

/**
 * Creates an account with sample templates where there is no account at all, for users who have just started the
 * program. Returns its password, random unless one is given; null if there are accounts.
 */
export async function createDemoAccount(
  services: Pick<CoreServices, 'limits' | 'db' | 'files' | 'report' | 'now'> & PrivilegeServices,
  password: string | null,
  language: Language,
): Promise<string | null> {
  if (await anyAccount(services.db)) return null;
  const chosen = password ?? randomText(PASSWORD_LENGTH);
  const folderName = message(language, 'folder.defaultName');
  const registration = { user_name: USER_NAME, password: chosen };
  const account = await createAccount(services.db, registration, folderName, services.now());
  // Another server process that started at the same time was faster, and has shown the password.
  if (!account.ok && (await anyAccount(services.db))) return null;
  const user = made(account, language);
  try {
    for (const sample of SAMPLES) await addSample(services, user, sample, language);
  } catch (error) {
    // The start doesn't depend on samples, and the password is shown only once.
    services.report(
      `could not create samples for the demo account: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return chosen;
}

/** The samples include members-only features, too. */
async function addSample(
  services: Pick<CoreServices, 'limits' | 'db' | 'files' | 'now'> & PrivilegeServices,
  user: User,
  sample: Sample,
  language: Language,
): Promise<void> {
  const template = sample.build(message(language, sample.title));
  const { name, widthMm: width, heightMm: height } = template.label;
  const preview = await readFile(new URL(`../../content/demo/${sample.preview}.png`, import.meta.url));
  const url = await services.files.add(user.id, 'template', 'tprts', packTemplate(writeTemplate(template)));
  const image = await services.files.add(user.id, 'preview', 'png', preview);
  const fields = { name, parent_id: '', width, height, url, image };
  made(await addTemplate({ ...services, privileges: ALL_FREE }, user, fields), language);
}

/**
 * The value of a result that only a wrong setting can make an error. Throws the error's text, which goes to the
 * console.
 */
function made<T>(result: Result<T, ApiError>, language: Language): T {
  if (result.ok) return result.value;
  throw new Error(message(language, result.error.message, result.error.params));
}
