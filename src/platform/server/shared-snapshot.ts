import { type RawBuilder, sql } from 'kysely'
import pLimit from 'p-limit'
import { type Database, inTransaction } from './database.ts'

export type Run = <Row>(statement: RawBuilder<Row>) => Promise<Row[]>

/** Runs each statement on whichever connection is free. */
function runOn(connections: Database[]): Run {
  const free = [...connections]
  const inTurn = pLimit(free.length)
  return (statement) =>
    inTurn(async () => {
      const connection = free.pop() as Database
      const { rows } = await statement.execute(connection).finally(() => free.push(connection))
      return rows
    })
}

/** Whether somebody holds one connection and waits for another: two who do could wait for each other. */
let isShared = false

/**
 * Runs large reading statements that must be of one moment, two at a time on two connections. Whoever comes meanwhile
 * gets one connection, and so does who is in a transaction already. The pool must have at least two.
 * @param begin what each connection's transaction begins with
 */
export async function onSharedSnapshot<Answer>(
  database: Database,
  begin: RawBuilder<unknown>,
  work: (run: Run) => Promise<Answer>,
) {
  if (database.isTransaction) {
    await begin.execute(database)
    return work(runOn([database]))
  }
  const read = <Result>(what: (transaction: Database) => Promise<Result>) =>
    inTransaction(database, async (transaction) => {
      const isolated = sql`set transaction isolation level repeatable read, read only`.execute(transaction)
      const [, result] = await Promise.all([isolated, what(transaction)])
      return result
    })
  return read(async (first) => {
    if (isShared) {
      await begin.execute(first)
      return work(runOn([first]))
    }
    isShared = true
    try {
      const { rows } = await sql<{ name: string }>`select pg_export_snapshot() as name`.execute(first)
      return await read(async (second) => {
        const snapshot = sql`set transaction snapshot ${sql.lit(rows[0]?.name)}`.execute(second)
        await Promise.all([snapshot, begin.execute(second), begin.execute(first)])
        return work(runOn([first, second]))
      })
    } finally {
      isShared = false
    }
  })
}
