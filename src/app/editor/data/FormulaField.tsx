import { Button, Input, type InputRef, type MenuProps } from 'antd';
import { useRef, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { Operand } from '#model/elements/base/content.ts';
import { FUNCTION_GROUPS, type FunctionGroup } from '#model/data/expression/function-names.ts';
import { writtenName, type FormulaForm } from '#model/data/expression/syntax.ts';
import { insertInFormula } from '#editor/commands/expressions.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { ButtonMenu } from '#app/ui/ButtonMenu.tsx';
import { growingField } from '#app/ui/growing-field.ts';
import { startTimer } from '#services/idle.ts';
import './formula.css';
import { FORMULA_EXAMPLES } from './formula-examples.ts';
import { Icon } from '../widgets/icons.tsx';

interface FormulaFieldProps {
  readonly label: string;
  readonly testId: string;
  readonly form: FormulaForm;
  readonly formula: string;
  readonly placeholder: string;
  readonly lines: number;
  readonly columns: readonly Operand[];
  /** Called when the menu opens. */
  elements(): readonly Operand[];
  /** The formula's problem on the shown label; null for none. */
  readonly fault: Problem | null;
  onChange(formula: string): void;
  /** Called at the end of typing: the next change is another undo step. */
  onEnd(): void;
}

/** Characters that are shown on either side of a fault. */
const AROUND = 16;

/** The field of a formula, with a menu of names and functions, and the position of a fault. */
export function FormulaField(props: FormulaFieldProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { label, testId, form, formula, fault, onChange, onEnd } = props;
  const field = useRef<InputRef & { readonly resizableTextArea?: { readonly textArea: HTMLTextAreaElement } }>(null);
  const area = (): HTMLTextAreaElement | undefined => field.current?.resizableTextArea?.textArea;

  function insert(piece: string): void {
    const { selectionStart = formula.length, selectionEnd = formula.length } = area() ?? {};
    const { text, caret } = insertInFormula(formula, form, [selectionStart, selectionEnd], piece);
    onChange(text);
    onEnd();
    focusAt(caret, caret);
  }
  /** Waits for the field's new text, and for the menu to return the focus. */
  function focusAt(from: number, to: number): void {
    startTimer(() => {
      area()?.focus();
      area()?.setSelectionRange(from, to);
    }, 50);
  }

  const named = (operand: Operand): { key: string; label: string } => ({
    key: `name:${operand.name}`,
    label: operand.name === '' ? '[ ]' : operand.name,
  });
  const items = (): NonNullable<MenuProps['items']> => {
    const elements = props.elements();
    const groups = (Object.keys(FUNCTION_GROUPS) as FunctionGroup[]).map((group) => ({
      key: group,
      label: t(`formula.group.${group}`),
      popupClassName: 'ed-formula-menu',
      children: FUNCTION_GROUPS[group]
        .filter((name) => name !== 'value' || form === 'formula')
        .map((name) => ({
          key: `call:${name}`,
          label: (
            <span className="ed-formula-function">
              <code>{FORMULA_EXAMPLES[name]}</code>
              <span>{t(`formula.help.${name}`)}</span>
            </span>
          ),
        })),
    }));
    return [
      ...(props.columns.length === 0
        ? []
        : [
            {
              key: 'columns',
              label: t('formula.columns'),
              popupClassName: 'ed-formula-menu',
              children: props.columns.map(named),
            },
          ]),
      ...(elements.length === 0
        ? []
        : [
            {
              key: 'elements',
              label: t('formula.elements'),
              popupClassName: 'ed-formula-menu',
              children: elements.map(named),
            },
          ]),
      ...groups,
    ];
  };
  return (
    <div className="ed-formula" data-content-field>
      <Input.TextArea
        ref={field as never}
        {...growingField(props.lines, 8)}
        aria-label={label}
        aria-invalid={fault !== null}
        status={fault === null ? '' : 'error'}
        data-testid={testId}
        placeholder={props.placeholder}
        value={formula}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onEnd}
      />
      <ButtonMenu
        menu={{
          items,
          onClick({ key }) {
            const [kind = '', ...rest] = key.split(':');
            insert(kind === 'name' ? writtenName(rest.join(':')) : `${rest.join(':')}()`);
          },
        }}
      >
        <Button size="small" icon={<Icon name="expression" size={16} />} data-testid={`${testId}-insert`}>
          {t('formula.insert')}
        </Button>
      </ButtonMenu>
      {fault === null ? null : <Fault formula={formula} fault={fault} testId={testId} onShow={focusAt} />}
    </div>
  );
}

interface FaultProps {
  readonly formula: string;
  readonly fault: Problem;
  readonly testId: string;
  onShow(from: number, to: number): void;
}

/** The fault, and its position in the formula; a press moves the caret there. */
function Fault({ formula, fault, testId, onShow }: FaultProps): JSX.Element {
  const { t } = useTranslation('editor');
  const position = fault.params?.['position'];
  const at = typeof position === 'number' && fault.code.startsWith('data.expression') ? position - 1 : null;
  return (
    <div className="ed-formula-fault" role="alert" data-testid={`${testId}-fault`}>
      {problemText(t, fault)}
      {at === null ? null : (
        <button
          type="button"
          aria-label={t('formula.goTo')}
          onClick={() => onShow(at, Math.min(at + 1, formula.length))}
        >
          <code>
            {at > AROUND ? '…' : ''}
            {formula.slice(Math.max(0, at - AROUND), at)}
            <mark>{formula.slice(at, at + 1) || '␣'}</mark>
            {formula.slice(at + 1, at + 1 + AROUND)}
            {formula.length > at + 1 + AROUND ? '…' : ''}
          </code>
        </button>
      )}
    </div>
  );
}
