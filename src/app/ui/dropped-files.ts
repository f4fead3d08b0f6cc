/**
 * Ignores files that are dropped outside a drop target. By default the browser would leave the page to show the file, and
 * unsaved work would be lost. Drop targets have canceled the event before it gets here.
 */
export function ignoreStrayFiles(): void {
  for (const type of ['dragover', 'drop'] as const) {
    window.addEventListener(type, (event) => {
      if (event.defaultPrevented || !carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
    });
  }
}

/** Whether a drag carries files. The browser reveals them only on the drop. */
export function carriesFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') === true;
}
