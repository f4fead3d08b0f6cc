import { useEffect, useRef, useState, type ReactElement } from 'react';
import { DeleteOutlined, PictureOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

interface PictureFieldProps {
  readonly picture: File | null;
  readonly onPicture: (picture: File | null) => void;
}

/** One picture, chosen from this device; checked when it is sent. */
export function PictureField({ picture, onPicture }: PictureFieldProps): ReactElement {
  const { t } = useTranslation('feedback');
  const picker = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (url === null) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  const take = (file: File | null): void => {
    setUrl(file === null ? null : URL.createObjectURL(file));
    onPicture(file);
  };
  return (
    <div className="feedback-picture">
      {url === null || picture === null ? null : <img src={url} alt={picture.name} />}
      <Button icon={<PictureOutlined aria-hidden />} onClick={() => picker.current?.click()}>
        {t(picture === null ? 'addPicture' : 'otherPicture')}
      </Button>
      {picture === null ? null : (
        <Button icon={<DeleteOutlined aria-hidden />} onClick={() => take(null)}>
          {t('removePicture')}
        </Button>
      )}
      <input
        ref={picker}
        hidden
        type="file"
        accept="image/png,image/jpeg"
        aria-label={t('addPicture')}
        onChange={(event) => {
          take(event.target.files?.[0] ?? null);
          event.target.value = '';
        }}
      />
    </div>
  );
}
