import type { ReactElement } from 'react';
import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { GRADES, type Grade } from '#model/symbology/read/grade.ts';
import { MAX_COPIES } from '#protocol/assistant.ts';
import { MAX_ADDRESS_LENGTH, RUN_FORMATS, type RunFormat } from '#protocol/api.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { ConditionFields } from './ConditionFields.tsx';
import { formatText } from './format-text.ts';
import { FormField } from './FormField.tsx';
import type { FaultPlace, ScheduleDraft, SourceType, Target } from './schedule-draft.ts';
import type { Choices } from './use-choices.ts';

interface RunFieldsProps {
  readonly draft: ScheduleDraft;
  readonly choices: Choices | null;
  /** Whether a program has supplied rows. */
  readonly hasKeptRows: boolean;
  readonly faults: Readonly<Partial<Record<FaultPlace, string>>>;
  onChange(part: Partial<ScheduleDraft>): void;
}

/** The template, the rows, and the target of a scheduled run. */
export function RunFields({ draft, choices, hasKeptRows, faults, onChange }: RunFieldsProps): ReactElement {
  const { t } = useTranslation(['schedules', 'export', 'print']);
  const loading = choices === null;
  const sources: readonly SourceType[] = [
    'none',
    'spreadsheet',
    'url',
    'query',
    ...(hasKeptRows ? ['kept' as const] : []),
  ];
  const missingOption = (
    value: string | null,
    there: readonly { readonly value: string }[] | undefined,
  ): readonly object[] =>
    value === null || there === undefined || there.some((one) => one.value === value)
      ? []
      : [{ value, label: t('gone'), disabled: true }];
  const sheets = choices?.spreadsheets.flatMap(({ options }) => options);
  const { target } = draft;
  const printer = target.type === 'printer' ? target.id : null;
  return (
    <>
      <FormField label={t('template')} fault={faults.template ?? ''} wide>
        {(ids) => (
          <Select
            {...ids}
            data-testid="schedule-template"
            loading={loading}
            value={loading ? null : draft.template}
            placeholder={t('chooseTemplate')}
            options={[...(choices?.templates ?? []), ...missingOption(draft.template, choices?.templates)]}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(template: string) => onChange({ template })}
          />
        )}
      </FormField>
      <FormField label={t('rows')} fault={draft.source === 'none' ? (faults.source ?? '') : ''}>
        {(ids) => (
          <Select<SourceType>
            {...ids}
            data-testid="schedule-source"
            value={draft.source}
            options={sources.map((value) => ({ value, label: t(`source.${value}`) }))}
            onChange={(source) => onChange({ source })}
          />
        )}
      </FormField>
      {draft.source === 'spreadsheet' ? (
        <>
          <FormField label={t('spreadsheet')} fault={faults.source ?? ''}>
            {(ids) => (
              <Select
                {...ids}
                data-testid="schedule-spreadsheet"
                loading={loading}
                value={loading ? null : draft.spreadsheet}
                placeholder={t('chooseSpreadsheet')}
                options={[...(choices?.spreadsheets ?? []), ...missingOption(draft.spreadsheet, sheets)]}
                notFoundContent={t('noSpreadsheet')}
                showSearch={{ optionFilterProp: 'label' }}
                onChange={(spreadsheet: string) => onChange({ spreadsheet })}
              />
            )}
          </FormField>
          <SheetField sheet={draft.sheet} onChange={onChange} />
        </>
      ) : null}
      {draft.source === 'url' ? (
        <>
          <FormField label={t('address')} hint={t('addressHint')} fault={faults.source ?? ''}>
            {(ids) => (
              <Input
                {...ids}
                inputMode="url"
                autoComplete="off"
                maxLength={MAX_ADDRESS_LENGTH}
                value={draft.address}
                placeholder="https://"
                onChange={(event) => onChange({ address: event.target.value })}
              />
            )}
          </FormField>
          <SheetField sheet={draft.sheet} onChange={onChange} />
        </>
      ) : null}
      {draft.source === 'query' ? (
        <QueryFields draft={draft} choices={choices} fault={faults.source ?? ''} onChange={onChange} />
      ) : null}
      {draft.source === 'none' && draft.trigger === 'none' && draft.where.length === 0 ? null : (
        <ConditionFields where={draft.where} fault={faults.where ?? ''} onChange={(where) => onChange({ where })} />
      )}
      <FormField label={t('target')} fault={faults.target ?? ''} wide>
        {(ids) => (
          <Select
            {...ids}
            data-testid="schedule-target"
            loading={loading && printer !== null}
            value={loading && printer !== null ? null : textOf(target)}
            options={[
              {
                label: t('printers'),
                options: [
                  ...(choices?.printers ?? []).map(({ value, label }) => ({ value: `printer ${value}`, label })),
                  ...missingOption(
                    printer === null ? null : textOf(target),
                    choices?.printers.map(({ value }) => ({ value: `printer ${value}` })),
                  ),
                ],
              },
              {
                label: t('files'),
                options: RUN_FORMATS.map((value) => ({ value: `format ${value}`, label: formatText(t, value) })),
              },
            ].filter(({ options }) => options.length > 0)}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(text: string) => onChange({ target: targetOf(text) })}
          />
        )}
      </FormField>
      <FormField label={t('copies')} fault={faults.copies ?? ''}>
        {(ids) => (
          <NumberInput
            id={ids.id}
            faultId={faults.copies === undefined ? undefined : ids['aria-describedby']}
            min={1}
            max={MAX_COPIES}
            precision={0}
            value={draft.copies}
            onChange={(copies) => onChange({ copies })}
          />
        )}
      </FormField>
      <FormField label={t('grade')} hint={t('gradeHint')}>
        {(ids) => (
          <Select<Grade>
            {...ids}
            data-testid="schedule-grade"
            value={draft.grade}
            options={GRADES.map((value) => ({ value, label: value }))}
            onChange={(grade) => onChange({ grade })}
          />
        )}
      </FormField>
    </>
  );
}

interface SheetFieldProps extends Pick<RunFieldsProps, 'onChange'> {
  readonly sheet: string;
}

function SheetField({ sheet, onChange }: SheetFieldProps): ReactElement {
  const { t } = useTranslation('schedules');
  return (
    <FormField label={t('sheet')} hint={t('sheetHint')}>
      {(ids) => (
        <Input {...ids} maxLength={100} value={sheet} onChange={(event) => onChange({ sheet: event.target.value })} />
      )}
    </FormField>
  );
}

interface QueryFieldsProps extends Pick<RunFieldsProps, 'draft' | 'choices' | 'onChange'> {
  readonly fault: string;
}

/** A saved query, with values that replace its parameters' defaults. */
function QueryFields({ draft, choices, fault, onChange }: QueryFieldsProps): ReactElement {
  const { t } = useTranslation('schedules');
  const { query: chosen, values } = draft;
  const query = choices?.queries.find(({ value }) => value === chosen);
  const isMissing = chosen !== null && choices !== null && query === undefined;
  return (
    <>
      <FormField label={t('query')} fault={fault}>
        {(ids) => (
          <Select
            {...ids}
            data-testid="schedule-query"
            loading={choices === null}
            value={choices === null ? null : chosen}
            placeholder={t('chooseQuery')}
            options={[
              ...(choices?.queries ?? []).map(({ value, label }) => ({ value, label })),
              ...(isMissing ? [{ value: chosen, label: t('gone'), disabled: true }] : []),
            ]}
            notFoundContent={t('noQuery')}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(value: string) => onChange({ query: value, values: {} })}
          />
        )}
      </FormField>
      {(query?.parameters ?? []).map(({ name, label, value }) => (
        <FormField key={name} label={label === '' ? name : label}>
          {(ids) => (
            <Input
              {...ids}
              maxLength={1000}
              value={values[name] ?? value}
              onChange={(event) => onChange({ values: { ...values, [name]: event.target.value } })}
            />
          )}
        </FormField>
      ))}
    </>
  );
}

function textOf(target: Target): string {
  return target.type === 'format' ? `format ${target.format}` : `printer ${target.id}`;
}

function targetOf(text: string): Target {
  const at = text.indexOf(' ');
  const name = text.slice(at + 1);
  return text.startsWith('printer ') ? { type: 'printer', id: name } : { type: 'format', format: name as RunFormat };
}
