import { useEffect, useState } from 'react';
import type { SignInWays } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';

/** The server's sign-in methods other than passwords; null until it has answered, and if it can't be reached. */
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
