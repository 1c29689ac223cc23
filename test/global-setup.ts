import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { loadPlaces } from '#directory/places/server/places-public.ts'
import { openDatabase } from '#platform/server/database.ts'
import { startEmbeddedPostgres } from '#platform/server/embedded-postgres.ts'
import { createLog } from '#platform/server/log.ts'
import { migrate } from '#platform/server/migrate.ts'

/** Starts one real PostgreSQL with a migrated template that each test file clones. */
export async function startTestDatabases() {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-test-'))
  const server = await startEmbeddedPostgres({ folder, forTests: true })
  const templateUrl = server.url.replace(/\/[^/]*$/, '/template_hearthline')
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('create database template_hearthline')
  await client.end()
  await migrate(templateUrl, createLog('silent'), new URL(server.servingUrl).username)
  const { database, close } = openDatabase(templateUrl, 1)
  await loadPlaces(database).finally(close)
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { templateUrl, servingUrl: server.servingUrl, stop }
}

export async function setup(project: TestProject) {
  const { templateUrl, servingUrl, stop } = await startTestDatabases()
  project.provide('templateUrl', templateUrl)
  project.provide('servingUrl', servingUrl)
  return stop
}
