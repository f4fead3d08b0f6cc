import { Button } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { LabelElement } from '#model/elements/element.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import type { TimeTextElement } from '#model/elements/time-text/time-text-element.ts';
import { canPush } from '#model/page/pushed-elements.ts';
import { pushAllBelow, setPushed, stayingBelow } from '#editor/commands/push.ts';
import { commonPush } from '#editor/footprint.ts';
import { unitMark, useUnit } from '#app/state/unit.ts';
import { useActions } from '../session/actions.tsx';
import { formatLength } from '../session/display-unit.ts';
import { useEditorState } from '../session/editor-session.tsx';
import { CheckRow, Section } from '../widgets/fields.tsx';
import { followsLength } from '#model/page/content-length.ts';
import { contentLengthOf } from '#model/template/length-by-content.ts';
import { common } from '../widgets/mixed.ts';

/** Whether texts above push the selected elements down, and by how much on the shown label; nothing on labels without such texts. */
export function PushSection({ elements }: { readonly elements: readonly LabelElement[] }): JSX.Element | null {
  const { t, i18n } = useTranslation('editor');
  const { run } = useActions();
  const unit = useUnit();
  const hasPushing = useEditorState((s) => s.template.elements.some((each) => canPush(each) && each !== elements[0]));
  const pushMm = useEditorState((s) => commonPush(elements, s.pushes));
  const pushed = common(elements.map((element) => element.pushed === true));
  // Elements at the label's end are where that is.
  const followEnd = useEditorState((s) => contentLengthOf(s.template.label) !== null && elements.every(followsLength));
  if (followEnd || (!hasPushing && pushed === false)) return null;
  const length = `${formatLength(pushMm, unit, i18n.language)} ${unitMark(unit, i18n.language)}`;
  return (
    <Section title={t('push.title')}>
      <CheckRow label={t('push.moves')} on={pushed} onChange={(moves) => run(setPushed(moves))} />
      {pushMm === 0 ? null : (
        <p className="ed-hint" data-testid="pushed-by">
          {t('push.movedBy', { length })}
        </p>
      )}
    </Section>
  );
}

/** What a text that grows does to the elements below it; nothing for other texts. */
export function PushFields({ text }: { readonly text: TextElement | TimeTextElement }): JSX.Element | null {
  const { t } = useTranslation('editor');
  const { run } = useActions();
  const number = useEditorState((s) => (canPush(text) ? stayingBelow(s.template, text.id).length : 0));
  if (text.fit !== 'grow') return null;
  if (!canPush(text)) return <p className="ed-hint">{t('push.onlyUpright')}</p>;
  if (number === 0) return null;
  return (
    <div className="ed-hint" data-testid="push-below">
      {t('push.staying', { number })}{' '}
      <Button size="small" onClick={() => run(pushAllBelow(text.id))}>
        {t('push.moveAll')}
      </Button>
    </div>
  );
}
