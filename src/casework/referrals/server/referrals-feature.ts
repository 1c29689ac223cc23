import type { ServerFeature } from '#platform/server/feature.ts'
import { consentOverrideRoutes } from './consent-override-routes.ts'
import { sendReferrals, sendReferralsTask } from './delayed-sending.ts'
import { destinationRoutes } from './destination-routes.ts'
import { needRoutes } from './need-routes.ts'
import { notifyMessages, notifyMessagesTask } from './notify-messages.ts'
import { referralClock, referralClockCrontab, referralClockTask } from './referral-clock.ts'
import { referralProblem } from './referral-problem.ts'
import { referralRoutes } from './referral-routes.ts'
import { referralsTables } from './referrals-tables.ts'
import { seedDemoReferrals } from './seed-demo-referrals.ts'
import { tidyUndo } from './undo-step.ts'

export const referralsFeature: ServerFeature = {
  name: 'referrals',
  screens: ['home', 'admin/consentOverrides', 'referrals/new', 'referrals/:id/edit', 'referrals/:id'],
  tables: referralsTables,
  problems: referralProblem,
  routes: async (app, services) => {
    await app.register(referralRoutes, services)
    await app.register(destinationRoutes, services)
    await app.register(consentOverrideRoutes, services)
    await app.register(needRoutes, services)
  },
  tasks: (services) => ({
    [notifyMessagesTask]: notifyMessages(services),
    [referralClockTask]: referralClock(services),
    [sendReferralsTask]: sendReferrals(services),
  }),
  schedules: [referralClockCrontab],
  tidy: tidyUndo,
  seedDemo: seedDemoReferrals,
}
