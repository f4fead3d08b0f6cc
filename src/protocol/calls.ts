import { ACCOUNT_CALLS, type AccountCalls } from './api/accounts.ts';
import { ADDED_ICON_CALLS, type AddedIconCalls } from './api/added-icons.ts';
import { ANNOUNCEMENT_CALLS, type AnnouncementCalls } from './api/announcements.ts';
import { API_TOKEN_CALLS, type ApiTokenCalls } from './api/api-tokens.ts';
import { ASSISTANT_CALLS, type AssistantCalls } from './api/assistants.ts';
import { AUDIT_CALLS, type AuditCalls } from './api/audit.ts';
import { BINDING_CALLS, type BindingCalls } from './api/bindings.ts';
import { BRAND_KIT_CALLS, type BrandKitCalls } from './api/brand-kit.ts';
import { CHOSEN_TEMPLATE_CALLS, type ChosenTemplateCalls } from './api/chosen-templates.ts';
import { CLOUD_CALLS, type CloudCalls } from './api/cloud.ts';
import { COMMON_TEMPLATE_CALLS, type CommonTemplateCalls } from './api/common-templates.ts';
import { COUNTER_CALLS, type CounterCalls } from './api/counters.ts';
import { DATA_CONNECTION_CALLS, type DataConnectionCalls } from './api/data-connections.ts';
import { FEEDBACK_CALLS, type FeedbackCalls } from './api/feedback.ts';
import { HELP_TEXT_CALLS, type HelpTextCalls } from './api/help-texts.ts';
import { ICON_CALLS, type IconCalls } from './api/icons.ts';
import { INDUSTRY_CALLS, type IndustryCalls } from './api/industry.ts';
import { MEMBER_CALLS, type MemberCalls } from './api/members.ts';
import { NET_CALLS, type NetCalls } from './api/net.ts';
import { OFFICE_CALLS, type OfficeCalls } from './api/office.ts';
import { OPENING_PICTURE_CALLS, type OpeningPictureCalls } from './api/opening-pictures.ts';
import { OPERATOR_INSTALLATION_CALLS, type OperatorInstallationCalls } from './api/operator-installation.ts';
import { OPERATOR_MEMBER_CALLS, type OperatorMemberCalls } from './api/operator-members.ts';
import { OPERATOR_USER_CALLS, type OperatorUserCalls } from './api/operator-users.ts';
import { OPERATOR_CALLS, type OperatorCalls } from './api/operator.ts';
import { PERSONAL_CALLS, type PersonalCalls } from './api/personal.ts';
import { PRINT_RECORD_CALLS, type PrintRecordCalls } from './api/print-records.ts';
import { RESOURCE_CALLS, type ResourceCalls } from './api/resources.ts';
import { SCHEDULE_CALLS, type ScheduleCalls } from './api/schedules.ts';
import { SECURITY_CALLS, type SecurityCalls } from './api/security.ts';
import { SERVER_RUN_CALLS, type ServerRunCalls } from './api/server-runs.ts';
import { SHARING_CALLS, type SharingCalls } from './api/sharing.ts';
import { SIGN_IN_CALLS, type SignInCalls } from './api/sign-in.ts';
import { TEMPLATE_DRAFT_CALLS, type TemplateDraftCalls } from './api/template-drafts.ts';
import { TEMPLATE_VERSION_CALLS, type TemplateVersionCalls } from './api/template-versions.ts';
import { TEMPLATE_CALLS, type TemplateCalls } from './api/templates.ts';
import type { Shape } from './api/call.ts';

/** The HTTP API: every call with its path and the schemas of its input and answer, for client and server. */
export interface Calls
  extends
    AccountCalls,
    AddedIconCalls,
    AnnouncementCalls,
    ApiTokenCalls,
    AssistantCalls,
    AuditCalls,
    BindingCalls,
    BrandKitCalls,
    ChosenTemplateCalls,
    CloudCalls,
    CommonTemplateCalls,
    CounterCalls,
    DataConnectionCalls,
    FeedbackCalls,
    HelpTextCalls,
    IconCalls,
    IndustryCalls,
    MemberCalls,
    NetCalls,
    OfficeCalls,
    OpeningPictureCalls,
    OperatorInstallationCalls,
    OperatorMemberCalls,
    OperatorUserCalls,
    OperatorCalls,
    PersonalCalls,
    PrintRecordCalls,
    ResourceCalls,
    ScheduleCalls,
    SecurityCalls,
    ServerRunCalls,
    SharingCalls,
    SignInCalls,
    TemplateDraftCalls,
    TemplateVersionCalls,
    TemplateCalls {}

export const CALLS: Calls = {
  ...ACCOUNT_CALLS,
  ...ADDED_ICON_CALLS,
  ...ANNOUNCEMENT_CALLS,
  ...API_TOKEN_CALLS,
  ...ASSISTANT_CALLS,
  ...AUDIT_CALLS,
  ...BINDING_CALLS,
  ...BRAND_KIT_CALLS,
  ...CHOSEN_TEMPLATE_CALLS,
  ...CLOUD_CALLS,
  ...COMMON_TEMPLATE_CALLS,
  ...COUNTER_CALLS,
  ...DATA_CONNECTION_CALLS,
  ...FEEDBACK_CALLS,
  ...HELP_TEXT_CALLS,
  ...ICON_CALLS,
  ...INDUSTRY_CALLS,
  ...MEMBER_CALLS,
  ...NET_CALLS,
  ...OFFICE_CALLS,
  ...OPENING_PICTURE_CALLS,
  ...OPERATOR_INSTALLATION_CALLS,
  ...OPERATOR_MEMBER_CALLS,
  ...OPERATOR_USER_CALLS,
  ...OPERATOR_CALLS,
  ...PERSONAL_CALLS,
  ...PRINT_RECORD_CALLS,
  ...RESOURCE_CALLS,
  ...SCHEDULE_CALLS,
  ...SECURITY_CALLS,
  ...SERVER_RUN_CALLS,
  ...SHARING_CALLS,
  ...SIGN_IN_CALLS,
  ...TEMPLATE_DRAFT_CALLS,
  ...TEMPLATE_VERSION_CALLS,
  ...TEMPLATE_CALLS,
};

export type CallName = keyof Calls;
export type InputOf<Name extends CallName> = Calls[Name]['input'] extends Shape<infer Input> ? Input : never;
export type AnswerOf<Name extends CallName> = Calls[Name]['answer'] extends Shape<infer Answer> ? Answer : never;
