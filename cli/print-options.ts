import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { ASSISTANT_PORT } from '#protocol/assistant.ts';
import { PAIRING_CODE_DIGITS } from '#protocol/assistant-pairing.ts';
import { missing, unusable } from './bad-argument.ts';
import type { Environment } from './terminal.ts';
import { ownAuthorityPaths, pairingPath } from './assistant-paths.ts';

export const PRINT_OPTIONS = {
  printer: { type: 'string' },
  'assistant-port': { type: 'string' },
  'assistant-ca': { type: 'string' },
  'pairing-code': { type: 'string' },
} as const;

export const PRINT_HELP: string = `  --printer NAME    print on this printer of the print assistant instead of writing files; --out then keeps the record
                    of the run, which --resume needs. Each page is printed once, even if it is sent several times.
                    Uses the printer's own resolution unless --dpi is set, and its calibration
  --pairing-code N  the ${PAIRING_CODE_DIGITS}-digit code that the assistant shows when the command line prints for the first time; a
                    terminal prompts for it
  --assistant-port N
                    port of the assistant (default: ASSISTANT_PORT in the environment, or ${ASSISTANT_PORT})
  --assistant-ca FILE
                    certificate authority to trust if the assistant uses TLS (default: tls/ca.crt in the folder of this
                    user's assistant, or in ASSISTANT_DIR of the environment)
`;

type Given = { readonly [K in keyof typeof PRINT_OPTIONS]?: string | undefined };

/** The printer for the pages. */
export interface PrintTarget {
  readonly printer: string;
  readonly assistantPort: number;
  /** Certificate of the authority to trust for TLS; null for that of this user's own assistant. */
  readonly authorityPath: string | null;
  /** Possible paths of the certificate of this user's own assistant. */
  readonly ownAuthorityPaths: readonly string[];
  /** The file of this user's pairing with the assistant. */
  readonly pairingPath: string;
  /** Null where none was given. */
  readonly pairingCode: string | null;
}

/** Null without a printer. Problems: `input.invalid` with the option as its path. */
export function parsePrintTarget(
  given: Given,
  other: { readonly check: boolean; readonly format: string; readonly colour: string },
  env: Environment,
): Result<PrintTarget | null> {
  const { printer, 'assistant-port': givenPort, 'pairing-code': code, 'assistant-ca': authority } = given;
  if (printer === undefined) {
    const isPlain = [givenPort, code, authority].every((option) => option === undefined);
    return isPlain ? ok(null) : missing('--printer');
  }
  const clash = [
    [other.check, '--check'],
    [other.format !== 'png', '--format'],
    [other.colour !== 'bit', '--colour'],
  ].find(([is]) => is);
  if (clash !== undefined) return unusable('--printer', printer, `without ${String(clash[1])}`);
  const port = givenPort ?? env['ASSISTANT_PORT'] ?? String(ASSISTANT_PORT);
  const assistantPort = /^\d{1,5}$/.test(port) ? Number(port) : NaN;
  if (!(assistantPort >= 1 && assistantPort <= 65_535)) return unusable('--assistant-port', port, '1 … 65535');
  if (code !== undefined && !new RegExp(`^\\d{${PAIRING_CODE_DIGITS}}$`).test(code)) {
    return err(problem('assistant.wrongCode', {}, '--pairing-code'));
  }
  return ok({
    printer,
    assistantPort,
    authorityPath: authority ?? null,
    ownAuthorityPaths: ownAuthorityPaths(env, process.platform),
    pairingPath: pairingPath(env, process.platform, assistantPort),
    pairingCode: code ?? null,
  });
}
