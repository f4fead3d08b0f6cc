import { CloudOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { toBase64 } from '#model/kernel/base64.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import { ONE_BIT_MODES } from '#model/elements/base/display-op.ts';
import { IMAGE_DISPLAY_MODES, THRESHOLD_MAX, type ImageElement } from '#model/elements/image/image-element.ts';
import { DEFAULT_THRESHOLD } from '#model/elements/image/image.ts';
import { fitToLabel } from '#editor/commands/image.ts';
import { RowPicturesSection } from './RowPicturesSection.tsx';
import { CropSection, TonesSection } from './ImageEditSections.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorState } from '../session/editor-session.tsx';
import { usePatch } from '../session/patch.ts';
import { CheckRow, IconChoice, NumberField, Row, Section, SelectField } from '../widgets/fields.tsx';

export function ImagePanel({ element }: { element: ImageElement }): JSX.Element {
  const { t } = useTranslation(['editor', 'cloud']);
  const { patch } = usePatch('image');
  const { replaceImage, replaceImageFromCloud, run } = useActions();
  const isDrawing = useEditorState((s) => s.template.assets.get(element.asset)?.mime === 'image/svg+xml');
  return (
    <>
      <Section title={t('panel.image')}>
        <AssetPreview asset={element.asset} />
        <Button size="small" block onClick={replaceImage}>
          {t('panel.replaceImage')}
        </Button>
        <Button
          size="small"
          block
          icon={<CloudOutlined aria-hidden />}
          data-testid="image-from-cloud"
          onClick={replaceImageFromCloud}
        >
          {t('cloud:fromCloud')}
        </Button>
        <Button size="small" block disabled={element.locked} onClick={() => run(fitToLabel())}>
          {t('panel.fitToLabel')}
        </Button>
        <Row label={t('panel.displayMode')}>
          <IconChoice
            label={t('panel.displayMode')}
            value={element.displayMode}
            choices={IMAGE_DISPLAY_MODES.filter(
              (mode) => !isDrawing || element.sources !== undefined || mode !== 'cover',
            ).map((value) => ({
              value,
              label: t(`displayMode.${value}`),
            }))}
            onChange={(displayMode) => patch({ displayMode })}
          />
        </Row>
        <CheckRow
          label={t('panel.keepProportion')}
          on={element.keepProportion}
          onChange={(keepProportion) => patch({ keepProportion })}
        />
      </Section>
      <RowPicturesSection element={element} />
      {isDrawing && element.sources === undefined ? (
        <p className="ed-hint">{t('panel.drawingHint')}</p>
      ) : (
        <>
          <OneBitSection element={element} />
          <TonesSection element={element} />
          <CropSection element={element} />
        </>
      )}
    </>
  );
}

/** The conversion of a raster image's grays to dots. */
function OneBitSection({ element }: { element: ImageElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch('image');
  return (
    <Section title={t('panel.oneBit')}>
      <Row label={t('panel.oneBitMode')}>
        <SelectField
          label={t('panel.oneBitMode')}
          value={element.oneBit}
          choices={ONE_BIT_MODES.map((value) => ({ value, label: t(`oneBit.${value}`) }))}
          onChange={(oneBit) => patch({ oneBit })}
        />
      </Row>
      {element.oneBit === 'threshold' ? (
        <Row label={t('panel.threshold')}>
          <NumberField
            label={t('panel.threshold')}
            value={element.threshold}
            min={0}
            max={THRESHOLD_MAX}
            fallback={DEFAULT_THRESHOLD}
            precision={0}
            onChange={(threshold) => patch({ threshold }, 'threshold')}
            onEnd={end}
          />
        </Row>
      ) : null}
      <p className="ed-hint">{t(`oneBitHint.${element.oneBit}`)}</p>
    </Section>
  );
}

function AssetPreview({ asset }: { asset: AssetKey }): JSX.Element | null {
  const { t } = useTranslation('editor');
  const stored = useEditorState((s) => s.template.assets.get(asset));
  const url = useMemo(
    () => (stored === undefined ? null : `data:${stored.mime};base64,${toBase64(stored.bytes)}`),
    [stored],
  );
  return url === null ? null : (
    <div className="ed-asset">
      <img src={url} alt={t('panel.image')} />
    </div>
  );
}
