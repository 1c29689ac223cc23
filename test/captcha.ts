import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import type { Caller } from './app.ts'

/** Solves the portal's own captcha as its widget does; the code is valid for one call. */
export async function solveCaptcha(caller: Caller): Promise<string> {
  const challenge = (await caller('GET', '/api/captcha/challenge')).body as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** Uses up a solution, as a second submission of the same form would. */
export const consumeCaptcha = (caller: Caller, captchaCode: string) =>
  caller('POST', '/api/authentication/forgot', { email: 'nobody@example.test', captchaCode })
