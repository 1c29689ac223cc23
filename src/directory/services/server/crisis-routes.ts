import { readFileSync } from 'node:fs'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Config } from '#platform/server/config.ts'
import { CrisisHelp } from '../crisis.ts'
import shipped from '../data/crisis.json' with { type: 'json' }

/**
 * The words and hotlines of the built-in file, or of the operator's own.
 * @throws if the operator's file cannot be read or is invalid, so that a mistake is found at startup
 */
export function readCrisisHelp(file: string | null) {
  const read = CrisisHelp.safeParse(file ? JSON.parse(readFileSync(file, 'utf8')) : shipped)
  if (!read.success) throw new Error(`CRISIS_FILE ${file}: ${z.prettifyError(read.error)}`)
  return read.data
}

/**
 * What to show for a search that indicates a crisis. The browser compares the words, so the search text is not sent.
 */
export const crisisRoutes: FastifyPluginAsyncZod<{ config: Pick<Config, 'crisisFile'> }> = async (app, { config }) => {
  const help = readCrisisHelp(config.crisisFile)
  app.get(
    '/api/crisisHelp',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Emergency numbers to show for words of crisis',
        response: { 200: CrisisHelp },
      },
    },
    async () => help,
  )
}
