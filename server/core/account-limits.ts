import { UPLOAD_LIMITS } from '#protocol/api.ts';

/** Limits of one account. */
export interface AccountLimits {
  /** Including those in the trash. */
  readonly maxTemplates: number;
  /** Template folders of a user who is not a member. */
  readonly maxFolders: number;
  /** Earlier versions kept per template. A new one displaces the oldest. */
  readonly maxVersions: number;
  /** Uploaded files, including those that no template uses yet. */
  readonly maxFiles: number;
  /** Size of all its files. Granted space packages are added. */
  readonly spaceBytes: number;
  /** The same for a member, and for all users where there is no membership. */
  readonly memberSpaceBytes: number;
  /** The largest image on a label or in the cloud data. */
  readonly imageBytes: number;
  /** Upload tokens valid at a time. A new one invalidates the oldest. */
  readonly maxUploadTokens: number;
  /** Stored print runs. A new one displaces the oldest. */
  readonly maxPrintRecords: number;
  /** Size of all those runs' symbol readings, compressed. Those of the oldest runs are deleted. */
  readonly printReadingBytes: number;
}

const MAX_TEMPLATES = 10_000;
/** "Unlimited folders" is a privilege of members. */
const MAX_FOLDERS = 50;
const MAX_VERSIONS = 50;
export const SPACE_BYTES: number = 512 * 1024 * 1024;
const MAX_UPLOAD_TOKENS = 50;
const MAX_PRINT_RECORDS = 10_000;
const PRINT_READING_BYTES = 64 * 1024 * 1024;
/** Files beyond the two of each template: fonts, and uploads of the last day that were not saved. */
const SPARE_FILES = 1000;
/** Files of earlier versions, of which the space allows about ten thousand. */
const VERSION_FILES = 50_000;

/** The limits of an account, with the operator's settings in place of the defaults. */
export function accountLimits({
  maxTemplates = MAX_TEMPLATES,
  spaceBytes = SPACE_BYTES,
  ...others
}: Partial<AccountLimits> = {}): AccountLimits {
  return {
    maxTemplates,
    maxFolders: MAX_FOLDERS,
    maxVersions: MAX_VERSIONS,
    maxFiles: 2 * maxTemplates + SPARE_FILES + VERSION_FILES,
    spaceBytes,
    memberSpaceBytes: spaceBytes,
    imageBytes: UPLOAD_LIMITS.imageBytes,
    maxUploadTokens: MAX_UPLOAD_TOKENS,
    maxPrintRecords: MAX_PRINT_RECORDS,
    printReadingBytes: PRINT_READING_BYTES,
    ...others,
  };
}
