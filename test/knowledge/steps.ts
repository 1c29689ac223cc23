import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { runReferralClock } from '#casework/referrals/server/referral-clock.ts'
import type { Answer } from '../app.ts'
import { solveCaptcha } from '../captcha.ts'
import { erasePerson, withdrawConsent } from './endings.ts'
import { newWord } from './markers.ts'
import { newDetails, type OrganizationKey, type Person, type Referral, type Status } from './model.ts'
import { claim, confirmRecipient, requestToJoin, reviewClaim } from './newcomers.ts'
import type { Actor, Random, Step, World } from './world.ts'

const today = () => new Date().toISOString().slice(0, 10)
const needs = ['food-insecurity', 'homelessness', 'stress', 'intimate-partner-violence'] as const
const actions = [
  'send',
  'view',
  'accept',
  'decline',
  'recall',
  'forward',
  'start',
  'hold',
  'resume',
  'closeResolved',
  'closeUnresolved',
  'reopen',
  'declineReopen',
  'markError',
] as const
type Action = (typeof actions)[number]

/** The new state after an action; other actions do not change it. */
const leadsTo: Partial<Record<Action, Status>> = {
  send: 'Sent',
  view: 'In Review',
  accept: 'Accepted',
  decline: 'Declined',
  recall: 'Recalled',
  forward: 'Forwarded',
  start: 'In Progress',
  hold: 'On Hold',
  resume: 'In Progress',
  closeResolved: 'Closed: Resolved',
  closeUnresolved: 'Closed: Unresolved',
  markError: 'Entered In Error',
}
const personFields = ({ phone, ...details }: Person['details']) => ({ ...details, phones: [{ phoneNumber: phone }] })
export const nobodyAt = (world: World, key: OrganizationKey) => world.caseworkers(key).length === 0
const others = (...keys: OrganizationKey[]) => (['A', 'B', 'C', 'D'] as const).filter((key) => !keys.includes(key))
const somePerson = (world: World, random: Random) => random.pick(world.knowledge.present())
const someReferral = (world: World, random: Random) => random.pick(world.knowledge.referrals.slice(-12))

export const recordPerson: Step = async (world, random) => {
  const actor = random.pick(world.caseworkers())
  if (actor.reader.kind !== 'caseworker') return ''
  const details = newDetails()
  const answer = await actor.call('POST', '/api/contact/', personFields(details))
  if (answer.status !== 201) return `recording a person answered ${answer.status}`
  const { id, version } = answer.body
  world.knowledge.addPerson({
    id,
    version,
    owner: actor.reader.organization,
    details,
    consents: [],
    everyEmail: new Set(),
    isErased: false,
  })
  await world.judge(actor, 'recording a person', answer)
  if (random.chance(0.6)) await giveConsent(world, random, world.knowledge.people.at(-1) as Person, actor, true)
  return `${actor.name} recorded a person`
}

const changePerson: Step = async (world, random) => {
  const person = somePerson(world, random)
  const actor = random.pick(random.chance(0.85) ? world.caseworkers(person.owner) : world.actors)
  const before = person.details
  const fresh = newDetails()
  const details = { ...before }
  for (const field of Object.keys(fresh) as (keyof typeof fresh)[])
    if (random.chance(0.4)) details[field] = fresh[field]
  const version = random.chance(0.8) ? person.version : -1
  const answer = await actor.call('PUT', `/api/contact/${person.id}`, { ...personFields(details), version })
  if (answer.status === 200) {
    person.details = details
    person.version = answer.body.version
    world.knowledge.addDetails(person)
  }
  await world.judge(actor, 'changing a person', answer)
  return `${actor.name} changed a person of ${person.owner}: ${answer.status}`
}

const recordConsent: Step = async (world, random) => {
  const person = somePerson(world, random)
  const actor = random.pick(random.chance(0.9) ? world.caseworkers(person.owner) : world.actors)
  const answer = await giveConsent(world, random, person, actor, random.chance(0.5))
  return `${actor.name} recorded a consent: ${answer.status}`
}

async function giveConsent(world: World, random: Random, person: Person, actor: Actor, isNetwork: boolean) {
  const recipients = (['A', 'B', 'C', 'D'] as const)
    .filter(() => random.chance(0.6))
    .map((key) => world.organizations[key])
  const answer = await actor.call('POST', `/api/contact/${person.id}/consent`, {
    scope: isNetwork ? 'network' : 'organizations',
    recipientIds: isNetwork ? [] : recipients,
    needs: random.chance(0.7) ? [] : needs.filter(() => random.chance(0.6)),
    howGiven: 'verbal',
    givenOn: today(),
  })
  noteConsents(world, person, answer)
  await world.judge(actor, 'recording a consent', answer)
  return answer
}

function noteConsents(world: World, person: Person, answer: Answer) {
  if (answer.status >= 300) return
  for (const { id } of answer.body.consents as { id: string }[])
    if (!person.consents.includes(id)) world.knowledge.addConsent(person, id)
}

const addReferral = (
  world: World,
  given: Pick<Referral, 'id' | 'person' | 'sender' | 'recipient' | 'parent' | 'note' | 'snapshot' | 'claimEmail'> & {
    isSent: boolean
  },
) => {
  const referral: Referral = {
    ...given,
    status: given.isSent ? 'Sent' : 'Draft',
    isHeld: given.isSent && nobodyAt(world, given.recipient),
    isEnded: false,
    isOverridden: false,
    isOld: false,
    consentId: null,
    texts: [],
  }
  world.knowledge.addReferral(referral)
  return referral
}

/** The consent under which a referral was sent, which no response contains. */
async function readConsent(world: World, referral: Referral) {
  const { rows } = await sql<{ consentId: string | null }>`
    select consent_id from referral where id = ${referral.id}`.execute(world.app.database)
  referral.consentId = rows[0]?.consentId ?? null
}
const newClaimEmail = () => `rae-${randomUUID()}@example.test`
const toContact = (email: string) => ({ directReferralContact: { firstName: 'Rae', lastName: 'Lund', email } })

const makeReferral: Step = async (world, random) => {
  const person = somePerson(world, random)
  const actor = random.pick(random.chance(0.9) ? world.caseworkers(person.owner) : world.caseworkers())
  const recipient = random.pick(random.chance(0.1) ? [person.owner] : others(person.owner))
  return refer(world, random, { person, actor, recipient })
}

interface Referring {
  person: Person
  actor: Actor
  recipient: OrganizationKey
}

/** @param isSure sent immediately, whatever the consents say */
export async function refer(world: World, random: Random, { person, actor, recipient }: Referring, isSure = false) {
  const note = newWord('need')
  const send = isSure || random.chance(0.75)
  const ownWords = newWord('override')
  const isOverridden = isSure || (send && random.chance(0.3))
  const claimEmail = newClaimEmail()
  const answer = await actor.call('POST', '/api/referral/', {
    contactId: person.id,
    recipientOrganizationId: world.organizations[recipient],
    need: random.pick(needs),
    note,
    send,
    ...(isOverridden ? { consentOverrideReason: 'emergency', consentOverrideText: ownWords } : {}),
    ...(nobodyAt(world, recipient) ? toContact(claimEmail) : {}),
  })
  if (answer.status === 201) {
    const made = addReferral(world, {
      id: answer.body.id,
      person,
      sender: person.owner,
      recipient,
      parent: null,
      note,
      isSent: send,
      snapshot: send ? person.details : null,
      claimEmail,
    })
    await readConsent(world, made)
    made.isOverridden = isOverridden
    world.knowledge.addOwnWords(made, ownWords)
  }
  await world.judge(actor, 'making a referral', answer)
  return `${actor.name} referred a person of ${person.owner} to ${recipient}: ${answer.status} ${answer.body?.code ?? ''}`
}

const moveReferral: Step = async (world, random) => {
  const referral = someReferral(world, random)
  if (!referral) return ''
  const action = random.pick(random.chance(0.85) ? (likely[referral.status] ?? actions) : actions)
  const [likelySide, otherSide] = ofSender.has(action)
    ? [referral.sender, referral.recipient]
    : [referral.recipient, referral.sender]
  const side = world.caseworkers(random.chance(0.8) ? likelySide : otherSide)
  const actor = random.pick(side.length && random.chance(0.95) ? side : world.actors)
  return tryAction(world, random, { referral, actor, action })
}

const ofSender = new Set<Action>(['send', 'recall', 'declineReopen', 'markError'])

/** The likely actions of a state are chosen more often, so that walks go far. */
const likely: Partial<Record<Status, readonly Action[]>> = {
  Draft: ['send', 'send', 'recall'],
  Sent: ['view', 'accept', 'decline', 'recall', 'forward'],
  'In Review': ['accept', 'decline', 'forward', 'recall'],
  Accepted: ['start', 'hold', 'closeResolved', 'closeUnresolved'],
  'In Progress': ['hold', 'closeResolved', 'closeUnresolved'],
  'On Hold': ['resume', 'closeResolved'],
  Declined: ['reopen', 'declineReopen'],
  Recalled: ['reopen'],
  'Closed: Resolved': ['reopen', 'declineReopen', 'markError'],
  'Closed: Unresolved': ['reopen', 'declineReopen'],
}

interface Move {
  referral: Referral
  actor: Actor
  action: Action
}

export async function tryAction(world: World, random: Random, { referral, actor, action }: Move) {
  const { rows } = await sql<{ version: number }>`select version from referral where id = ${referral.id}`.execute(
    world.app.database,
  )
  const [reason, note] = [newWord('why'), newWord('step')]
  const isFromList = action === 'decline' || action === 'closeUnresolved'
  const next = random.pick(others(referral.sender, referral.recipient))
  const isStale = random.chance(0.1)
  const claimEmail = newClaimEmail()
  const answer = await actor.call('POST', `/api/referral/${referral.id}/transition`, {
    action,
    version: isStale ? -1 : rows[0]?.version,
    reason: isFromList ? 'no capacity' : reason,
    note,
    outcome: 'got help',
    reviewOn: '2099-01-01',
    ...(action === 'forward' ? { recipientOrganizationId: world.organizations[next] } : {}),
    ...(action === 'forward' && nobodyAt(world, next) ? toContact(claimEmail) : {}),
  })
  if (answer.status === 200) await apply(world, { referral, actor, action }, answer, { reason, note, next, claimEmail })
  await world.judge(actor, `${action}`, answer)
  return `${actor.name} ${action} ${referral.sender}→${referral.recipient} (${referral.status}): ${answer.status} ${answer.body?.code ?? ''}`
}

async function apply(
  world: World,
  { referral, actor, action }: Move,
  answer: Answer,
  { reason, note, next, claimEmail }: { reason: string; note: string; next: OrganizationKey; claimEmail: string },
) {
  const { knowledge } = world
  const isSender = actor.reader.kind === 'caseworker' && actor.reader.organization === referral.sender
  referral.status = leadsTo[action] ?? referral.status
  if (action === 'send') {
    referral.isSent = true
    referral.isHeld = nobodyAt(world, referral.recipient)
    referral.snapshot = referral.person.details
    await readConsent(world, referral)
  }
  for (const text of [reason, note]) knowledge.addText(referral, text)
  const child = (answer.body.children as { id: string }[]).find(
    ({ id }) => !knowledge.referrals.some((known) => known.id === id),
  )
  if (!child || !(action === 'forward' || (action === 'reopen' && isSender))) return
  const made = addReferral(world, {
    id: child.id,
    person: referral.person,
    sender: referral.sender,
    recipient: action === 'forward' ? next : referral.recipient,
    parent: referral,
    note: referral.note,
    isSent: true,
    snapshot: action === 'forward' ? referral.snapshot : referral.person.details,
    claimEmail: action === 'forward' ? claimEmail : referral.claimEmail,
  })
  await readConsent(world, made)
  // The text of a step is passed on to the referral that it creates.
  knowledge.addText(made, note)
}

const writeMessage: Step = async (world, random) => {
  const referral = someReferral(world, random)
  if (!referral) return ''
  const sides = [...world.caseworkers(referral.sender), ...world.caseworkers(referral.recipient)]
  const actor = random.pick(random.chance(0.9) ? sides : world.actors)
  const text = newWord('message')
  const answer = await actor.call('POST', `/api/referral/${referral.id}/message`, { text })
  if (answer.status === 201) world.knowledge.addText(referral, text)
  await world.judge(actor, 'writing a message', answer, [text])
  return `${actor.name} wrote on ${referral.sender}→${referral.recipient} (${referral.status}): ${answer.status}`
}

/** A month passes for a closed referral. */
const letTimePass: Step = async (world, random) => {
  const referral = someReferral(world, random)
  if (!referral?.status.startsWith('Closed')) return ''
  await sql`update referral set status_changed_on = now() - interval '31 days', closed_on = now() - interval '31 days' where id = ${referral.id}`.execute(
    world.app.database,
  )
  referral.isOld = true
  return 'a month went by'
}

/** Nobody answered for ten working days. */
const expire: Step = async (world, random) => {
  const referral = someReferral(world, random)
  if (referral?.status !== 'Sent' || referral.isHeld) return ''
  await sql`update referral set clock_on = now() - interval '1 hour', response_due_on = now() - interval '1 hour' where id = ${referral.id}`.execute(
    world.app.database,
  )
  await runReferralClock(world.app)
  referral.status = 'Expired'
  return `${referral.sender}→${referral.recipient} expired`
}

/** A person is invited and creates their own account. */
const inviteMember: Step = async (world, random) => {
  const person = somePerson(world, random)
  const actor = random.pick(world.caseworkers(person.owner))
  await world.judge(actor, 'inviting a person', await actor.call('POST', `/api/contact/${person.id}/invitation`))
  await world.judgeNews()
  const { email } = person.details
  const contactId = world.memberCodes.get(email)
  const { anonymous, database } = world.app
  if (!contactId || world.actors.some(({ name }) => name === 'member')) return `${actor.name} invited a person`
  const registered = await anonymous('POST', '/api/communityMemberRegistration/register/', {
    contactId,
    password: 'violet kettle morning 47',
    confirmPassword: 'violet kettle morning 47',
    securityQuestion: 'parents-met',
    securityQuestionAnswer: 'Olean',
    acceptedTermsAndConditions: true,
    captchaCode: await solveCaptcha(anonymous),
  })
  const account = await database.selectFrom('account').select('id').where('email', '=', email).executeTakeFirst()
  if (account) await world.addMember(person, account.id)
  return `a person of ${person.owner} registered: ${registered.status}`
}

/** The weights of the steps. */
const times = (count: number, step: Step) => Array.from({ length: count }, () => step)
export const steps: readonly Step[] = [
  ...times(6, recordPerson),
  ...times(6, changePerson),
  ...times(8, recordConsent),
  ...times(2, withdrawConsent),
  ...times(12, makeReferral),
  ...times(28, moveReferral),
  ...times(8, writeMessage),
  ...times(2, letTimePass),
  ...times(2, expire),
  ...times(5, confirmRecipient),
  ...times(3, inviteMember),
  ...times(3, claim),
  ...times(2, reviewClaim),
  ...times(1, requestToJoin),
  ...times(2, erasePerson),
]
