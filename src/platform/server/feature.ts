import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { z } from 'zod'
import type { Captcha } from './captcha.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { EventHub } from './event-hub.ts'
import type { FileStore } from './file-store.ts'
import type { Readiness } from './health.ts'
import type { TaskList } from './jobs.ts'
import type { Log } from './log.ts'
import type { NetworkLimit } from './network-limit.ts'
import type { Problems } from './problem.ts'

/** What all acts need. */
export interface Services {
  config: Config
  database: Database
  pool: pg.Pool
  store: FileStore
  log: Log
}

/** What routes may use in addition. */
export interface RouteServices extends Services {
  captcha: Captcha
  hub: EventHub
  networkLimit: NetworkLimit
  readiness: Readiness
}

/**
 * What a feature registers on the server. `src/features.server.ts` lists all features; nothing is registered elsewhere.
 */
export interface ServerFeature {
  /** The name of its folder. */
  name: string
  /** The paths of its screens, without the leading slash; the server answers 404 for all others. */
  screens?: string[]
  /** The tables that only this feature writes, by name, each with the contract of its rows. */
  tables?: Record<string, z.ZodObject>
  /** The heading of its calls in the API document, if not the name. A route may use a different one. */
  tag?: string
  routes?: (app: FastifyInstance, services: RouteServices) => PromiseLike<unknown>
  /** Its background tasks, by name. */
  tasks?: (services: Services) => TaskList
  /** Repeated tasks, as lines of graphile-worker's crontab. */
  schedules?: string[]
  /** Deletes expired rows; runs every five minutes. */
  tidy?: (database: Database) => Promise<unknown>
  problems?: Problems
  /** Runs at each start, after the migrations and before any request. */
  prepare?: (services: Services) => Promise<unknown>
  /** Creates its part of the demo community, once, in the order of the list. */
  seedDemo?: (database: Database, store: FileStore) => Promise<unknown>
  /** Starts services other than HTTP and jobs. @returns how to stop them; null if not configured */
  start?: (services: Services) => Promise<{ stop: () => Promise<unknown> } | null>
}

/** Registers the routes of a feature in a separate scope. */
export const registerFeature = (app: FastifyInstance, feature: ServerFeature, services: RouteServices) =>
  app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.schema = { tags: [feature.tag ?? feature.name.replaceAll('-', ' ')], ...route.schema }
    })
    await feature.routes?.(scope, services)
  })

/** The background tasks of all features by name. @throws Error if two features have a task with the same name */
export function tasksOf(features: ServerFeature[], services: Services): TaskList {
  const all = features.flatMap(({ tasks }) => Object.entries(tasks?.(services) ?? {}))
  const twice = all.find(([name], index) => all.findIndex(([other]) => other === name) !== index)
  if (twice) throw new Error(`Two features have the task ${twice[0]}`)
  return Object.fromEntries(all)
}

/** The problems of all features by code. @throws Error if two features declare the same code */
export function problemsOf(features: ServerFeature[]) {
  const all = features.flatMap(({ problems }) => Object.entries(problems?.kinds ?? {}))
  const twice = all.find(([code], index) => all.findIndex(([other]) => other === code) !== index)
  if (twice) throw new Error(`Two features declare the problem ${twice[0]}`)
  return Object.fromEntries(all)
}
