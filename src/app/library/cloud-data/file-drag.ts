/** The data type for dragging files from the list into a folder: their ids, separated by commas. */
export const FILE_DRAG = 'application/x-cloud-files';
