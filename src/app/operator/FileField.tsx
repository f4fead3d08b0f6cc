import { useId, useRef, type ReactElement } from 'react';
import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

interface FileFieldProps {
  readonly label: string;
  /** As in `<input accept>`. */
  readonly accept: string;
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
}

/** A file from this computer, with a button in the product's language instead of the browser's. */
export function FileField({ label, accept, file, onFile }: FileFieldProps): ReactElement {
  const { t } = useTranslation('operator');
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <label className="operator-field" htmlFor={id}>
        {label}
      </label>
      <div className="operator-file">
        <Button
          id={id}
          icon={<UploadOutlined aria-hidden />}
          aria-describedby={`${id}-name`}
          onClick={() => picker.current?.click()}
        >
          {t('file.choose')}
        </Button>
        <span id={`${id}-name`}>{file?.name ?? t('file.none')}</span>
        <input
          ref={picker}
          hidden
          type="file"
          accept={accept}
          onChange={(event) => {
            const chosen = event.target.files?.[0] ?? null;
            if (chosen !== null) onFile(chosen);
            event.target.value = '';
          }}
        />
      </div>
    </>
  );
}
