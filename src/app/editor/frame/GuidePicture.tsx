import { GUIDE_PICTURES } from 'virtual:help/guide';
import { useSyncExternalStore, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '#protocol/languages.ts';
import { guidePictureWidth, GUIDE_VIEWS, type GuideStep } from './guide-pictures.ts';

/** The part of the real screen that a step of the guide speaks of, in the user's language. It says nothing that the text does not. */
export function GuidePicture({ step }: { readonly step: GuideStep }): JSX.Element {
  const { i18n } = useTranslation();
  const screenPx = useSyncExternalStore(onResize, () => window.innerWidth);
  const language = LANGUAGES.find((each) => each === i18n.language) ?? 'en';
  const { picture, scale, corner } = GUIDE_VIEWS[step];
  return (
    <span
      className="ed-guide-picture"
      data-testid={`guide-picture-${step}`}
      style={{ width: guidePictureWidth(language, screenPx) }}
    >
      <img
        src={GUIDE_PICTURES[language][picture]}
        alt=""
        decoding="async"
        style={{ width: `${scale * 100}%`, [corner]: 0 }}
      />
    </span>
  );
}

function onResize(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}
