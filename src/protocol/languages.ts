/** The languages of the server's messages; the `language` header names one. */
export const LANGUAGES = ['zh', 'en', 'pt', 'es', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];
