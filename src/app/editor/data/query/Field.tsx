import { useId, type JSX, type ReactNode } from 'react';

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly wide?: boolean;
  /** Gets the id for the label. */
  children(id: string): ReactNode;
}

/** A field of the dialog below its label. */
export function Field({ label, hint, wide = false, children }: FieldProps): JSX.Element {
  const id = useId();
  return (
    <div className={wide ? 'ed-query-field ed-query-wide' : 'ed-query-field'}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint === undefined ? null : <p className="ed-query-hint">{hint}</p>}
    </div>
  );
}
