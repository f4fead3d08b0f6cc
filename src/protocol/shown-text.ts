import { Type, type TString, type TStringOptions } from 'typebox';
import { hiddenCharacter, type TextKind } from '#model/kernel/shown-text.ts';

/** A name typed by a user: one line without hidden characters. */
export function nameString(options: TStringOptions): TString {
  return shown(options, 'name');
}

/** A text that a user writes for others, which may have line breaks. */
export function textString(options: TStringOptions): TString {
  return shown(options, 'text');
}

/** The message of the error is the hidden character, such as `U+202E`. */
function shown(options: TStringOptions, kind: TextKind): TString {
  return Type.Refine(
    Type.String(options),
    (text) => typeof text !== 'string' || hiddenCharacter(text, kind) === null,
    (text) => hiddenCharacter(text as string, kind) ?? '',
  );
}
