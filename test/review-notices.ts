import { requestNotice } from '#onboarding/registration/server/notify-reviewers.ts'
import type { TestApp } from './app.ts'

/** Simulates a quarter of an hour, so that platform admins are notified of waiting registrations. */
export async function sendReviewNotices({ database, workJobs }: Pick<TestApp, 'database' | 'workJobs'>) {
  const noticedOn = new Date(Date.now() - 15 * 60_000).toISOString()
  await database.updateTable('registrationReview').set({ noticedOn }).where('noticedOn', 'is not', null).execute()
  await requestNotice(database)
  await workJobs()
}
