import type { JSX, ReactNode } from 'react';

/** A part of the settings with its heading. */
export function Section(props: { readonly title: string; readonly children: ReactNode }): JSX.Element {
  return (
    <section className="doc-section">
      <h2>{props.title}</h2>
      {props.children}
    </section>
  );
}
