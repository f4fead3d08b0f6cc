/** A folder as a list shows it. */
export interface FolderEntry {
  readonly id: string;
  readonly name: string;
  /** How many things it has. */
  readonly num: number;
}

/** A place in the list that is no folder of the user's: everything, the trash. */
export interface FolderPlace {
  readonly id: string;
  readonly name: string;
  readonly num: number;
}
