import type { OperatorUser } from '#protocol/api.ts';

/** What a user is called in lists: the name, else the address or the number. */
export function accountName({ user_name: name, email, phone }: OperatorUser): string {
  return [name, email, phone].find((one) => one !== '') ?? '';
}
