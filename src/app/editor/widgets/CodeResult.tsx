import type { JSX } from 'react';
import './code-result.css';

interface CodeResultProps {
  readonly label: string;
  readonly testId: string;
  /** Whether a screen reader tells each change of it. */
  readonly isTold: boolean;
  readonly children: string;
}

/** What a form makes of its fields: the text that goes into the code. */
export function CodeResult({ label, testId, isTold, children }: CodeResultProps): JSX.Element {
  return (
    <div className="ed-code-result">
      <span>{label}</span>
      <output data-testid={testId} aria-live={isTold ? 'polite' : 'off'}>
        {children}
      </output>
    </div>
  );
}
