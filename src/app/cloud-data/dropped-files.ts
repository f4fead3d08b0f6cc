/** What was dropped: files, and the names of folders, which are not taken. */
export interface DroppedFiles {
  readonly files: readonly File[];
  readonly folders: readonly string[];
}

/** To be called in the event itself: the browser forgets afterwards what was dropped. */
export function droppedFiles(data: DataTransfer): DroppedFiles {
  const files: File[] = [];
  const folders: string[] = [];
  for (const item of data.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (entry?.isDirectory === true) folders.push(entry.name);
    else if (file !== null) files.push(file);
  }
  return { files, folders };
}
