import { useId, type ReactElement, type ReactNode } from 'react';

export interface FieldIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
}

interface FormFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The server's error message; empty if there is none. */
  readonly fault?: string;
  /** As wide as the dialog, in a row for two fields. */
  readonly wide?: boolean;
  /** Gets the ids for the label and the error message. */
  children(ids: FieldIds): ReactNode;
}

/** A field of the dialog with its label above and its error below. */
export function FormField({ label, hint, fault = '', wide = false, children }: FormFieldProps): ReactElement {
  const id = useId();
  const isDescribed = fault !== '' || hint !== undefined;
  return (
    <div className={wide ? 'sched-field sched-wide' : 'sched-field'}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': isDescribed ? `${id}-description` : undefined })}
      {isDescribed ? (
        <p
          id={`${id}-description`}
          className={fault === '' ? 'sched-hint' : 'sched-fault'}
          role={fault === '' ? undefined : 'alert'}
        >
          {fault === '' ? hint : fault}
        </p>
      ) : null}
    </div>
  );
}
