/**
 * Invalid settings, with which the server can't start. The message is one line that names the setting and shows no
 * secret.
 */
export class SettingFault extends Error {}
