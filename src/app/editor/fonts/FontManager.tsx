import { App, Button, Modal, Popconfirm, Upload } from 'antd';
import { useSyncExternalStore, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { FONT_FAMILIES } from '#model/elements/base/fonts.ts';
import { problem } from '#model/kernel/problem.ts';
import type { OwnFont } from '#services/user-font-store.ts';
import { problemText, noticeText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { numberFormat } from '#app/state/language-formats.ts';
import { loadScreenFonts } from '#app/ui/screen-fonts.ts';
import { Icon } from '../widgets/icons.tsx';
import { useAddingFonts, type Adding, type AddingFonts } from './use-adding-fonts.ts';
import './fonts.css';

const ACCEPT = '.ttf,.otf,.woff,.woff2';

export interface FontManagerProps {
  onClose(): void;
}

/** The user's own fonts: list, add from files, delete. */
export function FontManager({ onClose }: FontManagerProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const { message } = App.useApp();
  const { fonts } = useServices();
  const own = useSyncExternalStore(fonts.subscribe, fonts.own);
  const adding = useAddingFonts();

  async function remove(font: OwnFont): Promise<void> {
    const done = await fonts.remove(font.id);
    const notice = done.ok ? null : noticeText(t, done.error);
    if (notice !== null) void message.error(notice);
  }

  return (
    <Modal open centered width={520} title={t('fonts.title')} footer={null} onCancel={onClose}>
      <div className="ed-fonts" data-testid="font-manager">
        <Upload.Dragger
          accept={ACCEPT}
          multiple
          showUploadList={false}
          beforeUpload={(file) => {
            adding.add(file);
            // We upload the file ourselves; antd must not.
            return Upload.LIST_IGNORE;
          }}
        >
          <p className="ed-fonts-drop">
            <Icon name="export" />
            {t('fonts.drop')}
          </p>
          <p className="ed-hint">{t('fonts.kinds')}</p>
        </Upload.Dragger>
        <p className="ed-fonts-said" role="status">
          {adding.added === null ? '' : t('fonts.added', { family: adding.added })}
        </p>
        {adding.list.length === 0 ? null : (
          <ul className="ed-fonts-list">
            {adding.list.map((one) => (
              <AddingRow key={one.key} one={one} adding={adding} />
            ))}
          </ul>
        )}
        {own.length === 0 ? (
          <p className="ed-hint">{t('fonts.none')}</p>
        ) : (
          <ul className="ed-fonts-list" aria-label={t('fonts.title')}>
            {own.map((font) => (
              <OwnRow key={font.id} font={font} language={i18n.language} onRemove={() => remove(font)} />
            ))}
          </ul>
        )}
      </div>
    </Modal>
  );
}

function AddingRow({ one, adding }: { readonly one: Adding; readonly adding: AddingFonts }): JSX.Element {
  const { t } = useTranslation('editor');
  const { state } = one;
  const fault =
    state.is === 'failed'
      ? state.problem
      : state.is === 'taken'
        ? problem('font.nameTaken', { family: state.font.family })
        : null;
  return (
    <li data-testid="font-adding" aria-busy={fault === null}>
      <div>
        <b>{one.fileName}</b>
        {state.is === 'checking' || state.is === 'uploading' ? (
          <span>
            <progress aria-label={t(`fonts.${state.is}`)} /> {t(`fonts.${state.is}`)}
          </span>
        ) : null}
        {fault === null ? null : (
          <span className="ed-fonts-fault" role="alert">
            {problemText(t, fault)}
          </span>
        )}
      </div>
      {state.is === 'taken' ? (
        <Button size="small" onClick={() => adding.replace(one.key)}>
          {t('fonts.replace')}
        </Button>
      ) : null}
      <Button size="small" type="text" onClick={() => adding.drop(one.key)}>
        {t(fault === null ? 'common:action.cancel' : 'common:action.close')}
      </Button>
    </li>
  );
}

interface OwnRowProps {
  readonly font: OwnFont;
  readonly language: string;
  onRemove(): Promise<void>;
}

function OwnRow({ font, language, onRemove }: OwnRowProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { fonts } = useServices();
  loadScreenFonts(fonts.catalog(), font.family);
  const kilobytes = numberFormat(language, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
  const facts = [
    t('fonts.weight', { weight: font.weight }),
    ...(font.italic ? [t('fonts.italic')] : []),
    kilobytes.format(Math.max(1, font.bytes / 1024)),
    ...(FONT_FAMILIES.some(({ name }) => name === font.family) ? [t('fonts.inPlace')] : []),
  ];
  return (
    <li data-testid="font-own">
      <div>
        <b style={{ fontFamily: `"${font.family}"`, fontWeight: font.weight, fontStyle: font.italic ? 'italic' : '' }}>
          {font.family}
        </b>
        <span>{facts.join(' · ')}</span>
      </div>
      <Popconfirm
        title={t('fonts.deleteAsk', { family: font.family })}
        description={t('fonts.deleteHint')}
        okText={t('common:action.delete')}
        cancelText={t('common:action.cancel')}
        okButtonProps={{ danger: true }}
        onConfirm={onRemove}
      >
        <Button
          size="small"
          type="text"
          aria-label={`${t('common:action.delete')} ${font.family}`}
          icon={<Icon name="trash" size={16} />}
        />
      </Popconfirm>
    </li>
  );
}
