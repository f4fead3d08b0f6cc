import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { API_CODES, CALLS, type CallName } from '#protocol/api.ts';
import { envelopeProblem } from '#services/api/api-problem.ts';

/** Messages with code 402, and the calls that return it; null is uploads. */
const SAID: Readonly<Record<string, readonly (CallName | null)[]>> = {
  'upload.tooManyFiles': [null],
  'token.tooMany': ['addApiToken'],
  'connection.tooMany': ['saveDataConnection'],
  'query.tooMany': ['saveDataQuery'],
  'schedule.tooMany': ['saveSchedule'],
  'upload.spaceFull': [null, 'runSchedule'],
  'assistant.tooMany': [null],
  'upload.spaceFullForMembers': [null],
  'template.tooMany': ['addTemplate', 'copyTemplate', 'copyTemplates', 'copyTemplateShare'],
  'counter.tooMany': ['takeCounter', 'setCounter'],
  'counter.changed': ['takeCounter'],
  'counter.ended': ['takeCounter'],
  'counter.tooFew': ['takeCounter'],
  'folder.tooMany': ['addFolder', 'addCloudFolder'],
  'font.tooMany': ['addUserFont'],
  'cloud.folderFull': ['editCloudFile', 'moveCloudFiles', null],
  'pay.noProvider': ['payScanCode'],
  'pay.providerAway': ['payScanCode'],
  'pay.tooManyOrders': ['payScanCode'],
  'privilege.missing': ['editNickname'],
  'export.running': ['beginAccountExport'],
  'factor.notBegun': ['confirmSecondFactor'],
  'office.tooMany': [null],
  'order.closed': ['operatorFailOrder'],
  'order.otherProvider': ['operatorConfirmOrder'],
  'order.paidOtherwise': ['operatorConfirmOrder'],
  'share.tooMany': ['addTemplateShare'],
  'common.tooMany': ['submitCommon'],
  'feedback.tooMany': ['addFeedback'],
  'feedback.tooManyToday': ['addFeedback'],
  'announcement.tooMany': ['addAnnouncement'],
  'icon.tooMany': ['addIcon'],
  'operator.isBlocked': ['operatorSetRole'],
  'operator.isOperator': ['operatorDeleteUser'],
  'operator.lastOperator': ['operatorSetRole', 'operatorBlockUser'],
  'operator.notYourself': ['operatorBlockUser'],
  'passkey.needsName': ['beginPasskey', 'beginPasskeySignIn'],
  'passkey.tooMany': ['beginPasskey', 'addPasskey'],
};

function isSilent(call: CallName | null): boolean {
  return envelopeProblem({ code: API_CODES.refused, data: null, message: 'The limit is reached.' }, call)
    .suppressMessage;
}

describe('a reached limit', () => {
  test('is reported for every call that the server answers so', async () => {
    const said = new Set<string>();
    for await (const file of glob('server/**/*.ts')) {
      for (const [, keys = ''] of readFileSync(file, 'utf8').matchAll(/apiError\(\s*'refused',([^;{)]*)/g)) {
        for (const [, key = ''] of keys.matchAll(/'([a-z]+\.\w+)'/gi)) said.add(key);
      }
    }
    expect([...said].toSorted()).toEqual(Object.keys(SAID).toSorted());
    expect(
      Object.values(SAID)
        .flat()
        .filter((call) => isSilent(call)),
    ).toEqual([]);
  });

  test('is not reported for all other calls, as in the catalog of errors', () => {
    const reporting = new Set(Object.values(SAID).flat());
    const calls = Object.keys(CALLS) as CallName[];
    expect(calls.filter((call) => !reporting.has(call) && !isSilent(call))).toEqual([]);
  });

  test('is reported once for a privilege: by the dialog that offers the membership', () => {
    const refused = { code: API_CODES.refused, data: { privilege: 'tables' }, message: 'For members.' };
    for (const call of ['addTemplate', 'editNickname', null] as const) {
      expect(envelopeProblem(refused, call)).toMatchObject({ suppressMessage: true, privilege: 'tables' });
    }
  });
});
