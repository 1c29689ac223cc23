import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { RunningPortal } from './portal.ts'

/** Changes a running portal's embedded database, for states that no API call can produce. */
export async function changeDatabase({ dataDir }: RunningPortal, statement: string, values: unknown[]) {
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8')
  const port = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3])
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'hearthline', password, database: 'hearthline' })
  await client.connect()
  await client.query(statement, values)
  await client.end()
}

/** Restores the demo accounts' sign-ins, for the next tests on the same portal. */
export async function restoreDemoPeople(portal: RunningPortal) {
  await changeDatabase(portal, 'delete from account_freeze', [])
  await changeDatabase(
    portal,
    `update account set force_password_reset = false, accepted_terms_and_conditions = true,
       password_hash = (select password_hash from account where email = $1) where is_demo`,
    ['admin@demo.hearthline.test'],
  )
}
