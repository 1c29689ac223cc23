import { defineProblems } from '#platform/server/problem.ts'

export const referralProblem = defineProblems({
  'takes-nobody': {
    status: 422,
    message: 'This service is not accepting new people. Give a reason for sending the referral anyway.',
  },
  'does-not-fit': {
    status: 422,
    message:
      'The person does not meet the requirements of this service. Give a reason for sending the referral anyway.',
  },
  'taken-first': {
    status: 409,
    message: 'Somebody else was able to help first. This referral was recalled, and nothing more is needed.',
  },
  'need-taken': {
    status: 409,
    message: 'Another organization has accepted this need already. Close that referral before you send it elsewhere.',
  },
  'reminded-today': { status: 409, message: 'The recipient was already reminded in the last 24 hours.' },
  'too-late-to-edit': { status: 409, message: 'A message can be corrected for five minutes. Write another one.' },
  'being-sent': { status: 409, message: 'This draft is being sent. Undo that first.' },
  'same-recipient': { status: 409, message: 'Two of these drafts go to the same recipient.' },
  'other-draft-refused': { status: 422, message: 'One of the other drafts cannot be sent. Nothing was sent.' },
  'undo-over': { status: 409, message: 'It is too late to undo this.' },
  'undo-acted': { status: 409, message: 'This cannot be undone: somebody has acted on it since.' },
  'undo-consent': { status: 409, message: 'This cannot be undone: the consent does not cover it any more.' },
  'consent-missing': { status: 422, message: 'There is no consent that covers this.' },
})
