import { DeleteOutlined } from '@ant-design/icons';
import { App, Button, Popconfirm } from 'antd';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { toBase64 } from '#model/kernel/base64.ts';
import { useSession } from '#app/state/session.ts';
import { formatSize, useUnit } from '#app/state/unit.ts';
import { dateFormat } from '#app/state/language-formats.ts';
import { deleteRecovered, recoveredLabels, recoveredPlace, type RecoveredLabel } from './recovered.ts';
import './recovered.css';

/** Unsaved labels left by a crash, a killed tab or a lost session; nothing if there are none. */
export function RecoveredLabels(): ReactElement | null {
  const { t } = useTranslation('home');
  const { message } = App.useApp();
  const navigate = useNavigate();
  const userId = useSession()?.userId ?? '';
  const [labels, setLabels] = useState<readonly RecoveredLabel[]>([]);
  useEffect(() => {
    let current = true;
    void recoveredLabels(userId).then((found) => {
      if (current && found.ok) setLabels(found.value);
    });
    return () => {
      current = false;
    };
  }, [userId]);

  function open(label: RecoveredLabel): void {
    const { path, state } = recoveredPlace(label);
    void navigate(path, { state });
  }
  async function remove(label: RecoveredLabel): Promise<void> {
    const deleted = await deleteRecovered(userId, label);
    if (deleted.ok) setLabels((now) => now.filter((one) => one !== label));
    else void message.error(t('recovered.failed'));
  }
  if (labels.length === 0) return null;
  return (
    <section aria-labelledby="recovered" data-testid="recovered">
      <div className="home-heading recovered-heading">
        <h2 id="recovered">{t('recovered.title')}</h2>
        <p>{t('recovered.text')}</p>
      </div>
      <ul className="card-grid recovered">
        {labels.map((label) => (
          <Recovered
            key={label.storedAs}
            label={label}
            onOpen={() => open(label)}
            onDelete={() => void remove(label)}
          />
        ))}
      </ul>
    </section>
  );
}

interface RecoveredProps {
  readonly label: RecoveredLabel;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

function Recovered({ label, onOpen, onDelete }: RecoveredProps): ReactElement {
  const { t, i18n } = useTranslation(['home', 'common']);
  const unit = useUnit();
  const { name, attributes, editedAt, picture } = label;
  const { widthMm, heightMm } = attributes.settings;
  // A small picture in a data URL, which needs no release.
  const url = picture === null ? null : `data:image/png;base64,${toBase64(picture)}`;
  const time = dateFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li className="card">
      <button type="button" className="recovered-open" aria-label={t('recovered.openNamed', { name })} onClick={onOpen}>
        <span className="recovered-picture">{url === null ? null : <img src={url} alt="" />}</span>
        <span className="recovered-text">
          <strong title={name}>{name}</strong>
          <small>{formatSize(widthMm, heightMm, unit, i18n.language)}</small>
          <time dateTime={new Date(editedAt).toISOString()}>{time.format(editedAt)}</time>
        </span>
      </button>
      <Popconfirm
        title={t('recovered.sure')}
        okText={t('common:action.delete')}
        cancelText={t('common:action.cancel')}
        okButtonProps={{ danger: true }}
        onConfirm={onDelete}
      >
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('recovered.deleteNamed', { name })}
          title={t('recovered.deleteNamed', { name })}
        />
      </Popconfirm>
    </li>
  );
}
