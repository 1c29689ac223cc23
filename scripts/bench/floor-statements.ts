import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import { getSupportRequest } from '../../src/help-desk/tickets/server/get-support-request.ts'
import { listSupportRequests } from '../../src/help-desk/tickets/server/support-request-list-queries.ts'
import { SupportRequestQuery } from '../../src/help-desk/tickets/support-request-call.ts'
import { getCurrentUser } from '../../src/identity/accounts/server/account-queries.ts'
import type { Actor } from '../../src/platform/schema/roles.ts'
import type { Database, Tables } from '../../src/platform/server/database.ts'

/**
 * The caller and the parameters, which the load generator sends in headers because the minimal server has no sessions.
 */
export interface Asked {
  account: string
  organization?: string | undefined
  id?: string | undefined
}
export type Statement = (asked: Asked) => { text: string; values: unknown[] }

const marks = {
  account: '00000000-0000-4000-8000-00000000000a',
  organization: '00000000-0000-4000-8000-00000000000b',
  id: '00000000-0000-4000-8000-00000000000c',
}
const marked = new Map(Object.entries(marks).map(([name, mark]) => [mark, name as keyof typeof marks]))

export interface Sent {
  text: string
  values: readonly unknown[]
}
type Answer = (
  text: string,
  values: unknown[],
) => Promise<{ command: string; rowCount: number | null; rows: unknown[] }>

/** A database that notes what is sent to it. @param answer runs or invents each statement */
export function recordingDatabase(answer: Answer): { database: Database; sent: Sent[] } {
  const sent: Sent[] = []
  const query = (text: string, values: readonly unknown[]) => {
    sent.push({ text, values })
    return answer(text, [...values])
  }
  const pool = { connect: async () => ({ query, release: () => undefined }), end: async () => undefined }
  const database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: pool as never }),
    plugins: [new CamelCasePlugin({ underscoreBeforeDigits: true })],
  })
  return { database, sent }
}

/**
 * The statements that a part of the product sends to PostgreSQL, recorded once, so that the minimal server always runs
 * the same ones. Placeholders are replaced with the parameters of each request.
 */
async function statementsOf(run: (database: Database) => Promise<unknown>): Promise<Statement[]> {
  const { database, sent } = recordingDatabase(async () => {
    const row = { id: marks.id, role: 'organization-staff', organizationId: marks.organization }
    return { command: 'SELECT', rowCount: 1, rows: [row] }
  })
  await run(database)
  return sent.map(({ text, values }) => {
    const asAsked = values.map((value) => {
      const name = marked.get(String(value))
      if (!name) return () => value
      return Array.isArray(value) ? (asked: Asked) => [asked[name]] : (asked: Asked) => asked[name]
    })
    return (asked) => ({ text, values: asAsked.map((of) => of(asked)) })
  })
}

const actor = (isStaff: boolean): Actor => ({
  accountId: marks.account,
  organizationId: isStaff ? marks.organization : null,
  contactId: null,
  roles: [isStaff ? 'organization-staff' : 'support-agent'],
  forcePasswordReset: false,
  sessionId: marks.id,
  stage: 'whole',
  authenticatedOn: new Date(0).toISOString(),
  impersonatorId: null,
})

export const listStatements = (query: unknown, isStaff: boolean) =>
  statementsOf((database) => listSupportRequests(database, actor(isStaff), SupportRequestQuery.parse(query), 'UTC'))

export const openStatements = (isStaff: boolean) =>
  statementsOf((database) => getSupportRequest(database, actor(isStaff), marks.id))

export const currentUserStatements = () =>
  statementsOf((database) => getCurrentUser(database, actor(true), 'Hearthline'))
