import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from './database.ts'
import { problem } from './problem.ts'

/** What the process says of itself: `ready` is false while it migrates, drains, or has no database. */
export interface Readiness {
  draining: boolean
}

const Healthy = z.object({ status: z.literal('ok') })

export const healthRoutes: FastifyPluginAsyncZod<{ database: Database; readiness: Readiness }> = async (
  app,
  { database, readiness },
) => {
  const open = { access: 'anyone' as const }
  app.get('/api/health/live', { config: open, schema: { tags: ['health'], response: { 200: Healthy } } }, async () => ({
    status: 'ok' as const,
  }))
  app.get('/api/health/ready', { config: open, schema: { tags: ['health'], response: { 200: Healthy } } }, async () => {
    if (readiness.draining) throw problem('unavailable')
    await sql`select 1`.execute(database).catch(() => {
      throw problem('unavailable')
    })
    return { status: 'ok' as const }
  })
}
