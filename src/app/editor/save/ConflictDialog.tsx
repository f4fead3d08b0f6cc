import { Button, Modal } from 'antd';
import { useMemo, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { toBase64 } from '#model/kernel/base64.ts';
import type { TemplateInfo } from '#protocol/api.ts';
import './save.css';
import { dateFormat } from '#app/state/language-formats.ts';

export type ConflictChoice = 'cancel' | 'keepBoth' | 'overwrite';

export interface ConflictDialogProps {
  /** The version on the server, saved elsewhere since this one was opened. */
  readonly present: TemplateInfo;
  /** The name of the label that is being saved. */
  readonly name: string;
  /** Its picture, a PNG; null for none. */
  readonly preview: Uint8Array | null;
  onChoice(choice: ConflictChoice): void;
}

/** Shows two versions of one template and asks which to keep. It can't be closed without an answer. */
export function ConflictDialog({ present, name, preview, onChoice }: ConflictDialogProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const mine = useMemo(() => (preview === null ? null : `data:image/png;base64,${toBase64(preview)}`), [preview]);
  const time = dateFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Modal
      open
      centered
      width={760}
      title={t('save.conflictTitle')}
      closable={false}
      mask={{ closable: false }}
      onCancel={() => onChoice('cancel')}
      footer={[
        <Button key="cancel" data-testid="conflict-cancel" onClick={() => onChoice('cancel')}>
          {t('common:action.cancel')}
        </Button>,
        <Button key="overwrite" danger data-testid="conflict-overwrite" onClick={() => onChoice('overwrite')}>
          {t('save.conflictOverwrite')}
        </Button>,
        <Button key="both" type="primary" autoFocus data-testid="conflict-both" onClick={() => onChoice('keepBoth')}>
          {t('save.conflictBoth')}
        </Button>,
      ]}
    >
      <p>{t('save.conflictText', { time: time.format(new Date(present.update_time)) })}</p>
      <div className="ed-conflict" data-testid="conflict-pictures">
        <Version title={t('save.conflictMine')} name={name} picture={mine} />
        <Version
          title={t('save.conflictTheirs')}
          name={present.name}
          picture={present.image === '' ? null : present.image}
        />
      </div>
    </Modal>
  );
}

function Version({ title, name, picture }: { title: string; name: string; picture: string | null }): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <figure className="ed-conflict-version">
      <figcaption>
        <strong>{title}</strong>
        <span>{name}</span>
      </figcaption>
      {picture === null ? <p>{t('save.conflictNoPicture')}</p> : <img src={picture} alt={title} />}
    </figure>
  );
}
