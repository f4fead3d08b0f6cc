import { createContext, useContext, type Context } from 'react';

/** The id of the open label on the server; null while it was never saved there. */
export const SavedTemplateContext: Context<string | null> = createContext<string | null>(null);

export function useSavedTemplateId(): string | null {
  return useContext(SavedTemplateContext);
}
