/**
 * The link target of a message about insufficient space (specification 1, section 6): the membership page if it contains
 * the configured text about members' space, otherwise the page to expand cloud space.
 */
export function spaceTarget(message: string, memberSpace: string): '/member' | '/expansion' {
  return memberSpace !== '' && message.toLowerCase().includes(memberSpace.toLowerCase()) ? '/member' : '/expansion';
}
