import type { Selectable } from 'kysely';
import type { AuditEvent, AuditOutcome } from '#protocol/api.ts';

/** Times are milliseconds since 1970 everywhere in the database. */
export interface UserTable {
  id: string;
  user_name: string | null;
  /** In lower case, for comparing: the case of user names and addresses does not count. */
  user_name_key: string | null;
  /** What names that look the same have in common; null for a name older than this rule whose look was already taken. */
  user_name_look: string | null;
  email: string | null;
  email_key: string | null;
  password_hash: string;
  nickname: string;
  head_pic: string;
  created_at: number;
}

export interface SessionTable {
  /** SHA-256 of the token, so that whoever reads the database can't take over a session. */
  token_hash: string;
  user_id: string;
  created_at: number;
  expires_at: number;
}

/** A browser in which a user has signed in before. One browser may be known for several users. */
export interface KnownBrowserTable {
  /** SHA-256 of the browser's own long-lived cookie. */
  token_hash: string;
  user_id: string;
  used_at: number;
}

/** An address from which a user has signed in. */
export interface KnownPlaceTable {
  user_id: string;
  /** SHA-256 of the address. */
  address_hash: string;
  used_at: number;
}

/** Failed sign-ins of one address, one account or one known browser. */
export interface LoginFailureTable {
  /** SHA-256 of what is counted: a mistyped password may stand in the account field and must not be kept. */
  key: string;
  failures: number;
  last_at: number;
  blocked_until: number;
}

/** What belongs to this installation as a whole. */
export interface InstallationTable {
  name: 'id';
  value: string;
}

export interface UploadTokenTable {
  token_hash: string;
  user_id: string;
  expires_at: number;
}

export interface FolderTable {
  id: string;
  user_id: string;
  name: string;
  created_at: number;
}

export interface StoredFileTable {
  key: string;
  user_id: string;
  kind: 'preview' | 'template' | 'font';
  bytes: number;
  created_at: number;
}

export interface TemplateTable {
  id: string;
  user_id: string;
  folder_id: string;
  name: string;
  /** In lower case, for searching: the database ignores the case of ASCII letters only. */
  name_search: string;
  remark: string;
  width_mm: number;
  height_mm: number;
  file_key: string;
  preview_key: string | null;
  use_count: number;
  download_count: number;
  created_at: number;
  updated_at: number;
  /** 1 for a new template; every change of it adds 1. */
  revision: number;
  /** How many texts of it are filled in when it is printed. */
  blank_count: number;
  /** 1 for a common template, whose prints count whoever printed it; 0 for one of its user alone. */
  common: number;
}

/** Room that an upload under way will take at most. */
export interface UploadReservationTable {
  id: string;
  user_id: string;
  bytes: number;
  created_at: number;
}

export interface UserFontTable {
  id: string;
  user_id: string;
  family: string;
  weight: number;
  /** 0 or 1. */
  italic: number;
  file_key: string;
  created_at: number;
}

/** Where a sequence that goes on after each run stands. */
export interface CounterTable {
  template_id: string;
  /** The id that the template's sequence names. */
  counter_id: string;
  /** The digits that it counted in, and by how much (`step`), when it was last used or set. */
  kind: string;
  step: number;
  /** The next value to be given; empty when there is none left. */
  next_value: string;
  updated_at: number;
}

/** A print run of a user. A run is named by its user and its job: two users' jobs of one name are two. */
export interface PrintRecordTable {
  user_id: string;
  job_id: string;
  /** Empty for a label that was never saved. The template may be gone since. */
  template_id: string;
  template_type: string;
  template_revision: number;
  name: string;
  printer: string;
  /** What is searched in, as `searchText` writes it. */
  search: string;
  state: string;
  asked: number;
  sent: number;
  refused: number;
  in_doubt: number;
  not_printed: number;
  started_at: number;
  ended_at: number | null;
  /** When the server heard of it. */
  added_at: number;
  /** 0 or 1: the template's counts have this run. */
  use_counted: number;
  download_counted: number;
  /** How many readings of symbols the run had. */
  readings_total: number;
  /** These three as JSON. */
  grades: string;
  data: string;
  settings: string;
  /** JSON, packed; empty while the run has not ended. */
  report: string;
}

/** A part of the readings of a run's symbols. */
export interface PrintReadingTable {
  user_id: string;
  job_id: string;
  part: number;
  count: number;
  /** Size of what is kept. */
  bytes: number;
  /** JSON, packed. */
  readings: string;
}

/** Something that has happened to an account. */
export interface AuditEntryTable {
  id: string;
  at: number;
  /** Null where a name was tried that nobody has. */
  user_id: string | null;
  /** The network of the address that it came from. */
  address: string;
  event: AuditEvent;
  outcome: AuditOutcome;
  /** JSON: ids and codes, by name. */
  details: string;
}

export interface Tables {
  user: UserTable;
  session: SessionTable;
  known_browser: KnownBrowserTable;
  known_place: KnownPlaceTable;
  login_failure: LoginFailureTable;
  installation: InstallationTable;
  upload_token: UploadTokenTable;
  folder: FolderTable;
  stored_file: StoredFileTable;
  upload_reservation: UploadReservationTable;
  template: TemplateTable;
  user_font: UserFontTable;
  counter: CounterTable;
  print_record: PrintRecordTable;
  print_reading: PrintReadingTable;
  audit_entry: AuditEntryTable;
}

export type User = Selectable<UserTable>;
export type TemplateRow = Selectable<TemplateTable>;
export type PrintRecordRow = Selectable<PrintRecordTable>;
