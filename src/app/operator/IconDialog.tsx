import { useId, useState, type ReactElement } from 'react';
import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { ADDED_ICON_LIMITS, LANGUAGES, type AddedIconInfo, type IconTree } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { ConfirmAction } from './ConfirmAction.tsx';
import { FileField } from './FileField.tsx';

const NO_NAMES: AddedIconInfo['names'] = { zh: '', en: '', pt: '', es: '', ru: '' };

/** Adds a drawing to the icon library, or edits the names and the category of an icon. */
export function IconDialog(props: {
  /** Null for a new one. */
  readonly icon: AddedIconInfo | null;
  readonly groups: IconTree['list'];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}): ReactElement {
  const { icon, groups } = props;
  const { t } = useTranslation('operator');
  const { api } = useServices();
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [names, setNames] = useState(icon?.names ?? NO_NAMES);
  const [category, setCategory] = useState(icon?.category ?? groups[0]?.son[0]?.id ?? '');
  return (
    <ConfirmAction
      title={t(icon === null ? 'icons.add' : 'icons.save')}
      text={t(icon === null ? 'icons.addText' : 'icons.saveText')}
      isReady={(icon !== null || file !== null) && names.en.trim() !== ''}
      onClose={props.onClose}
      onConfirm={async () => {
        const fields = { category, names };
        const saved =
          icon === null
            ? await api.call('addIcon', { ...fields, svg: (await file?.text()) ?? '' })
            : await api.call('editIcon', { id: icon.id, ...fields });
        if (!saved.ok) return saved.error;
        props.onSaved();
        return null;
      }}
    >
      {icon === null ? (
        <FileField label={t('icons.file')} accept=".svg,image/svg+xml" file={file} onFile={setFile} />
      ) : null}
      <label className="operator-field" htmlFor={`${id}-category`}>
        {t('icons.category')}
      </label>
      <Select
        id={`${id}-category`}
        className="operator-wide"
        value={category}
        options={groups.map(({ name, son }) => ({
          label: name,
          options: son.map((one) => ({ label: one.name, value: one.id })),
        }))}
        onChange={setCategory}
      />
      {LANGUAGES.map((language) => (
        <div key={language}>
          <label className="operator-field" htmlFor={`${id}-${language}`}>
            {t('icons.nameIn', { language })}
          </label>
          <Input
            id={`${id}-${language}`}
            maxLength={ADDED_ICON_LIMITS.nameLength}
            value={names[language]}
            onChange={(event) => setNames({ ...names, [language]: event.target.value })}
          />
        </div>
      ))}
    </ConfirmAction>
  );
}
