import { useEffect, useState } from 'react';
import { useServices } from '#app/state/services.tsx';

/** The configured text of messages about members' space; null until it is known. */
export function useMemberSpace(): string | null {
  const { api } = useServices();
  const [text, setText] = useState<string | null>(null);
  // No query: the dialogs that need it are part of the start, which does without the query library.
  useEffect(() => {
    const leaving = new AbortController();
    void api.call('configuration', {}, { signal: leaving.signal }).then((answer) => {
      if (answer.ok) setText(answer.value.member_space);
    });
    return () => leaving.abort();
  }, [api]);
  return text;
}

/**
 * The link target of a message about insufficient space (specification 1, section 6): the membership page if it contains
 * the configured text about members' space, otherwise the page to expand cloud space.
 */
export function spaceTarget(message: string, memberSpace: string): '/member' | '/expansion' {
  return memberSpace !== '' && message.toLowerCase().includes(memberSpace.toLowerCase()) ? '/member' : '/expansion';
}
