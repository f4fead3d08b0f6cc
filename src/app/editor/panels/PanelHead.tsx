import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { LabelElement } from '#model/elements/element.ts';
import { ActionButton } from '../session/ActionButton.tsx';
import { useElementDescriptors } from '../session/element-descriptor.ts';
import { Icon, ShapeIcon } from '../widgets/icons.tsx';

export function PanelHead({
  elements,
  title,
  detail,
}: {
  elements: readonly LabelElement[];
  title: string;
  detail: string;
}): JSX.Element {
  const { t } = useTranslation('editor');
  const describe = useElementDescriptors();
  const [first] = elements;
  const locked = elements.some((e) => e.locked);
  return (
    <header className="ed-panel-head">
      {first === undefined || elements.length > 1 ? (
        <Icon name="selectAll" />
      ) : (
        <ShapeIcon shape={describe(first.type).icon} />
      )}
      <div className="ed-panel-title">
        <h2>{title}</h2>
        <span>{detail}</span>
      </div>
      <ActionButton
        id="lock"
        pressed={locked}
        icon={locked ? 'lock' : 'unlock'}
        label={t(locked ? 'action.unlock' : 'action.lock')}
      />
      <ActionButton id="delete" />
    </header>
  );
}
