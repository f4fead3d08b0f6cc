import type { JSX } from 'react';
import './code-result.css';

interface CodeResultProps {
  readonly label: string;
  readonly testId: string;
  /** Whether a screen reader announces each change of it. */
  readonly isTold: boolean;
  readonly children: string;
}

/** The resulting text of a form, which is the content of the code. */
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
