import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import {
  type LinkedFacts,
  type LinkFacts,
  type LinkState,
  linkStateOf,
  linkTable,
  mayClaimBy,
  mayInviteAgain,
} from '../link-machine.ts'
import type { ReferralRow } from '../referral.ts'
import { wasTakenFirst } from './first-acceptance.ts'
import { recipientHasPeople } from './held-queries.ts'

/** Only the hash of a code is stored. */
export const hashOfLink = (code: string) => createHash('sha256').update(code).digest('hex')

interface LinkRow extends LinkFacts, LinkedFacts {
  codeHash: string
  referralId: string
  email: string
  firstName: string | null
  lastName: string | null
}

/** A referral with its links and the facts that decide their state, newest first. */
async function readLinks(database: Database, referralId: RawBuilder<unknown>) {
  const { rows } = await sql<LinkRow>`
    select invitation.code_hash, referral.id as referral_id, invitation.email, invitation.created_on,
      used_on is not null as is_used, replaced_on is not null as is_replaced, expires_on <= now() as is_late,
      case when claimed_by is not null or claim_status = 'refused' then coalesce(claim_status, 'pending') end as claim_status,
      referral.contact_first_name as first_name, referral.contact_last_name as last_name, referral.status,
      referral.sent_on, referral.recipient_confirmed_on,
      exists (select from referral_event opened
        where opened.referral_id = referral.id and opened.action = 'confirmRecipient') as was_opened,
      ${recipientHasPeople} as has_people,
      referral.details_ended_on is null and referral.snapshot is not null as is_shared, ${wasTakenFirst} as is_taken
    from referral left join referral_invitation invitation on referral.id = invitation.referral_id
    where referral.id = ${referralId}
    order by invitation.created_on desc`.execute(database)
  return { referral: rows[0], links: rows.filter(({ codeHash }) => codeHash !== null) }
}

/** A link, the facts about it and its referral, and its state. */
export interface Link {
  codeHash: string
  referralId: string
  email: string
  firstName: string | null
  lastName: string | null
  facts: LinkFacts
  referral: LinkedFacts
  state: LinkState
}

const asLink =
  (rows: readonly LinkRow[]) =>
  (row: LinkRow): Link => ({
    ...{ codeHash: row.codeHash, referralId: row.referralId, email: row.email },
    ...{ firstName: row.firstName, lastName: row.lastName },
    ...{ facts: row, referral: row, state: linkStateOf(row, row, rows) },
  })

/** The link of a code. */
export async function findLink(database: Database, code: string): Promise<Link | undefined> {
  const codeHash = hashOfLink(code)
  const { links } = await readLinks(
    database,
    sql`(select referral_id from referral_invitation where code_hash = ${codeHash})`,
  )
  return links.filter((row) => row.codeHash === codeHash).map(asLink(links))[0]
}

/** What a link says of itself before its reader has proved the address. */
export interface LinkStanding extends Link {
  senderName: string
  recipientId: string
  recipientName: string
  /** whether the organization can still be claimed with it */
  mayClaim: boolean
}

/** The link of a code, with the organizations: docs/referral-states.md has its states. */
export async function findLinkStanding(database: Database, code: string): Promise<LinkStanding | undefined> {
  const link = await findLink(database, code)
  if (!link) return undefined
  const { rows } = await sql<Pick<LinkStanding, 'senderName' | 'recipientId' | 'recipientName'>>`
    select sender.name as sender_name, recipient.id as recipient_id, recipient.name as recipient_name
    from referral
    join ${organizationNames.as('sender')} on sender.id = referral.sender_organization_id
    join ${organizationNames.as('recipient')} on recipient.id = referral.recipient_organization_id
    where referral.id = ${link.referralId}::uuid`.execute(database)
  return rows[0] && { ...link, ...rows[0], mayClaim: mayClaimBy(link.facts, link.referral, link.state) }
}

/** Where the link that opens a referral was sent, and to whom; undefined if accounts can open it, or nobody. */
export async function findLinkAddress(database: Database, referralId: string) {
  const { links } = await readLinks(database, sql`${referralId}::uuid`)
  return links.map(asLink(links)).find(({ state }) => linkTable[state].isNotified)
}

/** Whether the invitation of a referral can be sent to another address now. */
export async function mayInviteOther(database: Database, { id }: Pick<ReferralRow, 'id'>) {
  const { referral, links } = await readLinks(database, sql`${id}::uuid`)
  return referral !== undefined && mayInviteAgain(referral, links)
}
