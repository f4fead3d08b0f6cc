import type { Services } from './services.ts';

const INTERVAL_MS = 60 * 60 * 1000;

/** Forgets what has run out, now and every hour. Gives what stops it, which waits for a round under way. */
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
  await db.deleteFrom('session').where('expires_at', '<=', now()).execute();
  await db.deleteFrom('upload_token').where('expires_at', '<=', now()).execute();
  await files.dropUnused();
}
