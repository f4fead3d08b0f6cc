import type { ReactElement, ReactNode } from 'react';
import { FallbackNotice } from '#app/ui/lazy-component.tsx';
import type { Fetched } from './use-help.ts';

/** A part of the help once it is there; until then that it is on its way, or why not and how to ask again. */
export function HelpFetched<T>(props: {
  readonly part: Fetched<T>;
  readonly children: (value: T) => ReactNode;
}): ReactElement {
  const { part, children } = props;
  if (part.state === 'there') return <>{children(part.value)}</>;
  return (
    <FallbackNotice
      hasFailed={part.state === 'failed'}
      onAgain={() => {
        if (part.state === 'failed') part.again();
      }}
    />
  );
}
