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
  /** In lower case, for comparing: user names and addresses are case-insensitive. */
  user_name_key: string | null;
  /** The key of visually confusable names; null for a name older than this rule whose key was already taken. */
  user_name_look: string | null;
  email: string | null;
  email_key: string | null;
  /** In E.164 (`+8613812345678`), which is one text for one number. */
  phone: string | null;
  /** When a code that was sent there was entered; null for an unconfirmed address. */
  email_verified_at: number | null;
  phone_verified_at: number | null;
  /** When the user accepted the terms on the screen; null for accounts that were made without it. */
  agreed_at: number | null;
  /** Empty for an account without a password, which is opened by a code or a third party. */
  password_hash: string;
  nickname: string;
  head_pic: string;
  created_at: number;
  /** An operator runs the installation. */
  role: UserRole;
  /** When the membership ends or ended; null for users who never were members. */
  member_until: number | null;
  /** When an operator blocked the user; null for one who may sign in. */
  blocked_at: number | null;
}

/** A file of a deleted account that may still be there. */
export interface DeletedFileTable {
  key: string;
}

/** Data of the installation as a whole. */
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

/**
 * Files that exist for some minutes only, and don't count as an account's space: the table of conversions limits them.
 */
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
  /** Number of its fill-in fields. */
  blank_count: number;
  /** 1 for a common template, whose prints by all users count; 0 for a private one. */
  common: number;
  /** When it was moved to the trash; null for one that was not. */
  deleted_at: number | null;
  /** The name of a template in the trash, whose `name` is a placeholder. */
  trashed_name: string | null;
  /** When the current file was saved. */
  saved_at: number;
}

/** The state of a template before a save. */
export interface TemplateVersionTable {
  template_id: string;
  /** The template's revision while this version was current. */
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
  /** The template's revision when the work began. */
  revision: number;
  file_key: string;
  saved_at: number;
}

/** The editor's first picture of a template in a window of some size. */
export interface OpeningPictureTable {
  template_id: string;
  /** What the pixels depend on apart from the template. */
  look: string;
  user_id: string;
  /** The template's revision that it shows. */
  revision: number;
  /** The place of the canvas in the window, as JSON. */
  place: string;
  /** PNG in base64. */
  png: string;
  made_at: number;
}

/** The result of a save with an idempotency key. */
export interface SaveKeyTable {
  user_id: string;
  save_key: string;
  /** The template as the call returned it, as JSON. */
  answer: string;
  created_at: number;
}

/** Space that an upload in progress will take at most. */
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

/** The next value of a serial number that continues after each run. */
export interface CounterTable {
  template_id: string;
  /** The id in the template's serial number. */
  counter_id: string;
  /** The digits and the increment (`step`) when it was last used or set. */
  kind: string;
  step: number;
  /** The next value; empty when there is none left. */
  next_value: string;
  updated_at: number;
}

/** A print run of a user. The key is the user and the job: equal jobs of two users are different runs. */
export interface PrintRecordTable {
  user_id: string;
  job_id: string;
  /** Empty for a label that was never saved. The template may have been deleted since. */
  template_id: string;
  template_type: string;
  template_revision: number;
  name: string;
  printer: string;
  /** Text for the search, as `searchText` writes it. */
  search: string;
  state: string;
  asked: number;
  sent: number;
  refused: number;
  in_doubt: number;
  not_printed: number;
  started_at: number;
  ended_at: number | null;
  /** When the server received it. */
  added_at: number;
  /** 0 or 1: whether the template's counts include this run. */
  use_counted: number;
  download_counted: number;
  /** Number of symbol readings of the run. */
  readings_total: number;
  /** These three as JSON. */
  grades: string;
  data: string;
  settings: string;
  /** Compressed JSON; empty while the run has not ended. */
  report: string;
}

/** A part of a run's symbol readings. */
export interface PrintReadingTable {
  user_id: string;
  job_id: string;
  part: number;
  count: number;
  /** Size of the stored data. */
  bytes: number;
  /** Compressed JSON. */
  readings: string;
}

/** An event of an account. */
export interface AuditEntryTable {
  id: string;
  at: number;
  /** Null for a name that no user has. */
  user_id: string | null;
  /** The network of the client's address. */
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

/** An image or a spreadsheet of the user's cloud data. */
export interface CloudFileTable {
  id: string;
  user_id: string;
  folder_id: string;
  /** With its extension. */
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

/** The fonts, logos, colors and styles for all labels of a user. */
export interface BrandKitTable {
  user_id: string;
  /** It increases with each change. */
  revision: number;
  /** JSON (`KeptBrandKit`). */
  kit: string;
  updated_at: number;
}

/** Space beyond that of the plan, for a limited time. */
export interface SpaceGrantTable {
  id: string;
  user_id: string;
  bytes: number;
  starts_at: number;
  /** When it expires. */
  ends_at: number;
}

/** A file that was fetched for a user from an address. */
export interface NetFetchTable {
  id: string;
  user_id: string;
  started_at: number;
  /** Null while it is in progress, and forever if its server was killed meanwhile. */
  ended_at: number | null;
}

/** How often one of the installation's ready-made designs was printed and copied. */
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
  opening_picture: OpeningPictureTable;
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
  brand_kit: BrandKitTable;
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
export type ScheduleRow = Selectable<ScheduleTables['schedule']>;
export type ScheduleFiringRow = Selectable<ScheduleTables['schedule_firing']>;
export type PrintRecordRow = Selectable<PrintRecordTable>;
