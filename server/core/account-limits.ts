import { UPLOAD_LIMITS } from '#protocol/api.ts';

/** What one account may have. */
export interface AccountLimits {
  /** Those in the trash included. */
  readonly maxTemplates: number;
  /** Folders of templates of somebody who is no member. */
  readonly maxFolders: number;
  /** Earlier versions that are kept of a template. One more makes the oldest go. */
  readonly maxVersions: number;
  /** Uploaded files, those included that no template uses yet. */
  readonly maxFiles: number;
  /** All its files together. Packages of space that were granted to it come on top. */
  readonly spaceBytes: number;
  /** The same for a member, and for everybody where there is no membership. */
  readonly memberSpaceBytes: number;
  /** The largest image that goes on a label or into the cloud data. */
  readonly imageBytes: number;
  /** How many upload tokens are valid at a time. One more makes the oldest invalid. */
  readonly maxUploadTokens: number;
  /** Print runs that are kept. One more makes the oldest go. */
  readonly maxPrintRecords: number;
  /** Readings of symbols of all those runs together, packed. Those of the oldest runs go. */
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
/** Files of earlier versions, of which the space allows some ten thousand. */
const VERSION_FILES = 50_000;

/** The limits of an account, with those that the operator has set in place of the usual ones. */
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
