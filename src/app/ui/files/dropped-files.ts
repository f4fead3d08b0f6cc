/**
 * Ignores files that are dropped where nothing takes them. By default the browser would leave the page to show the
 * file, and unsaved work would be lost. Places that take files have cancelled the event before it gets here.
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

/** Whether a drag carries files. Before the drop the browser does not say which ones. */
export function carriesFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') === true;
}
