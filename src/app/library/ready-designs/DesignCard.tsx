import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { IndustryTemplate } from '#protocol/api.ts';
import { TemplatePicture } from '#app/library/templates/TemplatePicture.tsx';
import { formatSize, useUnit } from '#app/state/unit.ts';

/** A ready template: its picture, name, size and industry, as one button. */
export function DesignCard(props: {
  readonly design: IndustryTemplate;
  readonly onPress: (design: IndustryTemplate) => void;
}): ReactElement {
  const { design, onPress } = props;
  const { t, i18n } = useTranslation('industry');
  const unit = useUnit();
  return (
    <button type="button" className="card card-button design-card" onClick={() => onPress(design)}>
      <TemplatePicture template={design} density={2} />
      <span className="design-card-foot">
        <strong title={design.name}>{design.name}</strong>
        <span>
          {formatSize(design.width, design.height, unit, i18n.language)} · {t(`name.${design.parent_id}`)}
        </span>
      </span>
    </button>
  );
}
