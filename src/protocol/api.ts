import * as accounts from './api/accounts.ts';
import * as audit from './api/audit.ts';
import type { Shape } from './api/call.ts';
import * as counters from './api/counters.ts';
import * as printRecords from './api/print-records.ts';
import * as resources from './api/resources.ts';
import * as templates from './api/templates.ts';

/** The HTTP API: every call with its path and the shapes of what goes in and comes out, for client and server. */
export interface Calls {
  readonly register: typeof accounts.register;
  readonly login: typeof accounts.login;
  readonly logout: typeof accounts.logout;
  readonly currentUser: typeof accounts.currentUser;
  readonly profile: typeof accounts.profile;
  readonly member: typeof accounts.member;
  readonly folderList: typeof templates.folderList;
  readonly addFolder: typeof templates.addFolder;
  readonly renameFolder: typeof templates.renameFolder;
  readonly templateList: typeof templates.templateList;
  readonly getTemplate: typeof templates.getTemplate;
  readonly addTemplate: typeof templates.addTemplate;
  readonly editTemplate: typeof templates.editTemplate;
  readonly coverTemplate: typeof templates.coverTemplate;
  readonly deleteTemplate: typeof templates.deleteTemplate;
  readonly copyTemplate: typeof templates.copyTemplate;
  readonly countCommonUse: typeof templates.countCommonUse;
  readonly countCloudUse: typeof templates.countCloudUse;
  readonly countDownload: typeof templates.countDownload;
  readonly counterList: typeof counters.counterList;
  readonly takeCounter: typeof counters.takeCounter;
  readonly setCounter: typeof counters.setCounter;
  readonly beginPrintRecord: typeof printRecords.beginPrintRecord;
  readonly endPrintRecord: typeof printRecords.endPrintRecord;
  readonly addPrintReadings: typeof printRecords.addPrintReadings;
  readonly printRecordList: typeof printRecords.printRecordList;
  readonly getPrintRecord: typeof printRecords.getPrintRecord;
  readonly getPrintReadings: typeof printRecords.getPrintReadings;
  readonly deletePrintRecord: typeof printRecords.deletePrintRecord;
  readonly configuration: typeof resources.configuration;
  readonly assistantTicket: typeof resources.assistantTicket;
  readonly assistantFiles: typeof resources.assistantFiles;
  readonly uploadToken: typeof resources.uploadToken;
  readonly fontList: typeof resources.fontList;
  readonly addUserFont: typeof resources.addUserFont;
  readonly delUserFont: typeof resources.delUserFont;
  readonly softwareDownload: typeof resources.softwareDownload;
  readonly getAuditLog: typeof audit.getAuditLog;
}

export const CALLS: Calls = {
  register: accounts.register,
  login: accounts.login,
  logout: accounts.logout,
  currentUser: accounts.currentUser,
  profile: accounts.profile,
  member: accounts.member,
  folderList: templates.folderList,
  addFolder: templates.addFolder,
  renameFolder: templates.renameFolder,
  templateList: templates.templateList,
  getTemplate: templates.getTemplate,
  addTemplate: templates.addTemplate,
  editTemplate: templates.editTemplate,
  coverTemplate: templates.coverTemplate,
  deleteTemplate: templates.deleteTemplate,
  copyTemplate: templates.copyTemplate,
  countCommonUse: templates.countCommonUse,
  countCloudUse: templates.countCloudUse,
  countDownload: templates.countDownload,
  counterList: counters.counterList,
  takeCounter: counters.takeCounter,
  setCounter: counters.setCounter,
  beginPrintRecord: printRecords.beginPrintRecord,
  endPrintRecord: printRecords.endPrintRecord,
  addPrintReadings: printRecords.addPrintReadings,
  printRecordList: printRecords.printRecordList,
  getPrintRecord: printRecords.getPrintRecord,
  getPrintReadings: printRecords.getPrintReadings,
  deletePrintRecord: printRecords.deletePrintRecord,
  configuration: resources.configuration,
  assistantTicket: resources.assistantTicket,
  assistantFiles: resources.assistantFiles,
  uploadToken: resources.uploadToken,
  fontList: resources.fontList,
  addUserFont: resources.addUserFont,
  delUserFont: resources.delUserFont,
  softwareDownload: resources.softwareDownload,
  getAuditLog: audit.getAuditLog,
};

export type CallName = keyof Calls;
export type InputOf<Name extends CallName> = Calls[Name]['input'] extends Shape<infer Input> ? Input : never;
export type AnswerOf<Name extends CallName> = Calls[Name]['answer'] extends Shape<infer Answer> ? Answer : never;

/** The languages that the server's messages come in; the `language` header names one. */
export const LANGUAGES = ['zh', 'en', 'pt', 'es', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

export * from './api/accounts.ts';
export * from './api/audit.ts';
export * from './api/call.ts';
export * from './api/counters.ts';
export * from './api/print-records.ts';
export * from './api/resources.ts';
export * from './api/templates.ts';
