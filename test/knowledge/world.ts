import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import english from '#directory/needs/texts/en.json' with { type: 'json' }
import spanish from '#directory/needs/texts/es.json' with { type: 'json' }
import { hashCode, newCode } from '#identity/accounts/server/secret-hash.ts'
import type { RoleKey } from '#platform/schema/roles.ts'
import type { Answer, Caller, TestApp } from '../app.ts'
import { makeAccount, makeOrganization } from '../factories.ts'
import { findMarks } from './markers.ts'
import { Knowledge, levelOf, type OrganizationKey, type Person, type Reader, type Referral } from './model.ts'

/** A claim link that was mailed. */
export interface ClaimLink {
  code: string
  email: string
  referral: Referral
  /** whether the claim made with it was refused */
  isRefused: boolean
}
/** Performs an act, and updates the model once the portal has confirmed it. */
export type Step = (world: World, random: Random) => Promise<string>

export interface Actor {
  name: string
  reader: Reader
  accountId: string | null
  call: Caller
  /** who impersonates this account */
  impersonatorId?: string
}

/** Random numbers that depend only on a seed (mulberry32). */
export function seeded(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    chance: (share: number) => next() < share,
    pick: <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item,
  }
}
export type Random = ReturnType<typeof seeded>

/** Signs in an account without the cost of password hashing. */
async function openSession(
  { database, withCookie }: TestApp,
  accountId: string,
  impersonator?: { accountId: string; sessionId: string },
) {
  const token = newCode()
  const { id } = await database
    .insertInto('session')
    .values({
      tokenHash: hashCode(token),
      accountId,
      stage: 'whole',
      ip: '127.0.0.1',
      ...(impersonator ? { impersonatorId: impersonator.accountId, parentId: impersonator.sessionId } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { sessionId: id, call: withCookie(`hearthline-session=${token}`) }
}

/** The needs in these walks, as codes and in both languages. */
const needs = ['food-insecurity', 'homelessness', 'stress', 'intimate-partner-violence'] as const
const needWords = needs.flatMap((need) => [need, english[need], spanish[need]])

const keys = ['A', 'B', 'C', 'D'] as const

/** Three organizations with an admin and staff each, an unclaimed one, and the roles that serve no people. */
export async function buildWorld(app: TestApp, seed: number) {
  const organizations = {} as Record<OrganizationKey, string>
  const actors: Actor[] = [{ name: 'nobody', reader: { kind: 'anonymous' }, accountId: null, call: app.anonymous }]
  const add = async (name: string, reader: Reader, role: RoleKey, organizationId: string | null) => {
    const { id } = await makeAccount(app.database, { organizationId, roles: [role] })
    const { call } = await openSession(app, id)
    actors.push({ name, reader, accountId: id, call })
    return id
  }
  for (const key of keys)
    organizations[key] = (
      await makeOrganization(app.database, { name: `World ${seed} ${key} ${randomUUID().slice(0, 6)}` })
    ).id
  const join = async (key: OrganizationKey) => {
    const reader = (isAdmin: boolean): Reader => ({ kind: 'caseworker', organization: key, isAdmin })
    await add(`admin ${key}`, reader(true), 'organization-admin', organizations[key])
    await add(`staff ${key}`, reader(false), 'organization-staff', organizations[key])
  }
  for (const key of ['A', 'B', 'C'] as const) await join(key)
  await add('support', { kind: 'support' }, 'support-agent', null)
  await add('platform admin', { kind: 'platform-admin' }, 'platform-admin', null)
  await impersonate(app, actors)
  return new World({ app, organizations, actors })
}

/** A developer impersonates a staff member of A. */
async function impersonate(app: TestApp, actors: Actor[]) {
  const staff = actors.find(({ name }) => name === 'staff A')
  if (!staff?.accountId) return
  const developer = await makeAccount(app.database, { roles: ['developer'] })
  const { sessionId } = await openSession(app, developer.id)
  const { call } = await openSession(app, staff.accountId, { accountId: developer.id, sessionId })
  actors.push({ ...staff, name: 'developer as staff A', call, impersonatorId: developer.id })
}

export class World {
  readonly knowledge = new Knowledge()
  readonly mistakes: string[] = []
  readonly steps: string[] = []
  readonly links: ClaimLink[] = []
  /** by address: the code that confirms it */
  readonly verificationCodes = new Map<string, string>()
  /** who waits for the review of their claim of D */
  claimant: { email: string; link: ClaimLink } | undefined
  readonly counts = new Map<string, number>()
  looks = 0
  reads = 0
  private lastLook = 0
  private lastEvent = 0
  private lastMessage = 0
  /** by address: the code of a community member's invitation */
  readonly memberCodes = new Map<string, string>()

  readonly app: TestApp
  readonly organizations: Record<OrganizationKey, string>
  readonly actors: Actor[]

  constructor(given: Pick<World, 'app' | 'organizations' | 'actors'>) {
    this.app = given.app
    this.organizations = given.organizations
    this.actors = given.actors
  }

  caseworkers(key?: OrganizationKey) {
    return this.actors.filter(
      ({ reader }) => reader.kind === 'caseworker' && (key === undefined || reader.organization === key),
    )
  }
  /** A community member joins by the code of their invitation. */
  async addMember(person: Person, accountId: string) {
    const { call } = await openSession(this.app, accountId)
    this.actors.push({ name: 'member', reader: { kind: 'member', person }, accountId, call })
    this.knowledge.addAccountOf(person)
  }
  /** A person got an account at an organization and now knows what it knows. */
  async welcome(organization: OrganizationKey, accountId: string, isAdmin: boolean) {
    const { call } = await openSession(this.app, accountId)
    const name = `${isAdmin ? 'new admin' : 'new staff'} ${organization}`
    this.actors.push({ name, reader: { kind: 'caseworker', organization, isAdmin }, accountId, call })
  }
  count(what: string) {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }
  keyOf(id: string) {
    return keys.find((key) => this.organizations[key] === id)
  }
  fail(what: string) {
    this.mistakes.push(`${what}\n      after: ${this.steps.slice(-6).join(' | ')}`)
  }

  /** Starts after other walks: what they did is not checked here. */
  async begin() {
    const { rows } = await sql<{ look: number; event: number; message: number }>`select
      (select coalesce(max(id), 0) from access_log) as look, (select coalesce(max(id), 0) from event) as event,
      (select coalesce(max(sequence), 0) from message) as message`.execute(this.app.database)
    this.lastLook = Number(rows[0]?.look)
    this.lastEvent = Number(rows[0]?.event)
    this.lastMessage = Number(rows[0]?.message)
  }

  /**
   * Checks every byte of a response: it contains nothing that its reader may not know, and the access to each person is
   * recorded. @param echoed the reader's own words in this call
   */
  async judge(actor: Actor, what: string, answer: Answer, echoed: readonly string[] = []) {
    this.reads++
    const marks = findMarks(`${answer.bytes.toString()}\n${JSON.stringify(answer.headers)}`)
    for (const mark of marks)
      if (!this.knowledge.mayKnow(actor.reader, mark))
        this.fail(`${actor.name} learned ${this.knowledge.describe(mark)} from ${what} (${answer.status})`)
    const { rows } = await sql<{
      id: number
      contactIds: string[]
      accountId: string | null
      impersonatorId: string | null
    }>`
      select id, contact_ids, account_id, impersonator_id from access_log where id > ${this.lastLook} order by id`.execute(
      this.app.database,
    )
    this.lastLook = Number(rows.at(-1)?.id ?? this.lastLook)
    this.looks += rows.length
    if (actor.reader.kind === 'member') return marks
    const seen = new Set(
      rows
        .filter((row) => row.accountId === actor.accountId && row.impersonatorId === (actor.impersonatorId ?? null))
        .flatMap((row) => row.contactIds),
    )
    const isAccountSeen = (mark: string) => actor.reader.kind === 'platform-admin' && this.knowledge.isOfAccount(mark)
    const counted = [...marks].filter((mark) => !echoed.includes(mark) && !isAccountSeen(mark))
    for (const person of this.knowledge.peopleTold(new Set(counted)))
      if (!seen.has(person.id))
        this.fail(
          `${actor.name} saw a person of ${person.owner} by ${what} (${answer.status}) without a look on record`,
        )
    return marks
  }

  /** Checks the live events and messages since the last time. */
  async judgeNews() {
    await this.judgeEvents()
    await this.judgeMessages()
  }

  private async judgeEvents() {
    const { rows } = await sql<{ id: number; type: string; subjectId: string; audience: string[] }>`
      select id, type, subject_id, audience from event where id > ${this.lastEvent} order by id`.execute(
      this.app.database,
    )
    this.lastEvent = Number(rows.at(-1)?.id ?? this.lastEvent)
    for (const { type, subjectId, audience } of rows)
      for (const name of audience) {
        const key = this.keyOf(name.replace('organization:', ''))
        if (!key || !name.startsWith('organization:')) continue
        const reader: Reader = { kind: 'caseworker', organization: key, isAdmin: true }
        // A reader who just lost access to something is notified that it changed.
        const referral = this.knowledge.referralOf(subjectId)
        const lost = referral?.isSent && !referral.isHeld && referral.recipient === key
        if (!lost && !this.knowledge.mayKnow(reader, subjectId))
          this.fail(`the tabs of ${key} were told of ${this.knowledge.describe(subjectId)} by an event ${type}`)
      }
  }

  private async judgeMessages() {
    const { rows } = await sql<{ sequence: number; recipient: string; said: string }>`
      select sequence, recipient, concat_ws(' ', subject, text, html, headers::text) as said from message
      where sequence > ${this.lastMessage} order by sequence`.execute(this.app.database)
    this.lastMessage = Number(rows.at(-1)?.sequence ?? this.lastMessage)
    for (const { recipient, said } of rows) {
      const code = /registration\/organization\?referralId=([\w-]+)/.exec(said)?.[1]
      const referral = this.knowledge.referrals.findLast(({ claimEmail }) => claimEmail === recipient)
      if (code && referral && !this.links.some((link) => link.code === code))
        this.links.push({ code, email: recipient, referral, isRefused: false })
      const verification = /verification\/([\w-]+)/.exec(said)?.[1]
      if (verification) this.verificationCodes.set(recipient, verification)
      const need = needWords.find((word) => new RegExp(`\\b${word}\\b`, 'i').test(said))
      if (need) this.fail(`a message to ${recipient} names the need ${need}`)
      const memberCode = /contactId=([\w-]+)/.exec(said)?.[1]
      if (memberCode) this.memberCodes.set(recipient, memberCode)
      // A community member is invited at their own address, by name.
      const isOwn = this.knowledge.present().some(({ everyEmail }) => everyEmail.has(recipient))
      if (this.knowledge.people.some(({ isErased, everyEmail }) => isErased && everyEmail.has(recipient)))
        this.fail('a message went to an erased person')
      for (const mark of findMarks(said))
        if (!isOwn && this.knowledge.isPersonal(mark))
          this.fail(`a message to ${recipient} says ${this.knowledge.describe(mark)}`)
    }
  }

  level(actor: Actor, referral: Parameters<typeof levelOf>[0]) {
    return actor.reader.kind === 'caseworker' ? levelOf(referral, actor.reader) : 'nothing'
  }
}
