import { ok } from '#model/kernel/result.ts';
import { listAddedFonts } from './added-fonts.ts';
import { listOperatorFonts, type FontServices } from './operator-fonts.ts';
import { addUserFont, deleteUserFont, listUserFonts } from './user-fonts.ts';
import type { Handlers } from '../../http/call.ts';
import { builtInFonts } from './font-list.ts';
import type { CoreServices } from '../../core/services.ts';
import type { PrivilegeServices } from '../../membership/privileges.ts';

/** The fonts that a user can choose. */
export const fontHandlers: Pick<
  Handlers<Pick<CoreServices, 'db' | 'files' | 'limits' | 'now'> & PrivilegeServices & FontServices>,
  'fontList' | 'addUserFont' | 'delUserFont'
> = {
  async fontList(context) {
    const { db, user } = context;
    const own = user === null ? [] : await listUserFonts(db, user.id);
    // For equal names the user's own font has priority, then the operator's, then the product's.
    const families = new Map(
      [
        ...builtInFonts(),
        ...listOperatorFonts({ ...context, fonts: [...context.fonts, ...(await listAddedFonts(db))] }, user),
        ...own,
      ].map((f) => [f.name, f]),
    );
    const list = [...families.values()];
    return ok({ list, count: list.length });
  },
  addUserFont(context, input) {
    return addUserFont(context, context.user.id, input);
  },
  delUserFont(context, input) {
    return deleteUserFont(context, context.user.id, input.id);
  },
};
