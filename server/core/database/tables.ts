import type { Selectable } from 'kysely';
import type {
  CommonTemplateTable,
  OperatorFontTable,
  TemplateShareTable,
  AutosaveColumns,
  AddedIconTable,
  HelpTextTable,
  DocumentConversionTable,
  AnnouncementTable,
  AnnouncementTextTable,
  FeedbackTable,
  UsedPrivilegesTable,
} from './content-rows.ts';
import type { AuditEvent, AuditOutcome, UserRole } from '#protocol/api.ts';
import type { DataConnectionTables } from './data-connection-rows.ts';
import type { AssistantTables } from './assistant-rows.ts';
import type { RunTables, ScheduleTables } from './run-rows.ts';
import type {
  AccountExportTable,
  CodeCountTable,
  ExternalIdentityTable,
  KnownBrowserTable,
  KnownPlaceTable,
  LoginFailureTable,
  PasskeyChallengeTable,
  PasskeyTable,
  RateCountTable,
  RecoveryCodeTable,
  SecondFactorTable,
  SentCodeTable,
  SessionTable,
  SignInTicketTable,
  ThirdPartyVisitTable,
  UsedNonceTable,
} from './account-rows.ts';
import type {
  CodeBatchTable,
  MemberOrderTable,
  MembershipGrantTable,
  PlanTable,
  RedemptionCodeTable,
} from './member-rows.ts';

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
  /** In E.164 (`+8613812345678`), which is one text for one number. */
  phone: string | null;
  /** When a code that was sent there came back; null for an address that nobody has confirmed. */
  email_verified_at: number | null;
  phone_verified_at: number | null;
  /** When the terms were agreed to on the screen; null for accounts that were made without it. */
  agreed_at: number | null;
  /** Empty for an account without a password, which is opened by a code or a third party. */
  password_hash: string;
  nickname: string;
  head_pic: string;
  created_at: number;
  /** An operator runs the installation. */
  role: UserRole;
  /** When the membership ends or ended; null for who never was a member. */
  member_until: number | null;
  /** Since when an operator has shut the user out; null for who may sign in. */
  blocked_at: number | null;
}

/** A file of a deleted account that may still be there. */
export interface DeletedFileTable {
  key: string;
}

/** What belongs to this installation as a whole. */
export interface InstallationTable {
  name: 'id' | 'secret';
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

/** Files that are there for some minutes only, and count for no account's space: the table of conversions bounds them. */
export const PASSING_KINDS = ['office', 'converted'] as const;
export type PassingKind = (typeof PASSING_KINDS)[number];

export interface StoredFileTable {
  key: string;
  user_id: string;
  kind:
    | 'preview'
    | 'template'
    | 'font'
    | 'cloudImage'
    | 'cloudSheet'
    | 'thumbnail'
    | 'avatar'
    | 'picture'
    | 'run'
    | PassingKind;
  bytes: number;
  created_at: number;
}

export interface TemplateTable extends AutosaveColumns {
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
  /** 1 for a common template, whose prints by all users count; 0 for one of its user alone. */
  common: number;
  /** Since when it is in the trash; null for one that is not. */
  deleted_at: number | null;
  /** The name of one in the trash, whose `name` holds none. */
  trashed_name: string | null;
  /** When the present file was saved. */
  saved_at: number;
}

/** What a template was before a save. */
export interface TemplateVersionTable {
  template_id: string;
  /** That of the template as long as it was this. */
  revision: number;
  user_id: string;
  name: string;
  remark: string;
  width_mm: number;
  height_mm: number;
  blank_count: number;
  file_key: string;
  preview_key: string | null;
  saved_at: number;
}

/** Unsaved work on a template. */
export interface TemplateDraftTable {
  template_id: string;
  user_id: string;
  /** That of the template when the work began. */
  revision: number;
  file_key: string;
  saved_at: number;
}

/** How a save ended that its caller had given a key. */
export interface SaveKeyTable {
  user_id: string;
  save_key: string;
  /** The template as the call answered it, as JSON. */
  answer: string;
  created_at: number;
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

/** The next value of a sequence that continues after each run. */
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
  /** Empty for a label that was never saved. The template may have been deleted since. */
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

/** A folder of images, or one of spreadsheets. */
export interface CloudFolderTable {
  id: string;
  user_id: string;
  /** 1 for images, 2 for spreadsheets. */
  type: number;
  name: string;
  created_at: number;
}

/** An image or a spreadsheet that the user keeps. */
export interface CloudFileTable {
  id: string;
  user_id: string;
  folder_id: string;
  /** With its ending. */
  name: string;
  file_key: string;
  /** A small JPEG of an image; null for a spreadsheet. */
  thumbnail_key: string | null;
  /** SHA-256 of the bytes, in hexadecimal digits. */
  content_hash: string;
  /** 0 for a spreadsheet. */
  width_px: number;
  height_px: number;
  created_at: number;
  /** When its content was last replaced. */
  updated_at: number;
}

/** Room beyond that of the plan, for a time. */
export interface SpaceGrantTable {
  id: string;
  user_id: string;
  bytes: number;
  starts_at: number;
  /** From then on it does not count. */
  ends_at: number;
}

/** A file that was fetched for a user from an address. */
export interface NetFetchTable {
  id: string;
  user_id: string;
  started_at: number;
  /** Null while it is under way, and for good when its server was killed meanwhile. */
  ended_at: number | null;
}

/** How often a ready design of the installation was printed and taken. */
export interface IndustryUseTable {
  design_id: string;
  use_count: number;
  download_count: number;
}

export interface Tables extends RunTables, DataConnectionTables, AssistantTables, ScheduleTables {
  user: UserTable;
  session: SessionTable;
  known_browser: KnownBrowserTable;
  known_place: KnownPlaceTable;
  login_failure: LoginFailureTable;
  installation: InstallationTable;
  used_nonce: UsedNonceTable;
  upload_token: UploadTokenTable;
  folder: FolderTable;
  stored_file: StoredFileTable;
  upload_reservation: UploadReservationTable;
  template: TemplateTable;
  template_version: TemplateVersionTable;
  template_draft: TemplateDraftTable;
  save_key: SaveKeyTable;
  used_privileges: UsedPrivilegesTable;
  user_font: UserFontTable;
  counter: CounterTable;
  print_record: PrintRecordTable;
  print_reading: PrintReadingTable;
  audit_entry: AuditEntryTable;
  rate_count: RateCountTable;
  sent_code: SentCodeTable;
  code_count: CodeCountTable;
  external_identity: ExternalIdentityTable;
  third_party_visit: ThirdPartyVisitTable;
  cloud_folder: CloudFolderTable;
  cloud_file: CloudFileTable;
  document_conversion: DocumentConversionTable;
  space_grant: SpaceGrantTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  sign_in_ticket: SignInTicketTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  deleted_file: DeletedFileTable;
  account_export: AccountExportTable;
  net_fetch: NetFetchTable;
  template_share: TemplateShareTable;
  common_template: CommonTemplateTable;
  operator_font: OperatorFontTable;
  industry_use: IndustryUseTable;
  plan: PlanTable;
  member_order: MemberOrderTable;
  code_batch: CodeBatchTable;
  redemption_code: RedemptionCodeTable;
  membership_grant: MembershipGrantTable;
  feedback: FeedbackTable;
  announcement: AnnouncementTable;
  announcement_text: AnnouncementTextTable;
  added_icon: AddedIconTable;
  help_text: HelpTextTable;
}

export type User = Selectable<UserTable>;
export type PasskeyRow = Selectable<PasskeyTable>;
export type TemplateRow = Selectable<TemplateTable>;
export type TemplateVersionRow = Selectable<TemplateVersionTable>;
export type TemplateDraftRow = Selectable<TemplateDraftTable>;
export type StoredFileRow = Selectable<StoredFileTable>;
export type CloudFileRow = Selectable<CloudFileTable>;
export type LabelRunRow = Selectable<RunTables['label_run']>;
export type RunChunkRow = Selectable<RunTables['run_chunk']>;
export type ScheduleRow = Selectable<ScheduleTables['schedule']>;
export type ScheduleFiringRow = Selectable<ScheduleTables['schedule_firing']>;
export type PrintRecordRow = Selectable<PrintRecordTable>;
