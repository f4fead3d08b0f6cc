import { Radio } from 'antd';
import { useMemo, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpreadsheetReading, TextEncoding } from '#model/elements/base/reading.ts';
import { encodingName } from './encoding-name.ts';
import { PreviewTable } from './PreviewTable.tsx';
import { usePreviews, type LoadPreview } from './use-previews.ts';

interface EncodingQuestionProps {
  readonly load: LoadPreview;
  readonly reading: SpreadsheetReading | undefined;
  readonly fileName: string;
  /** Most likely first. */
  readonly encodings: readonly TextEncoding[];
  readonly onChange: (reading: SpreadsheetReading) => void;
}

/** Shows the first rows in the possible encodings, and asks which one is right. */
export function EncodingQuestion({ load, reading, fileName, encodings, onChange }: EncodingQuestionProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const [chosen, setChosen] = useState(encodings[0]);
  const readings = useMemo(() => encodings.map((encoding) => ({ ...reading, encoding })), [encodings, reading]);
  const previews = usePreviews(load, readings);
  return (
    <div className="ed-reading">
      <p>{t('reading.askText', { file: fileName })}</p>
      <Radio.Group
        className="ed-reading-choices"
        value={chosen}
        aria-label={t('reading.encoding')}
        onChange={(event) => {
          const encoding = event.target.value as TextEncoding;
          setChosen(encoding);
          onChange({ ...reading, encoding });
        }}
      >
        {encodings.map((encoding, i) => {
          const preview = previews[i];
          const name = encodingName(encoding, i18n.language);
          return (
            <label key={encoding} className="ed-reading-choice" data-testid={`encoding-${encoding}`}>
              <Radio value={encoding}>{name}</Radio>
              {preview?.ok === true ? (
                <PreviewTable
                  label={name}
                  columns={preview.value.info.sheets[0]?.columns ?? []}
                  rows={(preview.value.rows[0] ?? []).slice(0, 3)}
                />
              ) : null}
            </label>
          );
        })}
      </Radio.Group>
    </div>
  );
}
