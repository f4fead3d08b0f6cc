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
  /** JSON: its name by language, empty where it has none; there is one in English. */
  names: string;
  /** The file, as it was read and found to be a drawing and nothing else. */
  svg: string;
  created_at: number;
}

/** What an operator has published in place of an article of the help centre. */
export interface HelpTextTable {
  /** The number that the article has in that language. */
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
  /** The picture that came with it. */
  image_key: string | null;
  state: FeedbackState;
  /** Empty until there is one. */
  answer: string;
  answered_at: number | null;
  created_at: number;
}

/** A notice to all users, for a time. */
export interface AnnouncementTable {
  id: string;
  level: AnnouncementLevel;
  starts_at: number;
  /** From then on it is not shown; null for one that stays. */
  ends_at: number | null;
  created_at: number;
  updated_at: number;
}

/** A notice in one language. Each has one in English. */
export interface AnnouncementTextTable {
  announcement_id: string;
  language: Language;
  title: string;
  text: string;
}

/** An office file on its way to a PDF, for some minutes. */
export interface DocumentConversionTable {
  id: string;
  user_id: string;
  /** `receiving`: its file is being read; the row is what keeps its place. */
  state: 'receiving' | ConversionStateName;
  /** The file's name, as text. */
  name: string;
  /** What its bytes are; empty while they come. */
  ending: OfficeEnding | '';
  /** Empty unless it failed. */
  problem: ConversionProblemName | '';
  source_key: string | null;
  result_key: string | null;
  result_bytes: number;
  pages: number;
  created_at: number;
  /** When its user last asked for it. */
  asked_at: number;
  /** When its last attempt began; 0 before the first. */
  started_at: number;
  attempts: number;
}

/** How much of what only members may add is in the template of a stored file. A file never changes, so neither does this. */
export interface UsedPrivilegesTable {
  file_key: string;
  /** Elements that are tables; null for a file that is no template. */
  tables: number | null;
  /** Data sources that are columns of a spreadsheet; null for a file that is no template. */
  columns: number | null;
}

/** The group of autosaves that a template's present file belongs to; null for both where it was saved by hand. */
export interface AutosaveColumns {
  /** Names the editor that saved it. */
  autosave_session: string | null;
  /** When the first autosave of the group was made; milliseconds since 1970. */
  autosaved_since: number | null;
}

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
  /** The template that it was copied from, which may be deleted. */
  source_id: string;
  /** Who has handed it in; null where the account was deleted. */
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
