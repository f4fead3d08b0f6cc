import { cleanApiTokens } from './accounts/api-tokens.ts';
import { cleanBindCodes } from './assistants/binding.ts';
import { cleanPrinters } from './assistants/printers.ts';
import { cleanAuditLog } from './core/observe/audit.ts';
import { KNOWN_BROWSER_LIFETIME_MS, KNOWN_PLACE_LIFETIME_MS } from './http/known-browsers.ts';
import { LOGIN_FAILURE_LIFETIME_MS } from './accounts/login-guard.ts';
import { CODE_WINDOW_MS } from './accounts/sent-codes.ts';
import { SESSION_LONGEST_MS } from './http/sessions.ts';
import { endOldOrders } from './membership/refresh-order.ts';
import { forgetFetches } from './core/net/fetch-quota.ts';
import { cleanRuns } from './runs/runs.ts';
import { cleanFirings } from './runs/schedules/schedules.ts';
import type { Services } from './services.ts';
import { dropEnded } from './sharing/shares.ts';
import { cleanSaveKeys } from './templates/save-once.ts';
import { cleanTrash } from './templates/trash.ts';
import { HOUR_MS } from '#model/kernel/time.ts';

const INTERVAL_MS = HOUR_MS;

/**
 * Deletes expired data, now and every hour: by age, so any number of processes may do it. Returns a function that stops
 * this and waits for the round in progress.
 */
export function startCleaning(services: Services, onError: (error: Error) => void): () => Promise<void> {
  let round = clean(services).catch(onError);
  const timer = setInterval(() => {
    round = round.then(() => clean(services)).catch(onError);
  }, INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}

async function clean(services: Services): Promise<void> {
  const { db, files, keepRoom, now } = services;
  const time = now();
  await db
    .deleteFrom('session')
    .where((eb) => eb.or([eb('expires_at', '<=', time), eb('created_at', '<=', time - SESSION_LONGEST_MS)]))
    .execute();
  await db
    .deleteFrom('known_browser')
    .where('used_at', '<=', time - KNOWN_BROWSER_LIFETIME_MS)
    .execute();
  await db
    .deleteFrom('known_place')
    .where('used_at', '<=', time - KNOWN_PLACE_LIFETIME_MS)
    .execute();
  await db
    .deleteFrom('login_failure')
    .where('last_at', '<=', time - LOGIN_FAILURE_LIFETIME_MS)
    .execute();
  await db.deleteFrom('used_nonce').where('expires_at', '<=', time).execute();
  await db.deleteFrom('upload_token').where('expires_at', '<=', time).execute();
  await cleanAuditLog(db, time);
  await cleanApiTokens(db, time);
  await cleanBindCodes(db, time);
  await cleanPrinters(db, time);
  await cleanTrash(services);
  await cleanRuns(services);
  await cleanFirings(services);
  await cleanSaveKeys(db, time);
  await dropEnded(db, null, time);
  await endOldOrders(services);
  await db.deleteFrom('sent_code').where('expires_at', '<=', time).execute();
  await db
    .deleteFrom('code_count')
    .where('since', '<=', time - CODE_WINDOW_MS)
    .execute();
  await db.deleteFrom('third_party_visit').where('expires_at', '<=', time).execute();
  await forgetFetches(db, time);
  await db.deleteFrom('sign_in_ticket').where('expires_at', '<=', time).execute();
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', time).execute();
  await db.deleteFrom('account_export').where('expires_at', '<=', time).execute();
  await files.removeDeleted();
  await files.dropUnused();
  await db.deleteFrom('rate_count').where('ends_at', '<=', time).execute();
  await files.removeLeftovers();
  await keepRoom(true);
}
