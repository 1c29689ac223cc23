import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TestApp } from '#test/app.ts'
import { makePerson, makeStage } from '#test/referral-stage.ts'

/** Whose birth date opens the links. */
const BORN = '1992-03-04'

/** Two organizations, and functions that ask people for their consent by a link and answer in their place. */
export async function makeConsentStage(app: TestApp) {
  const { database, anonymous } = app
  const stage = await makeStage(app)
  const { creator } = stage.as
  const text = await database.selectFrom('consentText').select('id').executeTakeFirstOrThrow()
  const terms = {
    ...{ scope: 'organizations', needs: ['homelessness'], recipientIds: [stage.recipient.id] },
    expiresOn: null as string | null,
  }

  /** What a person can do with a link. */
  const linkOf = (url: string) => {
    const link = `/api/consentRequest/open/${url.split('/c/')[1] ?? ''}`
    return { link, enter: (birthDate = BORN) => anonymous('POST', link, { birthDate }) }
  }

  /** A person whose consent was asked for by a link that staff copy. */
  async function ask(given: object = {}, person: Record<string, unknown> = {}) {
    const contactId = (await makePerson(creator, person, null)).id as string
    const call = { id: randomUUID(), textId: text.id, ...terms, language: 'es', way: { channel: 'copy' }, ...given }
    const path = `/api/contact/${contactId}/consentRequest`
    const asked = await creator('POST', path, call)
    const items = async () => (await creator('GET', path)).body.items
    return { contactId, call, path, asked, items, of: `${path}/${call.id}`, ...linkOf(String(asked.body.url ?? '')) }
  }

  /** The same, and the person has entered their birth date. */
  async function open(given: object = {}, person: Record<string, unknown> = {}) {
    const request = await ask(given, person)
    const { session } = (await request.enter()).body
    const act = (what: string, more: object = {}) =>
      anonymous('POST', `${request.link}/${what}`, { session, language: 'es', ...more })
    const signing = { textId: text.id, terms: { ...terms, ...given }, signedName: 'Noor Abadi', signature: null }
    const sign = (more: object = {}) => act('sign', { ...signing, ...more })
    const refuse = (reason: string | null = null) => act('refuse', { reason })
    return { ...request, session, act, sign, refuse }
  }

  const consentsOf = async (contactId: string) => (await creator('GET', `/api/contact/${contactId}`)).body.consents
  /** As if a column of the request were so, as SQL. */
  const set = (column: string, value: string, { call }: { call: { id: string } }) =>
    sql`update consent_request set ${sql.ref(column)} = ${sql.raw(value)} where id = ${call.id}::uuid`.execute(database)
  return { stage, text, terms, ask, open, linkOf, consentsOf, set }
}
