import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChanged } from '#app/ui/changed-time.ts';

/** Words for times (milliseconds since 1970) as they are when the list is first shown: "2 hours ago". */
export function useChanged(): (time: number) => string {
  const { i18n } = useTranslation();
  const [shownAt] = useState(() => new Date());
  return (time) => formatChanged(new Date(time), shownAt, i18n.language);
}
