import pg from 'pg'

const clients = new Map<string, pg.Client>()

/** Resets all limits, so that a test can run again: an address may fail a hundred times, and a sender has so many messages a day. */
export async function forgetThrottles() {
  const template = process.env.MUTATION_TEMPLATE_URL ?? ''
  const open = async (name: string) => {
    const known = clients.get(name)
    if (known) return known
    const client = new pg.Client({ connectionString: template.replace(/\/[^/]*$/, `/${name}`) })
    // A test's database may be dropped while this connection is open.
    client.on('error', () => clients.delete(name))
    await client.connect()
    clients.set(name, client)
    return client
  }
  const admin = await open('postgres')
  const { rows } = await admin.query<{ datname: string }>(
    `select datname from pg_database where datname like 'test\\_%'`,
  )
  for (const { datname } of rows) {
    const client = await open(datname).catch(() => undefined)
    await client?.query('delete from login_throttle; delete from message_count').catch(() => undefined)
  }
}
