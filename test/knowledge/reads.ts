import { randomUUID } from 'node:crypto'
import { accessTable, type World as Named } from '../access-table.ts'
import type { Answer } from '../app.ts'
import type { Level, Referral } from './model.ts'
import type { Actor, Random, World } from './world.ts'

const isQuiet = (path: string) =>
  !/^\/(assets|legal|favicon|demo|robots|hsds)|^\/api\/(docs|openapi|health|dev|captcha|singleSignOn|event)/.test(path)
const gets = Object.entries(accessTable).flatMap(([call, row]) => {
  const [method, path = ''] = call.split(' ')
  return method === 'GET' && isQuiet(path) && (row.path || !path.includes(':')) ? [row.path ?? (() => path)] : []
})

/** The access table's names, with values from this world. */
function drawn(world: World, random: Random): Named {
  const { people, referrals } = world.knowledge
  const person = random.pick(people)
  const accounts = world.actors.flatMap(({ accountId }) => accountId ?? [])
  const known: Partial<Named> = {
    organizationA: random.pick(Object.values(world.organizations)),
    organizationB: random.pick(Object.values(world.organizations)),
    accountA: random.pick(accounts),
    contact: person.id,
    contactOfAccountA: person.id,
    consent: person.consents[0] ?? randomUUID(),
    referral: random.pick(referrals)?.id ?? randomUUID(),
    code: random.pick([...world.links.map(({ code }) => code), 'none']),
  }
  return new Proxy(known, { get: (target, name) => Reflect.get(target, name) ?? randomUUID() }) as Named
}

/** Any read-only call, by any actor. */
async function readAnything(world: World, random: Random) {
  const actor = random.pick(world.actors)
  const path = random.pick(gets)(drawn(world, random))
  await world.judge(actor, `GET ${path}`, await actor.call('GET', path))
}

/**
 * The page of a claim link, for its holder: of its own person the first name and initial, and nothing about other
 * people.
 */
async function readClaimLink(world: World, random: Random) {
  const link = random.pick(world.links.slice(-4))
  if (!link) return
  const { referral, isRefused } = link
  const path = `/api/referral/${link.code}`
  const answer = await world.app.anonymous('GET', path)
  const [nobody] = world.actors as [Actor]
  const firstName = isRefused ? undefined : referral.snapshot?.firstName
  const text = answer.bytes.toString()
  const rest = firstName ? text.replaceAll(firstName, '') : text
  const what = `the claim link of ${referral.sender}→${referral.recipient} (${referral.status})`
  await world.judge(nobody, what, { ...answer, bytes: Buffer.from(rest) })
  const isShown =
    referral.isHeld && referral.status === 'Sent' && link === world.links.findLast((l) => l.referral === referral)
  // Otherwise it says why the link is invalid.
  if (answer.status !== (isShown ? 200 : 410)) world.fail(`${what}: answered ${answer.status}`)
  if (isShown && firstName) requireMark(world, answer, `${what}: first name`, true, firstName)
}

const expectedStatus = (level: Level) => (level === 'nothing' ? 404 : 200)

/** Fails if a marker is missing that must be shown, or shown that must not be. */
function requireMark(world: World, answer: Answer, what: string, isThere: boolean, mark: string) {
  if (answer.bytes.toString().includes(mark) !== isThere)
    world.fail(`${what}: ${isThere ? 'missing' : 'there'} (${answer.status})`)
}

/** One referral, as seen by any organization: everything that their level allows and nothing else. */
async function readReferral(world: World, random: Random) {
  const referral = random.pick(world.knowledge.referrals.slice(-15))
  if (!referral) return
  const actor = random.pick(
    world.caseworkers(random.pick([referral.recipient, referral.recipient, referral.sender, 'C'])),
  )
  if (!actor) return
  const level = world.level(actor, referral)
  const answer = await actor.call('GET', `/api/referral/${referral.id}`)
  const what = `the referral ${referral.sender}→${referral.recipient} (${referral.status}) for ${actor.name}, who sees ${level}`
  await world.judge(actor, what, answer)
  if (answer.status !== expectedStatus(level)) world.fail(`${what}: answered ${answer.status}`)
  if (level === 'whole' && referral.snapshot) {
    requireMark(world, answer, `${what}: last name`, true, referral.snapshot.lastName)
    requireMark(world, answer, `${what}: note`, true, referral.note)
  }
  if (level === 'name' && referral.snapshot)
    requireMark(world, answer, `${what}: first name`, true, referral.snapshot.firstName)
  const isSender = actor.reader.kind === 'caseworker' && actor.reader.organization === referral.sender
  const consent = Object.keys(answer.body.consent ?? {}).filter((key) => key !== 'isInForce' && key !== 'expiresOn')
  if (!isSender && consent.length) world.fail(`${what}: learned of the consent ${consent}`)
  const messages = await actor.call('GET', `/api/referral/${referral.id}/message`)
  await world.judge(actor, `messages of ${what}`, messages)
  if ((messages.status === 200) !== (level === 'whole')) world.fail(`messages of ${what}: answered ${messages.status}`)
}

/** A discarded draft is removed from the lists. */
const isListed = (referral: Referral) =>
  referral.status !== 'Entered In Error' && (referral.status !== 'Recalled' || referral.isSent)

/** The lists of an organization contain each referral that it may know, and no other. */
async function readLists(world: World, random: Random) {
  const actor = random.pick(world.caseworkers())
  const { reader } = actor
  if (reader.kind !== 'caseworker') return
  const direction = random.pick(['incoming', 'outgoing'] as const)
  const answer = await actor.call('GET', `/api/referral/?direction=${direction}&limit=200`)
  await world.judge(actor, `the ${direction} list`, answer)
  for (const referral of world.knowledge.referrals) {
    if ((direction === 'incoming' ? referral.recipient : referral.sender) !== reader.organization) continue
    const isInternal = referral.sender === referral.recipient
    const isThere =
      isListed(referral) &&
      (direction === 'outgoing' || (isInternal ? referral.isSent : world.level(actor, referral) !== 'nothing'))
    const what = `${referral.sender}→${referral.recipient} (${referral.status}) in the ${direction} list of ${actor.name}`
    const ids = new Set((answer.body.items as { id: string }[]).map(({ id }) => id))
    if (ids.has(referral.id) !== isThere && !(isInternal && direction === 'incoming'))
      world.fail(`${what}: ${isThere ? 'missing' : 'there'}`)
  }
}

/** A recipient finds by the last name only what is shown in full. */
async function search(world: World, random: Random) {
  const referral = random.pick(world.knowledge.referrals.slice(-15))
  if (!referral?.snapshot) return
  const actor = random.pick(world.caseworkers(referral.recipient))
  if (!actor) return
  const { lastName } = referral.snapshot
  const answer =
    'POST /api/referral/search' in accessTable
      ? await actor.call('POST', '/api/referral/search', { direction: 'incoming', search: lastName, limit: 200 })
      : await actor.call('GET', `/api/referral/?direction=incoming&limit=200&search=${lastName}`)
  await world.judge(actor, 'a search for a last name', answer)
  const isFound = (answer.body.items as { id: string }[]).some(({ id }) => id === referral.id)
  const isShown = isListed(referral) && world.level(actor, referral) === 'whole'
  if (isFound !== isShown && referral.sender !== referral.recipient)
    world.fail(
      `${actor.name} ${isFound ? 'found' : 'did not find'} ${referral.sender}→${referral.recipient} (${referral.status}) by the last name`,
    )
}

/** Home, people, and what a search for people or duplicates finds. */
async function readPeople(world: World, random: Random) {
  const actor = random.pick(world.caseworkers())
  const person = random.pick(world.knowledge.people)
  const { details } = person
  const calls: [string, string, unknown?][] = [
    ['GET', '/api/referral/waiting'],
    ['GET', '/api/contact/?limit=200'],
    ['GET', `/api/contact/${person.id}`],
    ['POST', '/api/contact/search', { search: details.lastName }],
    [
      'POST',
      '/api/contact/duplicate',
      {
        firstName: details.firstName,
        lastName: details.lastName,
        birthDate: details.birthDate,
        email: details.email,
        phones: [{ phoneNumber: details.phone }],
      },
    ],
    ['GET', `/api/admin/phone/?contactId=${person.id}`],
    ['PUT', `/api/contact/${person.id}`, { firstName: details.firstName, version: -1 }],
  ]
  const [method, path, body] = random.pick(calls)
  const answer = await actor.call(method, path, body)
  await world.judge(actor, `${method} ${path}`, answer)
  if (method !== 'GET' || path !== `/api/contact/${person.id}`) return
  const isOwn = actor.reader.kind === 'caseworker' && actor.reader.organization === person.owner && !person.isErased
  if (answer.status !== (isOwn ? 200 : 404))
    world.fail(`${actor.name} got ${answer.status} for a person of ${person.owner}`)
  requireMark(world, answer, `${actor.name} reads a person of ${person.owner}`, isOwn, details.lastName)
}

const kinds = [
  readAnything,
  readAnything,
  readReferral,
  readReferral,
  readLists,
  search,
  readPeople,
  readPeople,
  readClaimLink,
]

/** Reads something random, as any actor, and checks the response. */
export const readSomething = (world: World, random: Random) => random.pick(kinds)(world, random)
