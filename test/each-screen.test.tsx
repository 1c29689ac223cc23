import { expect, it } from 'vitest'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { serverFeatures } from '#root/src/features.server.ts'
import { makeStage, refer } from '#test/referral-stage.ts'
import { startTestApp } from './app.ts'
import { fileTicket } from './desk-stage.ts'
import { makePair, PASSWORD } from './factories.ts'
import { screensOf, waitFor } from './screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
await importDemoDirectory(app.database)
const stage = await makeStage(app)
const draft = (await refer(stage, { send: false })).body.id
const sent = (await refer(stage)).body.id
const service = await app.database
  .selectFrom('service')
  .select(['id', 'organizationId'])
  .where('name', '=', 'Weekly Food Pantry')
  .executeTakeFirstOrThrow()
const place = await app.database
  .selectFrom('serviceAtLocation')
  .select('locationId')
  .where('serviceId', '=', service.id)
  .executeTakeFirstOrThrow()
const list = (await stage.as.creator('POST', '/api/serviceList/entry', { serviceId: service.id })).body
const ticket = await fileTicket(stage.as.creator)
const who = {
  visitor: undefined,
  staff: { ...stage.accounts.creator, password: PASSWORD },
  manager: { ...stage.accounts.senderAdmin, password: PASSWORD },
  editor: (await app.someone({ roles: ['organization-admin'], organizationId: service.organizationId })).account,
  member: (await app.someone({ roles: ['community-member'] })).account,
  agent: (await app.someone({ roles: ['support-agent'] })).account,
  admin: (await app.someone({ roles: ['platform-admin'] })).account,
  developer: (await app.someone({ roles: ['developer'] })).account,
}
const account = stage.accounts.creator.id
const { contactId } = stage
const named = { title: { en: 'Visit', es: 'Visita' }, scope: 'organization' }
const form = (await stage.as.senderAdmin('POST', '/api/intakeForm/', named)).body
await insertShippedForms(app.database)
const { formId } = await app.database
  .selectFrom('intakeFormVersion')
  .select('formId')
  .where('state', '=', 'published')
  .executeTakeFirstOrThrow()
const intake = (await stage.as.creator('POST', '/api/intake/', { formId, contactId, language: 'en' })).body.id
const twin = (await stage.as.creator('POST', '/api/contact/', { firstName: 'Ann', lastName: 'Twice' })).body
const { id: personPair } = await app.database
  .insertInto('personPair')
  .values({
    ...{ organizationId: twin.organizationId, level: 'likely', score: 20 },
    ...{ firstId: [contactId, twin.id].sort()[0], secondId: [contactId, twin.id].sort()[1] },
  })
  .returning('id')
  .executeTakeFirstOrThrow()
const pair = await makePair(app.database, service.organizationId)

/** For each screen, who opens it, its title, and where its address needs it, an address. */
const screens: Record<string, [reader: keyof typeof who, title: string, address?: string]> = {
  'account/confirm/:code': ['visitor', 'Confirm', 'account/confirm/made-up'],
  'admin/accessLog': ['admin', 'Access log'],
  'admin/accounts': ['admin', 'Accounts'],
  'admin/accounts/:accountId': ['admin', 'Account', `admin/accounts/${account}`],
  'admin/categories': ['admin', 'Categories'],
  'admin/imports': ['admin', 'Imports'],
  'admin/imports/:importId': ['admin', 'Imports', 'admin/imports/made-up'],
  'admin/consentText': ['admin', 'Consent text'],
  'admin/intakeForms': ['admin', 'Intake forms'],
  'admin/intakeForms/:formId': ['manager', 'Intake form', `admin/intakeForms/${form.id}`],
  'organization/responseTimes': ['manager', 'Response times'],
  'admin/searches': ['admin', 'Searches without result'],
  'admin/consentOverrides': ['admin', 'Shared without consent'],
  'admin/review': ['admin', 'Registrations'],
  'admin/review/:reviewId': ['admin', 'Registrations', 'admin/review/made-up'],
  'auth/adminReset/:jwtResetToken': ['visitor', 'Invalid Token', 'auth/adminReset/made-up'],
  'auth/forceReset': ['staff', 'Please Reset Your Password To Continue'],
  'auth/forgot': ['visitor', 'Forgot Password'],
  'auth/forgotConfirmation': ['visitor', 'Check Your Email'],
  'auth/login': ['visitor', 'Login'],
  'auth/logout': ['visitor', 'You Have Successfully Logged Out'],
  'auth/notMe/:code': ['visitor', 'Was this not you?', 'auth/notMe/made-up'],
  'auth/reauthenticate': ['staff', 'Confirm that it is you'],
  'auth/reset/:passwordResetToken': ['visitor', 'This link no longer works', 'auth/reset/made-up'],
  'auth/resetConfirmation': ['visitor', 'Reset Confirmation'],
  'auth/signOn/confirm/:code': ['visitor', 'Link your account', 'auth/signOn/confirm/made-up'],
  'auth/signOn/new': ['visitor', 'Login'],
  'dev/outbox': ['visitor', 'Outbox'],
  directory: ['staff', 'Directory'],
  'directory/check/:code': ['visitor', 'Is this still correct?', 'directory/check/made-up'],
  'admin/duplicates': ['admin', 'Duplicates'],
  'admin/duplicates/:pairId': ['admin', 'Compare two listings', `admin/duplicates/${pair}`],
  'admin/unconfirmed': ['admin', 'Services to confirm'],
  'organization/corrections': ['editor', 'Suggested corrections'],
  'directory/organization/:organizationId': ['staff', 'Directory', `directory/organization/${service.organizationId}`],
  'directory/service/:serviceId': ['staff', 'Directory', `directory/service/${service.id}`],
  'directory/service/:serviceId/correction': [
    'staff',
    'Suggest a correction',
    `directory/service/${service.id}/correction`,
  ],
  'c/:code': ['visitor', 'Your consent', 'c/made-up'],
  home: ['staff', 'Home'],
  'home/redirect': ['staff', 'Home'],
  'i/:code': ['visitor', 'Questions for you', 'i/made-up'],
  'intakes/:intakeId': ['staff', 'Intake', `intakes/${intake}`],
  lists: ['staff', 'Lists of services'],
  'lists/:listId': ['staff', 'List of services', `lists/${list.id}`],
  onDevice: ['staff', 'On this device'],
  'legal/privacyPolicy': ['visitor', 'Privacy Policy'],
  'legal/terms': ['visitor', 'Terms and Conditions'],
  myAccount: ['staff', 'Notification Preferences'],
  'myAccount/impersonate': ['admin', 'Impersonate an account'],
  'myAccount/home': ['staff', 'Notification Preferences'],
  'myAccount/myInfo': ['staff', 'My Info'],
  'myAccount/myRecord': ['member', 'Who saw my record'],
  'myAccount/preferences': ['staff', 'Notification Preferences'],
  'myAccount/security': ['staff', 'Security'],
  'myAccount/superAdmin': ['developer', 'Super Admin'],
  'organization/listing': ['editor', 'My organization'],
  'organization/listing/:serviceId': ['editor', 'Edit a service', `organization/listing/${service.id}`],
  'organization/listing/:serviceId/history': ['editor', 'History', `organization/listing/${service.id}/history`],
  'organization/listing/new': ['editor', 'Add a service'],
  'organization/people': ['manager', 'Our team'],
  'organization/people/:accountId': ['manager', 'Account', `organization/people/${account}`],
  'organization/place/new': ['editor', 'Add a place'],
  'organization/place/:locationId': ['editor', 'Edit a place', `organization/place/${place.locationId}`],
  'organization/place/:locationId/history': ['editor', 'History', `organization/place/${place.locationId}/history`],
  'organization/profile/:organizationId': [
    'editor',
    'Edit the profile',
    `organization/profile/${service.organizationId}`,
  ],
  'organization/profile/:organizationId/history': [
    'editor',
    'History',
    `organization/profile/${service.organizationId}/history`,
  ],
  'a/:code': ['visitor', 'Answer a referral', 'a/made-up'],
  'p/:code': ['visitor', 'Your record', 'p/made-up'],
  people: ['manager', 'People'],
  'people/:contactId': ['manager', 'Person', `people/${contactId}`],
  'people/:contactId/timeline': ['manager', 'Needs over time', `people/${contactId}/timeline`],
  'people/:contactId/accessLog': ['manager', 'Who saw this person', `people/${contactId}/accessLog`],
  'people/duplicates': ['staff', 'Possible duplicates'],
  'people/duplicates/:pairId': ['manager', 'Compare two records', `people/duplicates/${personPair}`],
  'people/inactive': ['manager', 'People without activity'],
  'people/new': ['staff', 'New person'],
  referrals: ['staff', 'Referrals'],
  'reports/scheduled': ['staff', 'Reports by mail'],
  'reports/scheduled/:runId': ['staff', 'Reports by mail', 'reports/scheduled/00000000-0000-4000-8000-000000000000'],
  'reports/network': ['admin', 'Network report'],
  'reports/unmet-needs': ['staff', 'Where help is missing'],
  reports: ['staff', 'Reports'],
  'reports/rows': ['staff', 'Referrals that are counted'],
  'referrals/:id': ['staff', 'Referral', `referrals/${sent}`],
  'referrals/:id/edit': ['staff', 'Edit draft', `referrals/${draft}/edit`],
  'referrals/new': ['staff', 'New referral'],
  'registration/choice': ['visitor', 'I Am A...'],
  'registration/communityMember': ['visitor', 'This page could not be opened'],
  'registration/complete': ['visitor', 'Registration Complete'],
  'registration/completion': ['visitor', 'Thank you for registering. Your account has been approved!'],
  'registration/invitation/:code': ['visitor', 'Invitation', 'registration/invitation/made-up'],
  'registration/organization': ['visitor', 'Register your organization'],
  'registration/organizationRegistration/verification/:verificationCode': [
    'visitor',
    'We do not know this link',
    'registration/organizationRegistration/verification/made-up',
  ],
  'support/cannedAnswers': ['agent', 'Canned Answers'],
  'support/emailUpdates/:code': ['visitor', 'Stop these e-mails?', 'support/emailUpdates/made-up'],
  'support/helpDesk': ['agent', 'Help Desk'],
  'support/helpDesk/:ticketNumber': ['agent', 'Help Desk', `support/helpDesk/${ticket.ticketNumber}`],
  'support/measures': ['agent', 'Response times'],
}

it('NAV-01 every screen of the portal is in this table', () => {
  expect(Object.keys(screens).sort()).toEqual(serverFeatures.flatMap((feature) => feature.screens ?? []).sort())
})

for (const { name, screens: paths = [] } of serverFeatures.filter((feature) => feature.screens))
  it(`NAV-01 NAV-11 each screen of ${name} opens alone, named, and with all texts that it shows`, async () => {
    for (const path of paths) {
      const [reader, title, address = path] = screens[path] as [keyof typeof who, string, string?]
      const as = who[reader]
      const page = await openScreen(`/${address}`, { ...(as ? { as } : {}), expectedErrors: [/^A call failed: /] })
      await waitFor(() => expect(page.title(), path).toBe(`${title} · Hearthline`))
      await page.settle()
      // Otherwise a part of it appears only when its texts have come, after the rest.
      // The bar of what waits to be sent is loaded behind a screen that keeps something on the device.
      const late = page.lateTexts().filter((area) => area !== 'on-device')
      expect(late, `texts of ${path} that are not listed`).toEqual([])
      expect(page.outline().join(' '), path).not.toMatch(/(^|\s)[a-z][A-Za-z-]*[.:][a-z]\w+(\s|$)/)
    }
  })
