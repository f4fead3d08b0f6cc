/**
 * A file that is let go anywhere but on a place that takes files does nothing: by itself the browser would leave the
 * page to show the file, and unsaved work would be gone. Places that take files have cancelled the event by then.
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

/** Before the drop the browser says only that there are files, not which. */
export function carriesFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') === true;
}
