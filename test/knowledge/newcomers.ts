import { randomUUID } from 'node:crypto'
import { solveCaptcha } from '../captcha.ts'
import type { OrganizationKey, Referral, Status } from './model.ts'
import type { Step, World } from './world.ts'

const PASSWORD = 'violet kettle morning 47'

/** Registers a person with an organization and confirms their address. @returns whether both succeeded */
async function register(world: World, organization: OrganizationKey, email: string, referralId?: string) {
  const { anonymous } = world.app
  const [nobody] = world.actors
  const answer = await anonymous('POST', '/api/organizationRegistration/register/', {
    firstName: 'Mal',
    lastName: 'Ory',
    email,
    confirmEmail: email,
    phoneNumber: '(716) 555-0142',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    securityQuestion: 'first-job-town',
    securityQuestionAnswer: 'Elmira',
    acceptedTermsAndConditions: true,
    captchaCode: await solveCaptcha(anonymous),
    organizationId: world.organizations[organization],
    ...(referralId ? { referralId } : {}),
  })
  if (nobody) await world.judge(nobody, 'registering', answer)
  await world.judgeNews()
  const code = world.verificationCodes.get(email)
  const confirmed = await anonymous('POST', `/api/organizationRegistration/verification/${code}`)
  if (nobody) await world.judge(nobody, 'confirming an address', confirmed)
  return answer.status === 200 && confirmed.status < 300
}

const reviewOf = (world: World, email: string) =>
  world.app.database
    .selectFrom('registrationReview')
    .innerJoin('account', 'account.id', 'registrationReview.accountId')
    .select(['registrationReview.id', 'registrationReview.version', 'accountId'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

const isOpenLink = ({ isHeld, status }: Referral) => isHeld && status === 'Sent'

/** The holder of a claim link registers for D; the address of the link need not be theirs. */
export const claim: Step = async (world, random) => {
  if (world.claimant || world.caseworkers('D').length > 0) return ''
  const links = world.links.filter(({ referral, isRefused }) => isOpenLink(referral) && !isRefused)
  const link = random.pick(links)
  if (!link) return ''
  const email = random.chance(0.5) ? `mal-${randomUUID()}@example.test` : link.email
  if (!(await register(world, 'D', email, link.code))) return 'claiming D failed'
  world.claimant = { email, link }
  return 'somebody claimed D with a link'
}

async function decideClaim(world: World, decision: 'approve' | 'refuse' | 'askForMore') {
  const { claimant } = world
  const admin = world.actors.find(({ reader }) => reader.kind === 'platform-admin')
  if (!claimant || !admin) return ''
  const { id, version, accountId } = await reviewOf(world, claimant.email)
  await world.judge(admin, 'the registrations', await admin.call('GET', '/api/admin/review/?status=pending'))
  await world.judge(admin, 'a registration', await admin.call('GET', `/api/admin/review/${id}`))
  const reason = decision === 'approve' ? {} : { reason: 'Who are you?' }
  const answer = await admin.call('POST', `/api/admin/review/${id}/decision`, { version, decision, ...reason })
  if (answer.status === 200 && decision === 'approve') {
    const { link } = claimant
    if (isOpenLink(link.referral)) link.referral.isHeld = false
    await world.welcome('D', accountId, true)
    world.count('claims approved')
  }
  if (answer.status === 200 && decision === 'refuse') claimant.link.isRefused = true
  if (answer.status === 200 && decision !== 'askForMore') world.claimant = undefined
  await world.judge(admin, 'deciding a claim', answer)
  return `the claim of D: ${decision}: ${answer.status}`
}
export const reviewClaim: Step = (world, random) =>
  decideClaim(world, random.pick(['approve', 'approve', 'refuse', 'askForMore'] as const))
export const approveClaim: Step = (world) => decideClaim(world, 'approve')

/** Final states after which a confirmation has no effect. */
const isOver = (status: Status) => ['Draft', 'Recalled', 'Expired', 'Entered In Error'].includes(status)

/** The sender confirms who registered for D: one referral opens, or all that this sender holds. */
export const confirmRecipient: Step = async (world, random) => {
  const held = world.knowledge.referrals.filter(({ isHeld, status }) => isHeld && !isOver(status))
  const referral = random.pick(held)
  if (world.caseworkers('D').length === 0 || !referral) return ''
  const actor = random.pick(random.chance(0.8) ? world.caseworkers(referral.sender) : world.actors)
  const all = random.chance(0.4)
  const answer = await actor.call('POST', `/api/referral/${referral.id}/confirmRecipient`, { all })
  const isSender = actor.reader.kind === 'caseworker' && actor.reader.organization === referral.sender
  if ((answer.status === 200) !== isSender)
    world.fail(`${actor.name} confirmed a recipient for ${referral.sender}: ${answer.status}`)
  if (answer.status === 200) {
    for (const each of all ? held : [referral]) if (each.sender === referral.sender) each.isHeld = false
    world.count('confirmations')
  }
  await world.judge(actor, 'confirming a recipient', answer)
  return `${actor.name} confirmed ${all ? 'all' : 'one'} of ${referral.sender} for D: ${answer.status}`
}

const JOIN = '/api/organization/current/joinRequest'

/** A person asks to join an organization with an admin, and an admin decides: theirs, or another one who may not. */
export const requestToJoin: Step = async (world, random) => {
  const key = random.pick((['A', 'B', 'C', 'D', 'D'] as const).filter((one) => world.caseworkers(one).length > 0))
  const email = `join-${randomUUID()}@example.test`
  if (!(await register(world, key, email))) return `asking to join ${key} failed`
  const admins = world.caseworkers().filter(({ reader }) => reader.kind === 'caseworker' && reader.isAdmin)
  const own = admins.find(({ reader }) => reader.kind === 'caseworker' && reader.organization === key)
  const stranger = admins.find(({ reader }) => reader.kind === 'caseworker' && reader.organization !== key)
  if (!own || !stranger) return ''
  const { id, version, accountId } = await reviewOf(world, email)
  await world.judge(own, 'the requests to join', await own.call('GET', JOIN))
  const path = `${JOIN}/${id}/decision`
  const refused = await stranger.call('POST', path, { version, decision: 'approve' })
  await world.judge(stranger, 'deciding a request to join elsewhere', refused)
  if (refused.status !== 404) world.fail(`${stranger.name} decided a request to join ${key}: ${refused.status}`)
  const role = random.pick(['organization-staff', 'organization-staff', 'organization-admin'] as const)
  const decision = random.chance(0.85) ? { decision: 'approve', role } : { decision: 'refuse', reason: 'Unknown.' }
  const answer = await own.call('POST', path, { version, ...decision })
  if (answer.status === 204 && decision.decision === 'approve') {
    await world.welcome(key, accountId, role === 'organization-admin')
    world.count('joined')
  }
  await world.judge(own, 'deciding a request to join', answer)
  return `${own.name} decided a request to join: ${decision.decision}: ${answer.status}`
}
