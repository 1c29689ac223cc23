/**
 * Statements that still name a table of another feature, by table. The list only gets shorter: a new read goes through what
 * the owner exports in its `…-public.ts`, a function or a piece of SQL that the statement joins.
 */
export const foreignReads: Record<string, { why: string; files: string[] }> = {
  access_log: {
    why: 'A person’s access log is shown by the feature of their rights, and written by the one that serves them.',
    files: ['casework/person-rights/server/access-log-queries'],
  },
  account: {
    why: 'Searches along an index of accounts, locks for one act, and the demo community.',
    files: [
      'casework/clients/server/contact-queries',
      'casework/referrals/server/seed-demo-referrals',
      'help-desk/inbound-mail/server/inbound-queries',
      'help-desk/tickets/server/seed-demo-tickets',
      'help-desk/tickets/server/working/assignee-queries',
      'identity/account-safety/server/find-account',
      'identity/team/server/accept-invitation',
      'identity/team/server/account-list-queries',
      'identity/team/server/change-account',
    ],
  },
  account_event: {
    why: 'One’s own activity names who acted, which is above accounts.',
    files: ['identity/account-safety/server/list-activity'],
  },
  account_token: {
    why: 'Links that were sent stand in one list with invitations.',
    files: ['identity/team/server/link-queries'],
  },
  audit_record: {
    why: 'The activity of a ticket is its audit records.',
    files: ['help-desk/tickets/server/activity-queries'],
  },
  authenticator: {
    why: 'Which second factor an account needs is asked with every request, in one statement.',
    files: ['identity/accounts/server/second-factor-need'],
  },
  contact: {
    why: 'A person’s record, searched or shown beside what is theirs.',
    files: [
      'casework/clients/server/contact-queries',
      'casework/clients/server/find-duplicates',
      'casework/clients/server/list-contacts',
      'casework/clients/server/save-contact',
      'casework/members/server/link-demo-member',
      'casework/members/server/member-invitation',
      'casework/members/server/register-member',
      'casework/person-rights/server/access-log-queries',
      'casework/person-rights/server/erasure-proposals',
      'casework/person-rights/server/my-records',
      'casework/referrals/server/referral-list-queries',
      'identity/account-safety/server/find-account',
      'identity/accounts/server/account-person',
      'identity/accounts/server/account-queries',
      'identity/accounts/server/security-mail',
      'identity/team/server/account-list-queries',
    ],
  },
  contact_phone: {
    why: 'A person’s number beside their name.',
    files: [
      'casework/clients/server/find-duplicates',
      'casework/clients/server/list-contacts',
      'help-desk/tickets/server/support-request-queries',
      'identity/preferences/server/listener-queries',
      'identity/team/server/account-list-queries',
      'onboarding/registration/server/review-queries',
    ],
  },
  file: {
    why: 'A note or ticket lists its files.',
    files: ['help-desk/tickets/server/attached-file-queries'],
  },
  message: {
    why: 'What could not be delivered is shown to its recipient.',
    files: ['identity/preferences/server/undelivered-routes'],
  },
  role_setting: {
    why: 'Which second factor an account needs is asked with every request, in one statement.',
    files: ['identity/accounts/server/second-factor-need'],
  },
  session: {
    why: 'One’s own sessions name who impersonates, which is above accounts.',
    files: ['identity/account-safety/server/my-sessions'],
  },
  support_request_times: {
    why: 'Kept for the measures alone.',
    files: ['help-desk/ticket-measures/server/measure-queries'],
  },
}
