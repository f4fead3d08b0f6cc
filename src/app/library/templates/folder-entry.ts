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
