import type { ReactElement, ReactNode } from 'react';
import { FallbackNotice } from '#app/ui/lazy-component.tsx';
import type { Fetched } from './use-help.ts';

/** A fetched part of the help; a loading indicator until then, or the problem with a retry. */
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
