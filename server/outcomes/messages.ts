import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '#protocol/api.ts';

/** Every text that the server sends, as `locales/<language>/server.json` names it. */
export const MESSAGE_KEYS = [
  'account.needsName',
  'account.userNameInvalid',
  'account.userNameTaken',
  'account.userNameLooksTaken',
  'account.emailInvalid',
  'account.emailTaken',
  'account.nicknameTooLong',
  'account.passwordShort',
  'account.passwordLong',
  'account.passwordCommon',
  'account.passwordBreached',
  'account.passwordName',
  'account.wrongPassword',
  'account.phoneInvalid',
  'account.phoneTaken',
  'account.oneAddress',
  'account.notAgreed',
  'account.wrongOwnPassword',
  'account.signInFresh',
  'account.lastWay',
  'account.notBound',
  'code.wrong',
  'code.noMail',
  'code.noSms',
  'code.notSent',
  'code.subject',
  'code.register',
  'code.login',
  'code.reset',
  'code.bind',
  'code.takenSubject',
  'code.taken',
  'code.noAccountSubject',
  'code.noAccount',
  'third.unknownProvider',
  'third.unreachable',
  'third.denied',
  'third.failed',
  'third.expired',
  'third.otherUser',
  'third.taken',
  'third.hasOne',
  'session.signedOut',
  'session.otherUser',
  'session.operatorsOnly',
  'signature.missing',
  'signature.time',
  'signature.otherKey',
  'signature.wrong',
  'signature.replayed',
  'payload.required',
  'payload.unexpected',
  'payload.unreadable',
  'name.empty',
  'name.characters',
  'name.tooLong',
  'folder.defaultName',
  'folder.notFound',
  'folder.nameTaken',
  'folder.tooMany',
  'folder.lastOne',
  'folder.notEmpty',
  'version.notFound',
  'template.notFound',
  'template.nameTaken',
  'template.changedMeanwhile',
  'template.tooMany',
  'template.widthInvalid',
  'template.heightInvalid',
  'template.fileMissing',
  'template.previewMissing',
  'counter.standsStill',
  'counter.tooMany',
  'counter.changed',
  'counter.ended',
  'counter.startInvalid',
  'counter.tooFew',
  'font.tooMany',
  'record.notFound',
  'record.otherJob',
  'upload.tokenInvalid',
  'upload.nothing',
  'upload.notPng',
  'upload.notTemplate',
  'upload.templateTooComplex',
  'upload.tooLarge',
  'upload.tooManyPixels',
  'upload.spaceFull',
  'upload.spaceFullForMembers',
  'upload.tooManyFiles',
  'file.notFound',
  'net.address',
  'net.unreachable',
  'net.redirects',
  'net.tooSlow',
  'net.incomplete',
  'net.status',
  'net.tooLarge',
  'net.webPage',
  'net.notSpreadsheet',
  'net.noSheet',
  'net.empty',
  'net.tooComplex',
  'net.unreadable',
  'cloud.myImages',
  'cloud.mySpreadsheets',
  'cloud.lastFolder',
  'cloud.folderFull',
  'cloud.nameTaken',
  'cloud.notImage',
  'cloud.moreThanImage',
  'cloud.notSheet',
  'cloud.sheetTooLarge',
  'cloud.otherContent',
  'cloud.otherEnding',
  'cloud.badThumbnail',
  'space.members',
  'request.invalid',
  'request.notJson',
  'request.tooLarge',
  'request.otherOrigin',
  'request.noToken',
  'request.tooMany',
  'request.tooSlow',
  'request.unknownHost',
  'request.unknownPath',
  'server.failed',
  'server.noSpace',
  'server.busy',
  'server.noWebFiles',
  'account.nicknameEmpty',
  'account.nicknameCharacters',
  'account.passwordWrong',
  'account.nameDiffers',
  'session.notFound',
  'privilege.missing',
  'factor.needed',
  'factor.wrongCode',
  'factor.ticketEnded',
  'factor.notBegun',
  'passkey.failed',
  'passkey.notFound',
  'passkey.nameInvalid',
  'passkey.tooMany',
  'passkey.needsName',
  'avatar.invalid',
  'feedback.empty',
  'feedback.tooManyToday',
  'feedback.tooMany',
  'feedback.notFound',
  'announcement.badTime',
  'announcement.needsEnglish',
  'announcement.tooMany',
  'announcement.notFound',
  'export.running',
  'export.ended',
  'demo.priceTag',
  'demo.shippingLabel',
  'demo.assetTag',
] as const;
export type MessageKey = (typeof MESSAGE_KEYS)[number];
export type MessageParams = Readonly<Record<string, string | number>>;

const texts = new Map<Language, ReadonlyMap<string, string>>(
  LANGUAGES.map((language) => [language, readTexts(language)]),
);

/** The text in that language. */
export function message(language: Language, key: MessageKey, params: MessageParams = {}): string {
  const text = texts.get(language)?.get(key);
  if (text === undefined) throw new Error(`locales/${language}/server.json lacks ${key}`);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => String(params[name] ?? ''));
}

/** The language of the `language` header, else the first known one of `accept-language`, else English. */
export function requestLanguage(headers: { language?: unknown; 'accept-language'?: unknown }): Language {
  for (const header of [headers.language, headers['accept-language']]) {
    if (typeof header !== 'string') continue;
    for (const part of header.split(',')) {
      const wanted = part.trim().slice(0, 2).toLowerCase();
      const known = LANGUAGES.find((language) => language === wanted);
      if (known !== undefined) return known;
    }
  }
  return 'en';
}

function readTexts(language: Language): ReadonlyMap<string, string> {
  const file = new URL(`../../locales/${language}/server.json`, import.meta.url);
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const found = new Map<string, string>();
  collect(content, '', found);
  return found;
}

function collect(value: unknown, path: string, found: Map<string, string>): void {
  if (typeof value === 'string') {
    found.set(path, value);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) collect(child, path === '' ? key : `${path}.${key}`, found);
  }
}
