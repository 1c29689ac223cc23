import { randomUUID } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'

const PASSWORD = 'violet kettle morning'

/** Registers an organization, or claims the one with `organizationId`, and confirms its address, without a browser. */
export async function register(url: string, claim?: { organizationId: string; email: string; referralId?: string }) {
  const email = claim?.email ?? `ana-${randomUUID().slice(0, 8)}@riverbank.test`
  const organizationName = `Riverbank Pantry ${randomUUID().slice(0, 6)}`
  const post = (path: string, body?: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
  const challenge = (await (await fetch(`${url}/api/captcha/challenge`)).json()) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  const captchaCode = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  const answer = await post('/api/organizationRegistration/register/', {
    ...(claim
      ? { organizationId: claim.organizationId, referralId: claim.referralId ?? null }
      : {
          organizationName,
          organizationDescription: 'Groceries on Tuesdays.',
          organizationWebsite: 'https://riverbank.example.org',
        }),
    firstName: 'Ana',
    lastName: 'Ruiz',
    title: 'Director',
    email,
    confirmEmail: email,
    phoneNumber: '(716) 555-0142',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    securityQuestion: 'first-job-town',
    securityQuestionAnswer: 'Elmira',
    acceptedTermsAndConditions: true,
    captchaCode,
  })
  if (!answer.ok) throw new Error(`registering answered ${answer.status}: ${await answer.text()}`)
  for (let tries = 0; tries < 100; tries++) {
    const mails = (await (await fetch(`${url}/api/dev/outbox?to=${encodeURIComponent(email)}`)).json()) as {
      text: string
    }[]
    const code = mails.map((mail) => /verification\/([\w-]+)/.exec(mail.text)?.[1]).find(Boolean)
    if (code) {
      await post(`/api/organizationRegistration/verification/${code}`)
      return { email, organizationName, password: PASSWORD }
    }
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('No confirming message came')
}
