import { defineProblems } from '#platform/server/problem.ts'

export const accountProblem = defineProblems({
  'wrong-answer': { status: 400, message: 'Incorrect security question answer', securityEvent: 'factor-failed' },
  'login-failed': { status: 401, message: 'Login Failed', securityEvent: 'sign-in-failed' },
  'account-frozen': {
    status: 403,
    message: 'This account is held back. Follow the link in our e-mail to choose a new password.',
    securityEvent: 'sign-in-refused',
  },
  'not-verified': {
    status: 403,
    message: 'This account has not been verified by an admin',
    securityEvent: 'sign-in-refused',
  },
  'not-active': { status: 406, message: 'This account is not active. Please check your email' },
  'email-in-use': { status: 406, message: 'This email address is already in use' },
  'last-admin': {
    status: 409,
    message: 'This is the last administrator. Make somebody else an administrator first.',
  },
  'last-sign-in-method': {
    status: 409,
    message: 'This is the only sign-in method of the account. Add another one first.',
  },
  'last-second-factor': {
    status: 409,
    message: 'A second factor is required here, and the account has no other one. Add another one first.',
  },
})
