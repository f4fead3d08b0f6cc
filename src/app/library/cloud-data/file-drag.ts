/** The data of a drag of files from the list into a folder: their ids, with commas between. */
export const FILE_DRAG = 'application/x-cloud-files';
