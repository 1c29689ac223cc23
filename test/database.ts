import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database from which each test's own one is cloned. */
    templateUrl: string
    /** The server, for the serving role. */
    servingUrl: string
    /** How many connections a test app opens at most. */
    connections: number
  }
}

/** A separate database for this test, cloned from the migrated template; `drop` it at the end. */
export async function cloneDatabase() {
  const templateUrl = inject('templateUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: templateUrl.replace(/\/[^/]*$/, '/postgres') })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await admin(`create database ${name} template template_hearthline strategy file_copy`)
  return {
    /** For the owner, with all privileges. */
    url: templateUrl.replace(/\/[^/]*$/, `/${name}`),
    /** For the role that the product uses. */
    servingUrl: inject('servingUrl').replace(/\/[^/]*$/, `/${name}`),
    drop: () => admin(`drop database if exists ${name} with (force)`),
  }
}
