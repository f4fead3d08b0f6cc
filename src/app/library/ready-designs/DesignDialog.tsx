import type { ReactElement } from 'react';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { IndustryTemplate } from '#protocol/api.ts';
import { TemplatePicture } from '#app/library/templates/TemplatePicture.tsx';
import { formatSize, useUnit } from '#app/state/unit.ts';
import { roundMm } from '#model/kernel/units.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import { editLabelPath } from '#app/state/label-attributes.ts';
import './industry.css';

/** Shows a ready template large, with its details. */
export function DesignDialog(props: { readonly design: IndustryTemplate; readonly onClose: () => void }): ReactElement {
  const { design, onClose } = props;
  const { t, i18n } = useTranslation(['industry', 'common']);
  const unit = useUnit();
  const navigate = useNavigate();
  const facts: readonly (readonly [term: string, text: string])[] = [
    [t('size'), formatSize(design.width, design.height, unit, i18n.language)],
    [t('industry'), t(`name.${design.parent_id}`)],
    ...(design.blanks === 0 ? [] : [[t('blanks'), t('blankCount', { count: design.blanks })] as const]),
    ...(design.use_num === 0 ? [] : [[t('used'), t('usedCount', { count: design.use_num })] as const]),
  ];
  return (
    <Modal
      open
      centered
      width={720}
      title={design.name}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="primary" onClick={() => void navigate(designPath(design))}>
            {t('use')}
          </Button>
        </>
      }
    >
      <div className="design-large">
        <TemplatePicture template={design} density={2} />
      </div>
      <dl className="design-facts">
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <div className="design-fact-wide">
          <dt>{t('printers')}</dt>
          <dd>{design.brands.join(', ')}</dd>
        </div>
      </dl>
      <p className="design-note">{t('useText')}</p>
    </Modal>
  );
}

/** The editor's address for a ready template: saving it creates a template of the user. */
function designPath({ id, name, file, width, height }: IndustryTemplate): string {
  const settings = createLabelSettings(name, { widthMm: roundMm(width), heightMm: roundMm(height) });
  return editLabelPath({ id, parentId: '', file, revision: 0, type: 'common', localFile: '', settings }, 'common');
}
