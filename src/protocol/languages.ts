/** The languages that the server's messages come in; the `language` header names one. */
export const LANGUAGES = ['zh', 'en', 'pt', 'es', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];
