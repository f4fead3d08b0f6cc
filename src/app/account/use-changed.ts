import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChanged } from '#app/ui/changed-time.ts';

/** Formats times (milliseconds since 1970) relative to the first render: "2 hours ago". */
export function useChanged(): (time: number) => string {
  const { i18n } = useTranslation();
  const [shownAt] = useState(() => new Date());
  return (time) => formatChanged(new Date(time), shownAt, i18n.language);
}
