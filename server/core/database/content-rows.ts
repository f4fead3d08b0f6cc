import type {
  AnnouncementLevel,
  ConversionProblemName,
  ConversionStateName,
  FeedbackKind,
  FeedbackState,
  Language,
  OfficeEnding,
  CommonState,
  ShareRight,
} from '#protocol/api.ts';

/** An icon that an operator has added to the library. */
export interface AddedIconTable {
  id: string;
  /** A category of the library. */
  category: string;
  /** JSON: its names by language, empty for none; the English one is required. */
  names: string;
  /** The file, verified as a drawing and nothing else. */
  svg: string;
  created_at: number;
}

/** An operator's text that replaces an article of the help center. */
export interface HelpTextTable {
  /** The article's number in that language. */
  article_id: string;
  language: Language;
  title: string;
  markdown: string;
  updated_at: number;
}

/** Feedback of a user to the operator. */
export interface FeedbackTable {
  id: string;
  user_id: string;
  kind: FeedbackKind;
  text: string;
  contact: string;
  /** The attached picture. */
  image_key: string | null;
  state: FeedbackState;
  /** Empty until there is one. */
  answer: string;
  answered_at: number | null;
  created_at: number;
}

/** A notice to all users, for a limited time. */
export interface AnnouncementTable {
  id: string;
  level: AnnouncementLevel;
  starts_at: number;
  /** When it stops being shown; null for never. */
  ends_at: number | null;
  created_at: number;
  updated_at: number;
}

/** A notice in one language. English is always present. */
export interface AnnouncementTextTable {
  announcement_id: string;
  language: Language;
  title: string;
  text: string;
}

/** An office file in conversion to PDF, for some minutes. */
export interface DocumentConversionTable {
  id: string;
  user_id: string;
  /** `receiving`: its file is being read; the row keeps its place. */
  state: 'receiving' | ConversionStateName;
  /** The file's name, as text. */
  name: string;
  /** The type of its bytes; empty while they are received. */
  ending: OfficeEnding | '';
  /** Empty unless it failed. */
  problem: ConversionProblemName | '';
  source_key: string | null;
  result_key: string | null;
  result_bytes: number;
  pages: number;
  created_at: number;
  /** When its user last asked for its state. */
  asked_at: number;
  /** When its last attempt began; 0 before the first. */
  started_at: number;
  attempts: number;
}

/** How many members-only items the template in a stored file has. A file never changes, so neither does this. */
export interface UsedPrivilegesTable {
  file_key: string;
  /** Number of tables; null for a file that is no template. */
  tables: number | null;
  /** Number of data sources from spreadsheet columns; null for a file that is no template. */
  columns: number | null;
}

/** The group of autosaves that a template's current file belongs to; both are null after a manual save. */
export interface AutosaveColumns {
  /** The editor session that saved it. */
  autosave_session: string | null;
  /** Time of the group's first autosave; milliseconds since 1970. */
  autosaved_since: number | null;
}

/** A link that shows a template to signed-in users who have it, and to anyone if its owner allows that. */
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
  /** Null for never. */
  expires_at: number | null;
  /** How often others than its owner opened it, and how often it was copied. */
  open_count: number;
  copy_count: number;
}

/** A template that was submitted to the common library. */
export interface CommonTemplateTable {
  id: string;
  /** The frozen copy, a template of the installation's account; null once it is deleted. */
  template_id: string | null;
  /** The template that it was copied from, which may be deleted. */
  source_id: string;
  /** The user who submitted it; null once the account is deleted. */
  user_id: string | null;
  name: string;
  /** In lower case, for searching. */
  name_search: string;
  category: string;
  description: string;
  state: CommonState;
  /** Why it was rejected. */
  reason: string;
  created_at: number;
  decided_at: number | null;
}

/** A font file that the operator added for all users, or for members. */
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
