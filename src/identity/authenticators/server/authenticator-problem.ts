import { defineProblems } from '#platform/server/problem.ts'

export const authenticatorProblem = defineProblems({
  'email-code-refused': { status: 403, message: 'Codes by e-mail are not accepted for this account.' },
  'wrong-code': { status: 406, message: 'This code is not correct.', securityEvent: 'factor-failed' },
  'code-expired': {
    status: 410,
    message: 'This code was used or has expired. Please ask for a new one.',
    securityEvent: 'token-refused',
  },
  'authenticator-enrolled': { status: 409, message: 'This kind of authenticator is already enrolled.' },
  'phone-codes-unavailable': {
    status: 503,
    message: 'This portal cannot send codes to phones. Use an authenticator app or a passkey instead.',
  },
  'email-authenticator-stays': { status: 409, message: 'The e-mail authenticator cannot be removed.' },
  'last-authenticator': {
    status: 409,
    message: 'A second factor is required here. Enroll another one before you remove this one.',
  },
})
