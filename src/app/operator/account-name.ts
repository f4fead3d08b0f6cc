import type { OperatorUser } from '#protocol/api.ts';

/** The name of a user in lists: the username, otherwise the email address or the phone number. */
export function accountName({ user_name: name, email, phone }: OperatorUser): string {
  return [name, email, phone].find((one) => one !== '') ?? '';
}
