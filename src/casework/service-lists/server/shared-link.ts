import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { base58 } from '@scure/base'
import { hashCode } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { LinkRow, ListRow, NewLink } from '../service-list.ts'
import { standingOf } from '../service-list-policy.ts'

const DAY_MS = 86_400_000
/** 96 random bits: short enough for a text message, too many to guess. */
const TOKEN_BYTES = 12

/** Creates a link to a list. Its token is returned only here; the database stores its hash. */
export async function createLink(
  database: Database,
  { publicUrl, serviceListDays }: Pick<Config, 'publicUrl' | 'serviceListDays'>,
  actor: Actor,
  { id: given, listId, channel }: Pick<LinkRow, 'listId' | 'channel'> & { id?: string | undefined },
): Promise<NewLink & { id: string }> {
  const token = base58.encode(randomBytes(TOKEN_BYTES))
  const expiresOn = new Date(Date.now() + serviceListDays * DAY_MS).toISOString()
  const { id } = await database
    .insertInto('serviceListLink')
    .values({
      listId,
      channel,
      tokenHash: hashCode(token),
      createdBy: actor.accountId,
      expiresOn,
      ...(given && { id: given }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, url: `${publicUrl}/l/${token}`, expiresOn }
}

/**
 * Whether the same call made this link before: its answer was lost. The caller has locked the list.
 * @throws problem conflict for another link
 */
export async function isRepeated(
  database: Database,
  actor: Actor,
  { id, listId, channel }: Pick<LinkRow, 'id' | 'listId' | 'channel'>,
) {
  const link = await database
    .selectFrom('serviceListLink')
    .select(['listId', 'channel', 'createdBy'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!link) return false
  if (link.listId !== listId || link.channel !== channel || link.createdBy !== actor.accountId)
    throw problem('conflict')
  return true
}

export interface OpenedLink {
  id: string
  expiresOn: string
  list: Pick<ListRow, 'id' | 'language'>
}

/**
 * The list that a token opens.
 * @throws problem not-found for an unknown token, gone for one that expired or was withdrawn
 */
export async function openLink(database: Database, token: string): Promise<OpenedLink> {
  const link = await database
    .selectFrom('serviceListLink as link')
    .innerJoin('serviceList as list', 'list.id', 'link.listId')
    .select(['link.id', 'link.expiresOn', 'link.withdrawnOn', 'list.id as listId', 'list.language'])
    .where('link.tokenHash', '=', hashCode(token))
    .executeTakeFirst()
  if (!link) throw problem('not-found')
  if (standingOf(link) !== 'active') throw problem('gone')
  return { id: link.id, expiresOn: link.expiresOn, list: { id: link.listId, language: link.language } }
}

/** Withdraws a link of a list. Safe to repeat. @throws problem not-found */
export async function withdrawLink(database: Database, listId: string, id: string) {
  const link = await database
    .selectFrom('serviceListLink')
    .select('id')
    .where('id', '=', id)
    .where('listId', '=', listId)
    .executeTakeFirst()
  if (!link) throw problem('not-found')
  await database
    .updateTable('serviceListLink')
    .set({ withdrawnOn: new Date().toISOString() })
    .where('id', '=', id)
    .where('withdrawnOn', 'is', null)
    .execute()
}

const formKey = (secret: string, token: string) =>
  createHmac('sha256', secret).update(`service-list-form ${token}`).digest('base64url')

type Keys = Pick<Config, 'secretKeys'>
/** What the forms of a page send back: only whoever read the page knows it. */
export const keyOfForms = ({ secretKeys }: Keys, token: string) => formKey(secretKeys[0] ?? '', token)

/** Whether a form comes from the page of this token. */
export function isKeyOfForms({ secretKeys }: Keys, token: string, given: string) {
  const sent = Buffer.from(given)
  return secretKeys.some((secret) => {
    const right = Buffer.from(formKey(secret, token))
    return sent.length === right.length && timingSafeEqual(sent, right)
  })
}
