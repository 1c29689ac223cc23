import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import {
  canUndo,
  dayInDigits,
  delivery,
  firstNameOnly,
  fromMaria,
  noor,
  plain,
  routineShelter,
  type Step,
  stageOnScreen,
  untilRead,
  writeTo,
} from '#test/referral-on-screen.ts'
import { screensOf } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { stage, signedIn, walk, change } = await stageOnScreen(app)
const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
const accept: Step = ['recipient', { action: 'accept' }]
const decline: Step = ['recipient', { action: 'decline', reason: 'no capacity', note: 'All beds are taken.' }]
const start: Step = ['recipient', { action: 'start' }]
const resolved: Step = ['recipient', { action: 'closeResolved', outcome: 'enrolled' }]

/** The page of a referral, once its history is there and the recipient's view is recorded. */
async function outlineOf(id: string, who: keyof typeof stage.accounts, language: 'en' | 'es' = 'en') {
  const page = await openScreen(`/referrals/${id}`, { as: signedIn(who), language })
  await page.findByRole('heading', { level: 1 })
  await untilRead(page, id)
  return { page, lines: plain(page.outline()) }
}

it('REF-07 a closed referral says how it ended, and until when its recipient sees the details', async () => {
  const id = await walk({}, accept, start, resolved)
  const until = dayInDigits(new Date(Date.now() + 30 * 86_400_000))
  const { lines } = await outlineOf(id, 'recipient')
  expect(lines.map((line) => line.replace(until, '<in 30 days>'))).toEqual([
    'Referrals | → /referrals?direction=incoming | / | Noor A.',
    'Shelter for Noor A. | Closed: Resolved',
    'Eastside asks your organization for help',
    'More',
    '(Step 5 of 5: Closed: Resolved)',
    'Sent just now · seen after 1 minute · answered after 1 minute · closed after 1 minute',
    ...canUndo('You closed this referral.'),
    'Your organization sees the details until <in 30 days>. After that, only the first name and initial remain.',
    'What happened',
    'Maria Tester, Eastside | sent this referral | just now | Must leave on Friday.',
    'Lee Tester, Harbor | accepted | just now',
    'Lee Tester, Harbor | started work | just now',
    'Lee Tester, Harbor | closed it: resolved | just now | Enrolled',
    ...writeTo('Eastside'),
    'What was shared',
    ...noor,
    ...routineShelter,
    'Consent',
    'Covers this referral',
    'In charge',
    'Lee Tester',
    ...fromMaria,
    ...['Did they get help?', 'Harbor', 'Enrolled', 'Noor A.', 'Has not answered yet'],
  ])
  await change(id, { statusChangedOn: days(31) })
  await app.database.deleteFrom('referralUndo').where('referralId', '=', id).execute()
  const later = await outlineOf(id, 'recipient')
  expect(later.lines).toEqual([
    'Referrals | → /referrals?direction=incoming | / | Noor A.',
    'Shelter for Noor A. | Closed: Resolved',
    'Eastside asks your organization for help',
    '(Step 5 of 5: Closed: Resolved)',
    'Sent just now · seen after 1 minute · answered after 1 minute · closed after 1 minute',
    'Your organization no longer sees the details',
    'This referral was closed more than 30 days ago. Only the first name and initial remain.',
    'What happened',
    'Maria Tester, Eastside | sent this referral | just now',
    'Lee Tester, Harbor | accepted | just now',
    'Lee Tester, Harbor | started work | just now',
    'Lee Tester, Harbor | closed it: resolved | just now | Enrolled',
    'What was shared',
    ...firstNameOnly,
    ...routineShelter,
    'In charge',
    'Lee Tester',
    ...fromMaria,
  ])
})

it('REF-02 a declined referral asks its sender for another try, and shows its recipient the first name alone', async () => {
  const service = (name: string, organizationId: string) =>
    app.database.insertInto('service').values({ organizationId, name }).returning('id').executeTakeFirstOrThrow()
  const own = await service('Winter coat closet', stage.recipient.id)
  const id = await walk({ serviceId: own.id, need: 'material-hardship' }, decline)
  expect((await outlineOf(id, 'creator')).lines).toEqual([
    'Referrals | → /referrals?direction=outgoing | / | Noor A.',
    'Winter coat closet for Noor A. | Declined',
    'Sent by Eastside to Harbor',
    'More',
    '(Ended after step 2 of 5: Declined)',
    'Sent just now · seen after 1 minute · answered after 1 minute',
    'Harbor declined. The need is still open.',
    'Refer the person somewhere else, or say that nothing more is tried.',
    'Refer somewhere else | → /referrals/new?contactId=<id>&requestId=<id>&need=material-hardship',
    'Nothing more to try',
    'What may fit next',
    'No other service in the directory is known for this need. Use the search of the directory, or choose an organization yourself.',
    'What happened',
    'Maria Tester, Eastside | sent this referral | just now | Must leave on Friday.',
    'Lee Tester, Harbor | declined | just now | No capacity All beds are taken.',
    'Harbor can no longer read messages on this referral.',
    'What was shared',
    ...noor,
    'Need',
    'Clothing and household goods',
    'Service',
    'Winter coat closet',
    'Urgency',
    'Routine',
    'Consent',
    'All needs',
    ...fromMaria,
    "Open the person's record | → /people/<id>",
    ...delivery('Opened by Lee Tester · just now'),
  ])
  expect((await outlineOf(id, 'recipient')).lines).toEqual([
    'Referrals | → /referrals?direction=incoming | / | Noor A.',
    'Winter coat closet for Noor A. | Declined',
    'Eastside asks your organization for help',
    'More',
    '(Ended after step 2 of 5: Declined)',
    'Sent just now · seen after 1 minute · answered after 1 minute',
    ...canUndo('You declined this referral.'),
    'Your organization no longer sees the details',
    'Your organization declined this referral. Only the first name and initial remain.',
    'What happened',
    'Maria Tester, Eastside | sent this referral | just now',
    'Lee Tester, Harbor | declined | just now',
    'What was shared',
    ...firstNameOnly,
    'Need',
    'Clothing and household goods',
    'Service',
    'Winter coat closet',
    'Urgency',
    'Routine',
    ...fromMaria,
  ])
})

it('REF-02 what was recalled, expired or entered in error says so', async () => {
  const recalled = await walk({}, ['creator', { action: 'recall', reason: 'Sent twice' }])
  expect((await outlineOf(recalled, 'creator')).lines).toEqual([
    'Referrals | → /referrals?direction=outgoing | / | Noor A.',
    'Shelter for Noor A. | Recalled',
    'Sent by Eastside to Harbor',
    'More',
    '(Ended after step 1 of 5: Recalled)',
    'Sent just now',
    'What happened',
    'Maria Tester, Eastside | sent this referral | just now | Must leave on Friday.',
    'Maria Tester, Eastside | recalled it | just now | Sent twice',
    'Harbor can no longer read messages on this referral.',
    'What was shared',
    ...noor,
    ...routineShelter,
    'Consent',
    'All needs',
    ...fromMaria,
    "Open the person's record | → /people/<id>",
    ...delivery(),
  ])
  expect((await outlineOf(recalled, 'recipient')).lines).toEqual([
    'Referrals | → /referrals?direction=incoming | / | Somebody',
    'Shelter | Recalled',
    'Eastside asks your organization for help',
    '(Ended after step 1 of 5: Recalled)',
    'Sent just now',
    'Your organization no longer sees the details',
    'The sender recalled this referral. It no longer shows whom it was about.',
    'What happened',
    'Maria Tester, Eastside | sent this referral | just now',
    'Maria Tester, Eastside | recalled it | just now',
    'What was shared',
    ...routineShelter,
    ...fromMaria,
  ])
  const expired = await walk({})
  await change(expired, { status: 'Expired', statusChangedOn: days(0) })
  expect((await outlineOf(expired, 'creator')).lines).toEqual([
    'Referrals | → /referrals?direction=outgoing | / | Noor A.',
    'Shelter for Noor A. | Expired',
    'Sent by Eastside to Harbor',
    '(Ended after step 1 of 5: Expired)',
    'Sent just now',
    'Harbor did not answer in time. The need is still open.',
    'Refer the person somewhere else, or say that nothing more is tried.',
    'Refer somewhere else | → /referrals/new?contactId=<id>&requestId=<id>&need=homelessness',
    'Nothing more to try',
    'What may fit next',
    'No other service in the directory is known for this need. Use the search of the directory, or choose an organization yourself.',
    'What happened',
    'Maria Tester, Eastside | sent this referral | just now | Must leave on Friday.',
    'Harbor can no longer read messages on this referral.',
    'What was shared',
    ...noor,
    ...routineShelter,
    'Consent',
    'All needs',
    ...fromMaria,
    "Open the person's record | → /people/<id>",
    ...delivery(),
  ])
  expect((await outlineOf(expired, 'recipient')).lines).toEqual([
    'Referrals | → /referrals?direction=incoming | / | Noor A.',
    'Shelter for Noor A. | Expired',
    'Eastside asks your organization for help',
    '(Ended after step 1 of 5: Expired)',
    'Sent just now',
    'Your organization no longer sees the details',
    'This referral expired without an answer. Only the first name and initial remain.',
    'What happened',
    'Maria Tester, Eastside | sent this referral | just now',
    'What was shared',
    ...firstNameOnly,
    ...routineShelter,
    ...fromMaria,
  ])
  const error = await walk({}, ['senderAdmin', { action: 'markError', reason: 'Wrong person' }])
  expect((await outlineOf(error, 'senderAdmin')).lines).toEqual([
    'Referrals | → /referrals?direction=outgoing | / | Noor A.',
    'Shelter for Noor A. | Entered In Error',
    'Sent by Eastside to Harbor',
    '(Ended after step 1 of 5: Entered In Error)',
    'Sent just now',
    'What happened',
    'Maria Tester, Eastside | sent this referral | just now | Must leave on Friday.',
    'Dana Tester, Eastside | marked it as entered in error | just now | Wrong person',
    'Harbor can no longer read messages on this referral.',
    'What was shared',
    ...noor,
    ...routineShelter,
    'Consent',
    'All needs',
    ...fromMaria,
    "Open the person's record | → /people/<id>",
    ...delivery(),
  ])
})

it('REF-02 forwarding leaves a trace for the sender and the first name for who forwarded', async () => {
  const id = await walk({}, ['recipient', { action: 'forward', recipientOrganizationId: stage.third.id }])
  expect((await outlineOf(id, 'creator')).lines).toEqual([
    'Referrals | → /referrals?direction=outgoing | / | Noor A.',
    'Shelter for Noor A. | Forwarded',
    'Sent by Eastside to Harbor',
    '(Step 3 of 5: Forwarded)',
    'Sent just now · seen after 1 minute · answered after 1 minute',
    'What happened',
    'Maria Tester, Eastside | sent this referral | just now | Must leave on Friday.',
    'Lee Tester, Harbor | forwarded it | just now',
    'Harbor can no longer read messages on this referral.',
    'What was shared',
    ...noor,
    ...routineShelter,
    'Consent',
    'All needs',
    ...fromMaria,
    "Open the person's record | → /people/<id>",
    'Before and after',
    'Forwarded to <organization> | → /referrals/<id> | Sent',
    ...delivery('Opened by Lee Tester · just now'),
  ])
  expect((await outlineOf(id, 'recipient')).lines).toEqual([
    'Referrals | → /referrals?direction=incoming | / | Noor A.',
    'Shelter for Noor A. | Forwarded',
    'Eastside asks your organization for help',
    '(Step 3 of 5: Forwarded)',
    'Sent just now · seen after 1 minute · answered after 1 minute',
    'Your organization no longer sees the details',
    'Your organization forwarded this referral. Only the first name and initial remain.',
    'What happened',
    'Maria Tester, Eastside | sent this referral | just now',
    'Lee Tester, Harbor | forwarded it | just now',
    'What was shared',
    ...firstNameOnly,
    ...routineShelter,
    ...fromMaria,
    'Before and after',
    '<organization> | Sent',
  ])
  const child = (await stage.as.creator('GET', `/api/referral/${id}`)).body.children[0].id
  expect((await outlineOf(child, 'third')).lines).toEqual([
    'Referrals | → /referrals?direction=incoming | / | Noor A.',
    'Shelter for Noor A. | In Review',
    'Eastside asks your organization for help',
    'More',
    'Decline',
    'Accept',
    '(Step 2 of 5: In Review)',
    'Sent just now · seen after 1 minute',
    'What happened',
    'Lee Tester, Harbor | sent this referral | just now | Must leave on Friday.',
    'Dana Tester, <organization> | opened it | just now',
    ...writeTo('Eastside'),
    'What was shared',
    ...noor,
    ...routineShelter,
    'Consent',
    'Covers this referral',
    ...fromMaria,
    'Before and after',
    'The earlier referral | → /referrals/<id>',
  ])
})
