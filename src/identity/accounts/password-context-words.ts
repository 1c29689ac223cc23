/**
 * Words that must not be the basis of a password, because attackers try them first here: product, roles and domain
 * terms.
 */
export const contextWords = [
  'hearthline',
  'portal',
  'referral',
  'referrals',
  'caseworker',
  'casework',
  'community',
  'helpdesk',
  'administrator',
  'organization',
  'developer',
  'support agent',
  'staff',
  'member',
]
