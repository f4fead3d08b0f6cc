/**
 * Where a message about space that is not enough leads (specification 1, section 6): to the member centre when it has the
 * configured words of the members' space in it, else to the expansion of cloud space.
 */
export function spaceTarget(message: string, memberSpace: string): '/member' | '/expansion' {
  return memberSpace !== '' && message.toLowerCase().includes(memberSpace.toLowerCase()) ? '/member' : '/expansion';
}
