import { useRef, useState, type DragEvent, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';

export interface FolderDrop {
  /** The data type that a drag must have, such as `application/x-templates`. */
  readonly type: string;
  /** Called with the data of the drop. */
  readonly onDrop: (folderId: string, data: string) => void;
}

interface FolderItemProps {
  readonly id: string;
  readonly icon: ReactNode;
  readonly name: string;
  readonly num: number;
  readonly isChosen: boolean;
  readonly onChoose: (id: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** Absent if it is no drop target. */
  readonly drop?: FolderDrop | undefined;
  /** At the end of the row. */
  readonly menu?: ReactElement;
}

/** A row of a list of folders. A drag over it highlights it, and a drop moves the items into it. */
export function FolderItem(props: FolderItemProps): ReactElement {
  const { id, drop } = props;
  const [isTarget, setTarget] = useState(false);
  /** The browser also reports when a drag moves from the row to a part of it: these events are counted. */
  const inside = useRef(0);
  const takes = (event: DragEvent): boolean => drop !== undefined && event.dataTransfer.types.includes(drop.type);

  function leave(): void {
    inside.current = 0;
    setTarget(false);
  }

  return (
    <li
      className="folder-item"
      data-chosen={props.isChosen}
      data-target={isTarget}
      onDragEnter={(event) => {
        if (!takes(event)) return;
        inside.current++;
        setTarget(true);
      }}
      onDragLeave={(event) => {
        if (!takes(event)) return;
        inside.current--;
        if (inside.current <= 0) leave();
      }}
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
      }}
      onDrop={(event) => {
        if (drop === undefined || !takes(event)) return;
        event.preventDefault();
        leave();
        drop.onDrop(id, event.dataTransfer.getData(drop.type));
      }}
    >
      <button
        type="button"
        className="folder-item-open"
        title={props.name}
        aria-current={props.isChosen ? 'page' : undefined}
        onClick={() => props.onChoose(id)}
        onKeyDown={props.onKeyDown}
      >
        {props.icon}
        <span className="folder-item-name">{props.name}</span>
        <span className="folder-item-num">{props.num}</span>
      </button>
      {props.menu}
    </li>
  );
}

/** A folder in a list. */
export interface FolderEntry {
  readonly id: string;
  readonly name: string;
  /** The number of items. */
  readonly num: number;
}

/** A place in the list other than the user's folders: everything, the trash. */
export interface FolderPlace {
  readonly id: string;
  readonly name: string;
  readonly num: number;
}
