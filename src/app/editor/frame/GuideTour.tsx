import { Button, Tour, type TourProps } from 'antd';
import { useState, type JSX, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { type GuideStep, guidePictureWidth, GUIDE_VIEWS } from './guide-pictures.ts';
import { GUIDE_PICTURES } from 'virtual:help/guide';
import { LANGUAGES } from '#protocol/languages.ts';

export interface GuideTourProps {
  onClose(): void;
}

/** The specification's tour in five steps. It opens automatically the first time, later from the help menu. */
export function GuideTour({ onClose }: GuideTourProps): JSX.Element {
  const { t } = useTranslation('editor');
  const [current, setCurrent] = useState(0);
  const target = (selector: string) => (): HTMLElement =>
    document.querySelector<HTMLElement>(selector) ?? document.body;
  const step = (name: GuideStep, selector?: string): NonNullable<TourProps['steps']>[number] => ({
    cover: <GuidePicture step={name} />,
    title: t(`guide.${name}Title`),
    description: t(`guide.${name}Text`),
    ...(selector === undefined ? { target: null } : { target: target(selector) }),
  });
  const steps = [
    step('welcome'),
    { ...step('tools', '[data-guide="palette"]'), placement: 'right' as const },
    { ...step('menu', '.ed-strip'), placement: 'bottom' as const },
    { ...step('panel', '.ed-panel'), placement: 'left' as const },
    { ...step('print', '[data-guide="print"]'), placement: 'bottomRight' as const },
  ];
  return (
    <Tour
      open
      rootClassName="ed-guide"
      current={current}
      onChange={setCurrent}
      onClose={onClose}
      steps={steps}
      zIndex={1100}
      actionsRender={guideActions({
        current,
        last: steps.length - 1,
        onNext: () => setCurrent(current + 1),
        onClose,
      })}
    />
  );
}

interface GuideActionsProps {
  readonly current: number;
  readonly last: number;
  onNext(): void;
  onClose(): void;
}

function guideActions(props: GuideActionsProps): () => JSX.Element {
  return () => <GuideActions {...props} />;
}

function GuideActions({ current, last, onNext, onClose }: GuideActionsProps): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <div className="ed-guide-actions">
      {current === last ? null : (
        <Button size="small" data-testid="guide-skip" onClick={onClose}>
          {t('guide.skip')}
        </Button>
      )}
      <Button size="small" type="primary" data-testid="guide-next" onClick={current === last ? onClose : onNext}>
        {t(current === 0 ? 'guide.start' : current === last ? 'guide.done' : 'guide.next')}
      </Button>
    </div>
  );
}

/** A picture of the screen for a step of the tour, in the user's language. It adds nothing to the text. */
function GuidePicture({ step }: { readonly step: GuideStep }): JSX.Element {
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
