import { useId, useState, type ReactElement } from 'react';
import { Checkbox, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { useServices } from '#app/state/services.tsx';
import { ConfirmAction } from './ConfirmAction.tsx';
import { FileField } from './FileField.tsx';

/** Uploads a font file to the server, for all users or for members. */
export function AddFontDialog(props: { readonly onClose: () => void; readonly onAdded: () => void }): ReactElement {
  const { t } = useTranslation('operator');
  const { api } = useServices();
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [family, setFamily] = useState('');
  const [weight, setWeight] = useState(400);
  const [italic, setItalic] = useState(false);
  const [members, setMembers] = useState(false);
  return (
    <ConfirmAction
      title={t('fonts.add')}
      text={t('fonts.addText')}
      isReady={file !== null && family.trim() !== ''}
      onClose={props.onClose}
      onConfirm={async () => {
        if (file === null) return null;
        const token = await api.call('uploadToken', {});
        if (!token.ok) return token.error;
        const sent = await api.uploadTemplate(new Uint8Array(await file.arrayBuffer()), file.name, token.value.data);
        if (!sent.ok) return sent.error;
        const url = token.value.url + sent.value.key;
        const added = await api.call('addOperatorFont', { family: family.trim(), weight, italic, members, url });
        if (!added.ok) return added.error;
        props.onAdded();
        return null;
      }}
    >
      <FileField
        label={t('fonts.file')}
        accept=".ttf,.otf,.woff,.woff2"
        file={file}
        onFile={(chosen) => {
          setFile(chosen);
          if (family === '' && chosen !== null) setFamily(chosen.name.replace(/\.\w+$/, ''));
        }}
      />
      <label className="operator-field" htmlFor={`${id}-family`}>
        {t('fonts.family')}
      </label>
      <Input id={`${id}-family`} maxLength={100} value={family} onChange={(event) => setFamily(event.target.value)} />
      <label className="operator-field" htmlFor={`${id}-weight`}>
        {t('fonts.weight')}
      </label>
      <NumberInput id={`${id}-weight`} min={1} max={1000} precision={0} value={weight} onChange={setWeight} />
      <div className="operator-field">
        <Checkbox checked={italic} onChange={(event) => setItalic(event.target.checked)}>
          {t('fonts.italic')}
        </Checkbox>
        <Checkbox checked={members} onChange={(event) => setMembers(event.target.checked)}>
          {t('fonts.membersOnly')}
        </Checkbox>
      </div>
    </ConfirmAction>
  );
}
