import { useId, type ReactElement, type ReactNode } from 'react';

export interface FieldIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
}

interface FormFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** What the server says of it; empty where nothing is wrong. */
  readonly fault?: string;
  /** As wide as the dialog, where two stand side by side. */
  readonly wide?: boolean;
  /** With the id that the label names, and where a fault is told. */
  children(ids: FieldIds): ReactNode;
}

/** A field of the dialog under its name, over what is wrong with it. */
export function FormField({ label, hint, fault = '', wide = false, children }: FormFieldProps): ReactElement {
  const id = useId();
  const isTold = fault !== '' || hint !== undefined;
  return (
    <div className={wide ? 'sched-field sched-wide' : 'sched-field'}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': isTold ? `${id}-told` : undefined })}
      {isTold ? (
        <p
          id={`${id}-told`}
          className={fault === '' ? 'sched-hint' : 'sched-fault'}
          role={fault === '' ? undefined : 'alert'}
        >
          {fault === '' ? hint : fault}
        </p>
      ) : null}
    </div>
  );
}
