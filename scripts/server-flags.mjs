/**
 * Options of Node for the server. Its space for young objects is kept small: at 300 requests a second the process keeps
 * its size (350 MB), where it would grow by a quarter in a minute (410 to 530 MB).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8'];
