import type { Generated } from 'kysely'
import { z } from 'zod'
import { referralStatuses } from '#casework/referrals/referral-machine.ts'
import { Id, line, pageOf, Timestamp } from '#platform/schema/fields.ts'

export const erasureCauses = ['request', 'retention', 'replay'] as const

/** The fact that a record was erased; identifiers only. */
export const ErasureRow = z.object({
  contactId: Id,
  organizationId: Id,
  erasedBy: Id.nullable(),
  cause: z.enum(erasureCauses),
  erasedOn: Timestamp,
})
export type ErasureRow = z.infer<typeof ErasureRow>

/** The person's name, entered again, so that nobody is erased by accident. */
export const ErasureCall = z.object({ name: line(201).meta({ title: 'Name' }) })

/** An open referral, which prevents the erasure of the person. */
export const OpenReferral = z.object({ id: Id, status: z.enum(referralStatuses), organizationName: z.string() })
export type OpenReferral = z.infer<typeof OpenReferral>

export const ErasureProposalRow = z.object({
  contactId: Id,
  organizationId: Id,
  lastActivityOn: Timestamp,
  proposedOn: Timestamp,
})

/** A person without activity for so long that their record should be erased. */
export const ErasureProposal = ErasureProposalRow.pick({ contactId: true, lastActivityOn: true }).extend({
  name: z.string(),
  /** When it will be erased automatically; null if the operator does not want that. */
  erasedOn: Timestamp.nullable(),
})
export type ErasureProposal = z.infer<typeof ErasureProposal>
export const ErasureProposalPage = pageOf(ErasureProposal)
export type ErasureProposalPage = z.infer<typeof ErasureProposalPage>
export const ErasureProposalCount = z.object({ count: z.number().int(), months: z.number().int() })
export type ErasureProposalCount = z.infer<typeof ErasureProposalCount>

type TableOf<Row, Set extends keyof Row> = {
  [Column in keyof Row]: Column extends Set ? Generated<Row[Column]> : Row[Column]
}
declare module '#platform/server/database.ts' {
  interface Tables {
    erasure: TableOf<ErasureRow, 'erasedOn'>
    erasureProposal: TableOf<z.infer<typeof ErasureProposalRow>, 'proposedOn'>
  }
}
