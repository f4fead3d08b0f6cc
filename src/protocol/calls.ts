import * as accounts from './api/accounts.ts';
import * as addedIcons from './api/added-icons.ts';
import * as helpTexts from './api/help-texts.ts';
import * as announcements from './api/announcements.ts';
import * as apiTokens from './api/api-tokens.ts';
import { ASSISTANT_CALLS, type AssistantCalls } from './api/assistants.ts';
import * as audit from './api/audit.ts';
import type { Shape } from './api/call.ts';
import * as cloud from './api/cloud.ts';
import * as counters from './api/counters.ts';
import { DATA_CONNECTION_CALLS, type DataConnectionCalls } from './api/data-connections.ts';
import * as feedback from './api/feedback.ts';
import * as operator from './api/operator.ts';
import * as icons from './api/icons.ts';
import * as operatorUsers from './api/operator-users.ts';
import * as installation from './api/operator-installation.ts';
import * as sharing from './api/sharing.ts';
import * as commonTemplates from './api/common-templates.ts';
import * as industry from './api/industry.ts';
import * as members from './api/members.ts';
import * as net from './api/net.ts';
import * as office from './api/office.ts';
import * as operatorMembers from './api/operator-members.ts';
import * as personal from './api/personal.ts';
import * as printRecords from './api/print-records.ts';
import * as resources from './api/resources.ts';
import { SCHEDULE_CALLS, type ScheduleCalls } from './api/schedules.ts';
import { SERVER_RUN_CALLS, type ServerRunCalls } from './api/server-runs.ts';
import * as chosenTemplates from './api/chosen-templates.ts';
import * as templateDrafts from './api/template-drafts.ts';
import * as templateVersions from './api/template-versions.ts';
import * as signIn from './api/sign-in.ts';
import * as bindings from './api/bindings.ts';
import * as security from './api/security.ts';
import * as templates from './api/templates.ts';

/** The HTTP API: every call with its path and the schemas of its input and answer, for client and server. */
export interface Calls extends DataConnectionCalls, AssistantCalls, ScheduleCalls, ServerRunCalls {
  readonly register: typeof accounts.register;
  readonly login: typeof accounts.login;
  readonly logout: typeof accounts.logout;
  readonly signInWays: typeof signIn.signInWays;
  readonly sendCode: typeof signIn.sendCode;
  readonly loginByCode: typeof signIn.loginByCode;
  readonly resetPassword: typeof signIn.resetPassword;
  readonly thirdLoginStart: typeof signIn.thirdLoginStart;
  readonly thirdLogin: typeof signIn.thirdLogin;
  readonly thirdRegister: typeof signIn.thirdRegister;
  readonly bindings: typeof bindings.bindings;
  readonly changePassword: typeof bindings.changePassword;
  readonly sendBindCode: typeof bindings.sendBindCode;
  readonly bindAddress: typeof bindings.bindAddress;
  readonly bindThirdStart: typeof bindings.bindThirdStart;
  readonly unbind: typeof bindings.unbind;
  readonly currentUser: typeof accounts.currentUser;
  readonly profile: typeof accounts.profile;
  readonly sessionKeys: typeof accounts.sessionKeys;
  readonly member: typeof accounts.member;
  readonly memberPlans: typeof members.memberPlans;
  readonly spacePlans: typeof members.spacePlans;
  readonly memberPrivileges: typeof members.memberPrivileges;
  readonly payScanCode: typeof members.payScanCode;
  readonly orderStatus: typeof members.orderStatus;
  readonly exchangeMember: typeof members.exchangeMember;
  readonly sandboxPay: typeof members.sandboxPay;
  readonly privilegeList: typeof personal.privilegeList;
  readonly editNickname: typeof personal.editNickname;
  readonly editAvatar: typeof personal.editAvatar;
  readonly spaceUsage: typeof personal.spaceUsage;
  readonly beginAccountExport: typeof personal.beginAccountExport;
  readonly deleteAccount: typeof personal.deleteAccount;
  readonly sessionList: typeof security.sessionList;
  readonly endSession: typeof security.endSession;
  readonly endAllSessions: typeof security.endAllSessions;
  readonly accountSecurity: typeof security.accountSecurity;
  readonly beginSecondFactor: typeof security.beginSecondFactor;
  readonly confirmSecondFactor: typeof security.confirmSecondFactor;
  readonly endSecondFactor: typeof security.endSecondFactor;
  readonly signInSecondFactor: typeof security.signInSecondFactor;
  readonly beginPasskey: typeof security.beginPasskey;
  readonly addPasskey: typeof security.addPasskey;
  readonly renamePasskey: typeof security.renamePasskey;
  readonly deletePasskey: typeof security.deletePasskey;
  readonly beginPasskeySignIn: typeof security.beginPasskeySignIn;
  readonly passkeySignIn: typeof security.passkeySignIn;
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
  readonly delFolder: typeof chosenTemplates.delFolder;
  readonly moveTemplates: typeof chosenTemplates.moveTemplates;
  readonly copyTemplates: typeof chosenTemplates.copyTemplates;
  readonly deleteTemplates: typeof chosenTemplates.deleteTemplates;
  readonly trashList: typeof chosenTemplates.trashList;
  readonly restoreTemplates: typeof chosenTemplates.restoreTemplates;
  readonly delTrash: typeof chosenTemplates.delTrash;
  readonly emptyTrash: typeof chosenTemplates.emptyTrash;
  readonly versionList: typeof templateVersions.versionList;
  readonly restoreVersion: typeof templateVersions.restoreVersion;
  readonly nameVersion: typeof templateVersions.nameVersion;
  readonly saveDraft: typeof templateDrafts.saveDraft;
  readonly getDraft: typeof templateDrafts.getDraft;
  readonly deleteDraft: typeof templateDrafts.deleteDraft;
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
  readonly iconTree: typeof icons.iconTree;
  readonly iconList: typeof icons.iconList;
  readonly industryList: typeof industry.industryList;
  readonly industryFilters: typeof industry.industryFilters;
  readonly machineList: typeof industry.machineList;
  readonly addedIconList: typeof addedIcons.addedIconList;
  readonly addIcon: typeof addedIcons.addIcon;
  readonly editIcon: typeof addedIcons.editIcon;
  readonly delIcon: typeof addedIcons.delIcon;
  readonly ownHelpList: typeof helpTexts.ownHelpList;
  readonly ownHelpArticle: typeof helpTexts.ownHelpArticle;
  readonly operatorHelpList: typeof helpTexts.operatorHelpList;
  readonly operatorHelpText: typeof helpTexts.operatorHelpText;
  readonly publishHelpText: typeof helpTexts.publishHelpText;
  readonly withdrawHelpText: typeof helpTexts.withdrawHelpText;
  readonly announcementList: typeof announcements.announcementList;
  readonly addFeedback: typeof feedback.addFeedback;
  readonly feedbackList: typeof feedback.feedbackList;
  readonly operatorAnnouncementList: typeof announcements.operatorAnnouncementList;
  readonly addAnnouncement: typeof announcements.addAnnouncement;
  readonly editAnnouncement: typeof announcements.editAnnouncement;
  readonly delAnnouncement: typeof announcements.delAnnouncement;
  readonly operatorFeedbackList: typeof feedback.operatorFeedbackList;
  readonly answerFeedback: typeof feedback.answerFeedback;
  readonly closeFeedback: typeof feedback.closeFeedback;
  readonly importSpreadsheet: typeof net.importSpreadsheet;
  readonly officeAvailability: typeof office.officeAvailability;
  readonly conversionState: typeof office.conversionState;
  readonly endConversion: typeof office.endConversion;
  readonly getAuditLog: typeof audit.getAuditLog;
  readonly apiTokenList: typeof apiTokens.apiTokenList;
  readonly addApiToken: typeof apiTokens.addApiToken;
  readonly delApiToken: typeof apiTokens.delApiToken;
  readonly operatorUserList: typeof operator.operatorUserList;
  readonly addTemplateShare: typeof sharing.addTemplateShare;
  readonly templateShareList: typeof sharing.templateShareList;
  readonly endTemplateShare: typeof sharing.endTemplateShare;
  readonly openTemplateShare: typeof sharing.openTemplateShare;
  readonly openPublicShare: typeof sharing.openPublicShare;
  readonly copyTemplateShare: typeof sharing.copyTemplateShare;
  readonly commonList: typeof commonTemplates.commonList;
  readonly ownCommonList: typeof commonTemplates.ownCommonList;
  readonly submitCommon: typeof commonTemplates.submitCommon;
  readonly withdrawCommon: typeof commonTemplates.withdrawCommon;
  readonly operatorCommonList: typeof commonTemplates.operatorCommonList;
  readonly decideCommon: typeof commonTemplates.decideCommon;
  readonly operatorGetUser: typeof operatorUsers.operatorGetUser;
  readonly operatorSetRole: typeof operatorUsers.operatorSetRole;
  readonly operatorBlockUser: typeof operatorUsers.operatorBlockUser;
  readonly operatorGrantSpace: typeof operatorUsers.operatorGrantSpace;
  readonly operatorDeleteUser: typeof operatorUsers.operatorDeleteUser;
  readonly operatorStorage: typeof installation.operatorStorage;
  readonly operatorAuditLog: typeof installation.operatorAuditLog;
  readonly operatorAuditCsv: typeof installation.operatorAuditCsv;
  readonly operatorFontList: typeof installation.operatorFontList;
  readonly addOperatorFont: typeof installation.addOperatorFont;
  readonly delOperatorFont: typeof installation.delOperatorFont;
  readonly operatorPlanList: typeof operatorMembers.operatorPlanList;
  readonly operatorAddPlan: typeof operatorMembers.operatorAddPlan;
  readonly operatorEditPlan: typeof operatorMembers.operatorEditPlan;
  readonly operatorRetirePlan: typeof operatorMembers.operatorRetirePlan;
  readonly operatorMakeCodes: typeof operatorMembers.operatorMakeCodes;
  readonly operatorBatchList: typeof operatorMembers.operatorBatchList;
  readonly operatorCodeList: typeof operatorMembers.operatorCodeList;
  readonly operatorCodeCsv: typeof operatorMembers.operatorCodeCsv;
  readonly operatorRevokeCodes: typeof operatorMembers.operatorRevokeCodes;
  readonly operatorOrderList: typeof operatorMembers.operatorOrderList;
  readonly operatorConfirmOrder: typeof operatorMembers.operatorConfirmOrder;
  readonly operatorFailOrder: typeof operatorMembers.operatorFailOrder;
  readonly operatorGrantDays: typeof operatorMembers.operatorGrantDays;
  readonly operatorEndMembership: typeof operatorMembers.operatorEndMembership;
  readonly cloudDataList: typeof cloud.cloudDataList;
  readonly cloudFileList: typeof cloud.cloudFileList;
  readonly addCloudFolder: typeof cloud.addCloudFolder;
  readonly renameCloudFolder: typeof cloud.renameCloudFolder;
  readonly deleteCloudFolder: typeof cloud.deleteCloudFolder;
  readonly editCloudFile: typeof cloud.editCloudFile;
  readonly moveCloudFiles: typeof cloud.moveCloudFiles;
  readonly deleteCloudFiles: typeof cloud.deleteCloudFiles;
  readonly cloudSpace: typeof cloud.cloudSpace;
}

export const CALLS: Calls = {
  register: accounts.register,
  login: accounts.login,
  logout: accounts.logout,
  signInWays: signIn.signInWays,
  sendCode: signIn.sendCode,
  loginByCode: signIn.loginByCode,
  resetPassword: signIn.resetPassword,
  thirdLoginStart: signIn.thirdLoginStart,
  thirdLogin: signIn.thirdLogin,
  thirdRegister: signIn.thirdRegister,
  bindings: bindings.bindings,
  changePassword: bindings.changePassword,
  sendBindCode: bindings.sendBindCode,
  bindAddress: bindings.bindAddress,
  bindThirdStart: bindings.bindThirdStart,
  unbind: bindings.unbind,
  currentUser: accounts.currentUser,
  profile: accounts.profile,
  sessionKeys: accounts.sessionKeys,
  member: accounts.member,
  memberPlans: members.memberPlans,
  spacePlans: members.spacePlans,
  memberPrivileges: members.memberPrivileges,
  payScanCode: members.payScanCode,
  orderStatus: members.orderStatus,
  exchangeMember: members.exchangeMember,
  sandboxPay: members.sandboxPay,
  privilegeList: personal.privilegeList,
  editNickname: personal.editNickname,
  editAvatar: personal.editAvatar,
  spaceUsage: personal.spaceUsage,
  beginAccountExport: personal.beginAccountExport,
  deleteAccount: personal.deleteAccount,
  sessionList: security.sessionList,
  endSession: security.endSession,
  endAllSessions: security.endAllSessions,
  accountSecurity: security.accountSecurity,
  beginSecondFactor: security.beginSecondFactor,
  confirmSecondFactor: security.confirmSecondFactor,
  endSecondFactor: security.endSecondFactor,
  signInSecondFactor: security.signInSecondFactor,
  beginPasskey: security.beginPasskey,
  addPasskey: security.addPasskey,
  renamePasskey: security.renamePasskey,
  deletePasskey: security.deletePasskey,
  beginPasskeySignIn: security.beginPasskeySignIn,
  passkeySignIn: security.passkeySignIn,
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
  delFolder: chosenTemplates.delFolder,
  moveTemplates: chosenTemplates.moveTemplates,
  copyTemplates: chosenTemplates.copyTemplates,
  deleteTemplates: chosenTemplates.deleteTemplates,
  trashList: chosenTemplates.trashList,
  restoreTemplates: chosenTemplates.restoreTemplates,
  delTrash: chosenTemplates.delTrash,
  emptyTrash: chosenTemplates.emptyTrash,
  versionList: templateVersions.versionList,
  restoreVersion: templateVersions.restoreVersion,
  nameVersion: templateVersions.nameVersion,
  saveDraft: templateDrafts.saveDraft,
  getDraft: templateDrafts.getDraft,
  deleteDraft: templateDrafts.deleteDraft,
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
  iconTree: icons.iconTree,
  iconList: icons.iconList,
  industryList: industry.industryList,
  industryFilters: industry.industryFilters,
  machineList: industry.machineList,
  addedIconList: addedIcons.addedIconList,
  addIcon: addedIcons.addIcon,
  editIcon: addedIcons.editIcon,
  delIcon: addedIcons.delIcon,
  ownHelpList: helpTexts.ownHelpList,
  ownHelpArticle: helpTexts.ownHelpArticle,
  operatorHelpList: helpTexts.operatorHelpList,
  operatorHelpText: helpTexts.operatorHelpText,
  publishHelpText: helpTexts.publishHelpText,
  withdrawHelpText: helpTexts.withdrawHelpText,
  announcementList: announcements.announcementList,
  addFeedback: feedback.addFeedback,
  feedbackList: feedback.feedbackList,
  operatorAnnouncementList: announcements.operatorAnnouncementList,
  addAnnouncement: announcements.addAnnouncement,
  editAnnouncement: announcements.editAnnouncement,
  delAnnouncement: announcements.delAnnouncement,
  operatorFeedbackList: feedback.operatorFeedbackList,
  answerFeedback: feedback.answerFeedback,
  closeFeedback: feedback.closeFeedback,
  importSpreadsheet: net.importSpreadsheet,
  officeAvailability: office.officeAvailability,
  conversionState: office.conversionState,
  endConversion: office.endConversion,
  getAuditLog: audit.getAuditLog,
  apiTokenList: apiTokens.apiTokenList,
  addApiToken: apiTokens.addApiToken,
  delApiToken: apiTokens.delApiToken,
  ...DATA_CONNECTION_CALLS,
  ...ASSISTANT_CALLS,
  ...SCHEDULE_CALLS,
  ...SERVER_RUN_CALLS,
  operatorUserList: operator.operatorUserList,
  addTemplateShare: sharing.addTemplateShare,
  templateShareList: sharing.templateShareList,
  endTemplateShare: sharing.endTemplateShare,
  openTemplateShare: sharing.openTemplateShare,
  openPublicShare: sharing.openPublicShare,
  copyTemplateShare: sharing.copyTemplateShare,
  commonList: commonTemplates.commonList,
  ownCommonList: commonTemplates.ownCommonList,
  submitCommon: commonTemplates.submitCommon,
  withdrawCommon: commonTemplates.withdrawCommon,
  operatorCommonList: commonTemplates.operatorCommonList,
  decideCommon: commonTemplates.decideCommon,
  operatorGetUser: operatorUsers.operatorGetUser,
  operatorSetRole: operatorUsers.operatorSetRole,
  operatorBlockUser: operatorUsers.operatorBlockUser,
  operatorGrantSpace: operatorUsers.operatorGrantSpace,
  operatorDeleteUser: operatorUsers.operatorDeleteUser,
  operatorStorage: installation.operatorStorage,
  operatorAuditLog: installation.operatorAuditLog,
  operatorAuditCsv: installation.operatorAuditCsv,
  operatorFontList: installation.operatorFontList,
  addOperatorFont: installation.addOperatorFont,
  delOperatorFont: installation.delOperatorFont,
  operatorPlanList: operatorMembers.operatorPlanList,
  operatorAddPlan: operatorMembers.operatorAddPlan,
  operatorEditPlan: operatorMembers.operatorEditPlan,
  operatorRetirePlan: operatorMembers.operatorRetirePlan,
  operatorMakeCodes: operatorMembers.operatorMakeCodes,
  operatorBatchList: operatorMembers.operatorBatchList,
  operatorCodeList: operatorMembers.operatorCodeList,
  operatorCodeCsv: operatorMembers.operatorCodeCsv,
  operatorRevokeCodes: operatorMembers.operatorRevokeCodes,
  operatorOrderList: operatorMembers.operatorOrderList,
  operatorConfirmOrder: operatorMembers.operatorConfirmOrder,
  operatorFailOrder: operatorMembers.operatorFailOrder,
  operatorGrantDays: operatorMembers.operatorGrantDays,
  operatorEndMembership: operatorMembers.operatorEndMembership,
  cloudDataList: cloud.cloudDataList,
  cloudFileList: cloud.cloudFileList,
  addCloudFolder: cloud.addCloudFolder,
  renameCloudFolder: cloud.renameCloudFolder,
  deleteCloudFolder: cloud.deleteCloudFolder,
  editCloudFile: cloud.editCloudFile,
  moveCloudFiles: cloud.moveCloudFiles,
  deleteCloudFiles: cloud.deleteCloudFiles,
  cloudSpace: cloud.cloudSpace,
};

export type CallName = keyof Calls;
export type InputOf<Name extends CallName> = Calls[Name]['input'] extends Shape<infer Input> ? Input : never;
export type AnswerOf<Name extends CallName> = Calls[Name]['answer'] extends Shape<infer Answer> ? Answer : never;
