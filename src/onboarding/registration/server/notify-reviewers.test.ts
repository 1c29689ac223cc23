import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { solveCaptcha } from '#test/captcha.ts'
import { makeAccount, PASSWORD } from '#test/factories.ts'

const product = await startTestApp({ DEMO: 'true' })
const { anonymous, database } = product
const admin = await makeAccount(database, { roles: ['platform-admin'] })
const spanish = await makeAccount(database, { roles: ['platform-admin'], language: 'es' })

async function register(i: number) {
  const email = `applicant-${i}@example.test`
  const given = { firstName: 'Ana', lastName: 'Ruiz', email, confirmEmail: email, phoneNumber: '(716) 555-0142' }
  const { status } = await anonymous('POST', '/api/organizationRegistration/register/', {
    ...given,
    captchaCode: await solveCaptcha(anonymous),
    organizationName: `Riverbank ${i}`,
    organizationDescription: 'Food and shelter',
    organizationWebsite: '',
    title: 'Director',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    securityQuestion: 'first-job-town',
    securityQuestionAnswer: 'Elmira',
    acceptedTermsAndConditions: true,
  })
  expect(status).toBeLessThan(300)
}
const work = () => Promise.all([product.workJobs(), product.workJobs(), product.workJobs()])
const subjectsTo = async (email: string) => (await product.outbox(email)).map(({ subject }) => subject)
/** Simulates a quarter of an hour. */
async function wait() {
  const noticedOn = new Date(Date.now() - 15 * 60_000).toISOString()
  await database.updateTable('registrationReview').set({ noticedOn }).where('noticedOn', 'is not', null).execute()
}

it('F-06 D-MAIL-1 forty registrations cause two mails to each platform admin', async () => {
  await register(0)
  await work()
  expect(await subjectsTo(admin.email)).toEqual(['New organization to review: Riverbank 0'])
  for (let i = 1; i < 40; i += 4) await Promise.all([0, 1, 2, 3].map((j) => (i + j < 40 ? register(i + j) : null)))
  await work()
  expect(await subjectsTo(admin.email)).toHaveLength(1)
  await wait()
  await register(40)
  await work()
  expect(await subjectsTo(admin.email)).toEqual([
    '40 registrations to review',
    'New organization to review: Riverbank 0',
  ])
  expect((await subjectsTo(spanish.email))[0]).toBe('40 registros por revisar')
  expect((await product.outbox(admin.email))[0]?.text).toContain('/admin/review')
  await wait()
  await work()
  expect(await subjectsTo(admin.email)).toHaveLength(2)
}, 120_000)
