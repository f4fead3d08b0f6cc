import { useEffect, useState } from 'react';
import type { SignInWays } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';

/** What this server offers beside names and passwords; null until it has said so, and where it cannot be asked. */
export function useSignInWays(): SignInWays | null {
  const { api } = useServices();
  const [ways, setWays] = useState<SignInWays | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    void api.call('signInWays', {}, { signal: stop.signal }).then((answer) => {
      if (answer.ok) setWays(answer.value);
    });
    return () => stop.abort();
  }, [api]);
  return ways;
}
