import { Button } from 'antd';
import { useMemo, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { toBase64 } from '#model/kernel/base64.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import type { ImageElement } from '#model/elements/image/image-element.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorState } from '../session/editor-session.tsx';
import { usePatch } from '../session/patch.ts';
import { CheckRow, IconChoice, Row, Section } from './fields.tsx';

export function ImagePanel({ element }: { element: ImageElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch } = usePatch('image');
  const { replaceImage } = useActions();
  return (
    <>
      <Section title={t('panel.image')}>
        <AssetPreview asset={element.asset} />
        <Button size="small" block onClick={replaceImage}>
          {t('panel.replaceImage')}
        </Button>
        <CheckRow
          label={t('panel.keepProportion')}
          on={element.keepProportion}
          onChange={(keepProportion) => patch({ keepProportion })}
        />
      </Section>
      <Section title={t('panel.oneBit')}>
        <Row label={t('panel.oneBitMode')}>
          <IconChoice
            label={t('panel.oneBitMode')}
            value={element.oneBit}
            choices={[
              { value: 'threshold', label: t('oneBit.threshold') },
              { value: 'dither', label: t('oneBit.dither') },
            ]}
            onChange={(oneBit) => patch({ oneBit })}
          />
        </Row>
        <p className="ed-hint">{t(element.oneBit === 'dither' ? 'oneBit.ditherHint' : 'oneBit.thresholdHint')}</p>
      </Section>
    </>
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
