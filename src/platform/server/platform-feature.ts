import { sql } from 'kysely'
import { captchaRoutes } from './captcha.ts'
import { configurationRoutes } from './configuration-routes.ts'
import { deliverMessage, joinMessages } from './deliver-message.ts'
import type { ServerFeature } from './feature.ts'
import { healthRoutes } from './health.ts'
import { joinMessagesTask } from './join-messages.ts'
import { blankMessages, blankMessagesCrontab, blankMessagesTask } from './message-life.ts'
import { outboxRoutes } from './outbox.ts'
import { platformTables } from './platform-tables.ts'
import { problem } from './problem.ts'

/** What the platform itself registers, in the form of a feature. */
export const platformFeature: ServerFeature = {
  name: 'platform',
  tables: platformTables,
  problems: problem,
  routes: async (app, services) => {
    await app.register(healthRoutes, services)
    await app.register(configurationRoutes, services)
    await app.register(captchaRoutes, services)
    if (services.config.evaluation) await app.register(outboxRoutes, services)
  },
  tasks: (services) => ({
    'deliver-message': deliverMessage(services),
    [joinMessagesTask]: joinMessages(services),
    [blankMessagesTask]: blankMessages(services),
  }),
  schedules: [blankMessagesCrontab],
  tidy: async (database) => {
    await sql`delete from event where created_on < now() - interval '1 day'`.execute(database)
    await sql`delete from captcha_used where expires_on < now()`.execute(database)
    await sql`delete from login_throttle where expire < extract(epoch from now() - interval '1 day') * 1000`.execute(
      database,
    )
  },
}
