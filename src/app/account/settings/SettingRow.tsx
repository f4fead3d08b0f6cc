import { useId, type ReactElement, type ReactNode } from 'react';

interface SettingRowProps {
  readonly title: string;
  readonly text?: string;
  /** The control, labeled by the title: gets the ids for `aria-labelledby` and `aria-describedby`. */
  readonly children: (titleId: string, textId: string | undefined) => ReactNode;
}

/** One setting: its title, its description, and its control at the end of the line. */
export function SettingRow({ title, text, children }: SettingRowProps): ReactElement {
  const id = useId();
  const textId = text === undefined ? undefined : `${id}-text`;
  return (
    <li>
      <div>
        <strong id={id}>{title}</strong>
        {text === undefined ? null : <p id={textId}>{text}</p>}
      </div>
      <div className="setting-control">{children(id, textId)}</div>
    </li>
  );
}
