import type { CommonState, ShareRight } from '#protocol/api.ts';

/** A link that shows a template to signed-in users who have it, and to anyone where its owner allows that. */
export interface TemplateShareTable {
  id: string;
  user_id: string;
  template_id: string;
  /** SHA-256 of the secret in the link, in hexadecimal digits. */
  secret_hash: string;
  grants: ShareRight;
  /** 1: it shows the template without an account. */
  is_public: number;
  created_at: number;
  /** Null for one without an end. */
  expires_at: number | null;
  /** How often it was opened by others than its owner, and how often copied. */
  open_count: number;
  copy_count: number;
}

/** A template that was handed in for the common library. */
export interface CommonTemplateTable {
  id: string;
  /** The frozen copy, a template of the installation's account; null where there is none any more. */
  template_id: string | null;
  /** The template that it was copied from, which may be gone. */
  source_id: string;
  /** Who has handed it in; null where the account is gone. */
  user_id: string | null;
  name: string;
  /** In lower case, for searching. */
  name_search: string;
  category: string;
  description: string;
  state: CommonState;
  /** Why it was refused. */
  reason: string;
  created_at: number;
  decided_at: number | null;
}

/** A font file that the operator has added for everybody, or for members. */
export interface OperatorFontTable {
  id: string;
  family: string;
  weight: number;
  /** 0 or 1. */
  italic: number;
  /** 1: only members may use it. */
  members: number;
  file_key: string;
  created_at: number;
}
