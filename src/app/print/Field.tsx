import type { ReactElement, ReactNode } from 'react';

/** A captioned part of the settings column. */
export function Field(props: {
  readonly label: string;
  readonly htmlFor?: string;
  readonly hint?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className="print-field">
      {props.htmlFor === undefined ? (
        <span className="print-field-label">{props.label}</span>
      ) : (
        <label className="print-field-label" htmlFor={props.htmlFor}>
          {props.label}
        </label>
      )}
      {props.children}
      {props.hint === undefined ? null : <p className="print-field-hint">{props.hint}</p>}
    </div>
  );
}
