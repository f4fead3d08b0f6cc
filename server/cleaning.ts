import { cleanAuditLog } from './audit/audit.ts';
import { KNOWN_BROWSER_LIFETIME_MS } from './accounts/known-browsers.ts';
import { KNOWN_PLACE_LIFETIME_MS } from './accounts/known-places.ts';
import { LOGIN_FAILURE_LIFETIME_MS } from './accounts/login-guard.ts';
import { SESSION_LONGEST_MS } from './accounts/sessions.ts';
import { keepReserve } from './database/reserve.ts';
import type { Services } from './services.ts';

const INTERVAL_MS = 60 * 60 * 1000;

/**
 * Deletes what has expired, now and every hour. Returns a function that stops this and waits for the round that is
 * under way.
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

async function clean({ db, files, now }: Services): Promise<void> {
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
  await db.deleteFrom('upload_token').where('expires_at', '<=', time).execute();
  await cleanAuditLog(db, time);
  await files.dropUnused();
  await files.removeLeftovers(false);
  await keepReserve(db, true);
}
