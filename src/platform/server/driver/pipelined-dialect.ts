import {
  CamelCasePlugin,
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Driver,
  Kysely,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
  RawNode,
  type UnknownRow,
  ValueNode,
} from 'kysely'
import type pg from 'pg'
import { sendStatement } from './send-statement.ts'

/** A raw statement that contains only text and values. */
const isWrittenOut = (node: OperationNode): boolean =>
  ValueNode.is(node) || (RawNode.is(node) && node.parameters.every(isWrittenOut))

/** Renames identifiers in statements only. The rows are already renamed: see send-statement.ts. */
class NamesInStatements extends CamelCasePlugin {
  override transformQuery(given: PluginTransformQueryArgs) {
    return isWrittenOut(given.node) ? given.node : super.transformQuery(given)
  }
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }
}

const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** One checkout of a pool connection. */
class PipelinedConnection implements DatabaseConnection {
  readonly client: pg.PoolClient
  private begun: Promise<unknown> | undefined
  isEnding = false

  constructor(client: pg.PoolClient) {
    this.client = client
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // It would run outside the transaction, or between statements of the connection's next user.
    if (this.isEnding) throw new Error('A statement came after its connection was given back.')
    const { command, rowCount, rows } = await sendStatement(this.client, sql, parameters)
    return counted.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
  }

  // biome-ignore lint/correctness/useYield: refuses
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are read a page at a time.')
  }

  /** Does not wait: later statements follow in the same pipeline, and fail too if this one does. */
  begin() {
    this.begun = sendStatement(this.client, 'begin')
    this.begun.catch(() => undefined)
  }

  async end(how: 'commit' | 'rollback') {
    this.isEnding = true
    const [{ command }] = await Promise.all([sendStatement(this.client, how), this.begun])
    this.isEnding = false
    // PostgreSQL's response if a statement failed and its error was ignored.
    if (how === 'commit' && command === 'ROLLBACK') throw new Error('The transaction failed before its end.')
  }
}

class PipelinedDriver implements Driver {
  private readonly pool: pg.Pool
  constructor(pool: pg.Pool) {
    this.pool = pool
  }
  init = async () => undefined
  acquireConnection = async () => new PipelinedConnection(await this.pool.connect())
  // A connection whose transaction did not end cleanly is not returned to the pool.
  releaseConnection = async (connection: PipelinedConnection) => {
    const hasFailed = connection.isEnding
    connection.isEnding = true
    connection.client.release(hasFailed)
  }
  beginTransaction = async (connection: PipelinedConnection) => connection.begin()
  commitTransaction = (connection: PipelinedConnection) => connection.end('commit')
  rollbackTransaction = (connection: PipelinedConnection) => connection.end('rollback')
  destroy = async () => {
    if (!this.pool.ending) await this.pool.end()
  }
}

/** Kysely runs the statements of a transaction one at a time; here they are sent without waiting for results. */
const openTo = (provider: ConnectionProvider): ConnectionProvider => {
  const held = provider.provideConnection(async (connection) => connection)
  return { provideConnection: async (consumer) => consumer(await held) }
}

class PipelinedExecutor extends DefaultQueryExecutor {
  private readonly parts: ConstructorParameters<typeof DefaultQueryExecutor>
  constructor(...parts: ConstructorParameters<typeof DefaultQueryExecutor>) {
    super(...parts)
    this.parts = parts
  }
  override withConnectionProvider(provider: ConnectionProvider) {
    const [compiler, adapter, , plugins] = this.parts
    return new PipelinedExecutor(compiler, adapter, openTo(provider), plugins)
  }
}

/**
 * Kysely on a pool whose connections accept statements before earlier ones have returned. Statements of a transaction,
 * or of a `connection()`, that are started together (`Promise.all`) are pipelined in this order.
 */
export function pipelinedKysely<Tables>(pool: pg.Pool) {
  const dialect = new PostgresDialect({ pool })
  const adapter = new PostgresAdapter()
  const driver = new PipelinedDriver(pool)
  const plugins = [new NamesInStatements({ underscoreBeforeDigits: true })]
  const provider = new DefaultConnectionProvider(driver)
  const executor = new PipelinedExecutor(new PostgresQueryCompiler(), adapter, provider, plugins)
  return new Kysely<Tables>({ config: { dialect, plugins }, dialect, driver, executor })
}
