/** What one account may have. */
export interface AccountLimits {
  readonly maxTemplates: number;
  /** Uploaded files, those included that no template uses yet. */
  readonly maxFiles: number;
  /** All its files together. */
  readonly spaceBytes: number;
  /** Upload tokens that hold at a time; the oldest goes when one more is given. */
  readonly maxUploadTokens: number;
}

const MAX_TEMPLATES = 10_000;
const SPACE_BYTES = 512 * 1024 * 1024;
const MAX_UPLOAD_TOKENS = 50;
/** Beside the two of each template: fonts, and what was uploaded in the last day without being saved. */
const SPARE_FILES = 1000;

/** The limits, where those that the operator may set are not said otherwise. */
export function accountLimits({ maxTemplates = MAX_TEMPLATES, ...others }: Partial<AccountLimits> = {}): AccountLimits {
  return {
    maxTemplates,
    maxFiles: 2 * maxTemplates + SPARE_FILES,
    spaceBytes: SPACE_BYTES,
    maxUploadTokens: MAX_UPLOAD_TOKENS,
    ...others,
  };
}
