import { err, ok, type Result } from '#model/kernel/result.ts';
import { calibrationOf, DEFAULT_DPI, startingDpi, usableDpi } from '#protocol/printer-info.ts';
import { findPrinter } from '../assistants/printers.ts';
import { invalid, type ApiError } from '../core/api-error.ts';
import type { V1Context } from '../api-v1/context.ts';
import type { RunInput, RunTarget } from './run-input.ts';
import type { CoreServices } from '../core/services.ts';

/**
 * The target of a run: a format or a printer. A printer's run uses the printer's current resolution and calibration.
 */
export async function targetOf(
  { services, user }: Pick<V1Context<Pick<CoreServices, 'db'>>, 'services' | 'user'>,
  { format, printer: id, dpi }: RunInput,
): Promise<Result<RunTarget, ApiError>> {
  if (id === undefined) {
    if (format === undefined) return err(invalid('format', 'request.invalid', { field: 'format' }));
    return ok({ format, dpi: dpi ?? DEFAULT_DPI });
  }
  if (format !== undefined) return err(invalid('printer', 'request.invalid', { field: 'format, printer' }));
  const found = await findPrinter(services.db, user.id, id);
  if (found === null) return err(invalid('printer', 'printer.notFound'));
  const { name, info } = found;
  if (dpi !== undefined && info.dpis.length > 0 && !info.dpis.includes(dpi)) {
    return err(invalid('dpi', 'printer.otherDpi', { dpis: info.dpis.join(', ') }));
  }
  const printer = { id, name, calibration: calibrationOf(info) };
  return ok({ format: 'png', dpi: dpi ?? usableDpi(startingDpi(info), info.dpis), printer });
}
