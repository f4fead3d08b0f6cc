/** The server can't start with its settings. The message is one line that names the setting and shows no secret. */
export class SettingFault extends Error {}
