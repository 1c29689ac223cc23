import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '../app.ts'
import { solveCaptcha } from '../captcha.ts'
import { client, type Ledger, ok } from './ledger.ts'
import type { Peers } from './peers.ts'
import type { Stage } from './stage.ts'

const secrets = {
  password: 'Tulip-Rocket-Mango-91',
  confirmPassword: 'Tulip-Rocket-Mango-91',
  securityQuestion: 'parents-met',
  securityQuestionAnswer: 'Elm',
  acceptedTermsAndConditions: true,
}

/**
 * Waits for the mail to an address and returns the code in its subject or its link; calls the portal meanwhile, to
 * notice when it is killed.
 */
export async function codeFrom(peers: Peers, anonymous: Caller, to: string, link: RegExp): Promise<string> {
  for (;;) {
    for (const mail of peers.mails) {
      const code = mail.to === to && link.exec(`${mail.subject}\n${mail.text}`)?.[1]
      if (code) return code
    }
    await ok(anonymous, 'GET', '/api/health/ready')
    await sleep(20)
  }
}

/** Registers new organizations and confirms their addresses. */
export async function register(url: string, peers: Peers, stage: Stage, ledger: Ledger): Promise<never> {
  const anonymous = client(url)
  for (let n = 0; ; n++) {
    const email = `founder${n}-${stage.mark}@example.test`
    await ok(anonymous, 'POST', '/api/organizationRegistration/register/', {
      ...secrets,
      firstName: 'Dana',
      lastName: 'Founder',
      title: '',
      phoneNumber: '(716) 555-0100',
      email,
      confirmEmail: email,
      organizationName: `Founded ${stage.mark} ${n}`,
      captchaCode: await solveCaptcha(anonymous),
    })
    ledger.registered.add(email)
    const code = await codeFrom(peers, anonymous, email, /verification\/([\w-]+)/)
    await ok(anonymous, 'POST', `/api/organizationRegistration/verification/${code}`)
    ledger.confirmed.add(email)
  }
}

/** Invites colleagues who accept. */
export async function invite(url: string, peers: Peers, stage: Stage, ledger: Ledger): Promise<never> {
  const anonymous = client(url)
  for (let n = 0; ; n++) {
    const email = `colleague${n}-${stage.mark}@example.test`
    await ok(stage.as.maria, 'POST', '/api/portalAccount', {
      firstName: 'Noor',
      lastName: 'Colleague',
      email,
      roles: ['organization-staff'],
      language: 'en',
    })
    ledger.invited.add(email)
    const code = await codeFrom(peers, anonymous, email, /registration\/invitation\/([\w-]+)/)
    await ok(anonymous, 'POST', `/api/invitation/${code}`, secrets)
    ledger.joined.add(email)
  }
}

/** Requests password resets and sets new passwords by the mailed links, for all accounts of the stage. */
export async function reset(url: string, peers: Peers, stage: Stage, ledger: Ledger): Promise<void> {
  const anonymous = client(url)
  for (const email of stage.forgetful) {
    await ok(anonymous, 'POST', '/api/authentication/forgot', { email, captchaCode: await solveCaptcha(anonymous) })
    const resetToken = await codeFrom(peers, anonymous, email, /auth\/reset\/([\w.-]+)/)
    const password = `Renewed-kettle-${randomUUID()}`
    await ok(anonymous, 'POST', '/api/authentication/reset', {
      resetToken,
      securityQuestionAnswer: 'Elm',
      password,
      captchaCode: await solveCaptcha(anonymous),
    })
    ledger.resets.set(email, password)
  }
}
