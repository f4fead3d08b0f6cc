import { Type } from 'typebox';
import { Check } from 'typebox/value';

export const LICENCE_KINDS = ['icons', 'fonts', 'libraries'] as const;
export type LicenceKind = (typeof LICENCE_KINDS)[number];

/** A component that the product contains or runs on, as the build lists it (build/licence-list.ts). */
export interface LicenceEntry {
  readonly kind: LicenceKind;
  readonly name: string;
  readonly version: string;
  /** SPDX expression; empty if there is only a full text. */
  readonly licence: string;
  readonly url: string;
}

const entries = Type.Array(
  Type.Object({
    kind: Type.Enum([...LICENCE_KINDS]),
    name: Type.String(),
    version: Type.String(),
    licence: Type.String(),
    url: Type.String(),
  }),
);

/** Null for bytes that are no such list. */
export function readLicences(bytes: Uint8Array): readonly LicenceEntry[] | null {
  try {
    const list: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return Check(entries, list) ? (list as readonly LicenceEntry[]) : null;
  } catch {
    return null;
  }
}
