/** What nobody may build a password of, because a guesser tries it first here: product, roles and the trade's own words. */
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
