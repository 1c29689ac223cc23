import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { emptyForm } from '#casework/intake-forms/form-definition.ts'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import { usualHours } from '#help-desk/ticket-measures/working-hours.ts'
import type { RoleKey } from '#platform/schema/roles.ts'
import type { Caller, TestApp } from './app.ts'
import { sendFile } from './documents-to-send.ts'
import { makeAccount, makeOrganization, makePair, newTicket, PASSWORD } from './factories.ts'
import { makeImage, uploadImage } from './images.ts'
import { safeRules } from './safe-contact.ts'

/**
 * The callers of the table: of organization A, whose records the calls are about; of B, which A referred to; of C, a
 * third organization.
 */
export const callers = [
  'anonymous',
  'member',
  'staffA',
  'adminA',
  'staffB',
  'adminB',
  'staffC',
  'adminC',
  'support',
  'dataManager',
  'developer',
  'platformAdmin',
] as const
export type CallerName = (typeof callers)[number]

/** Two people of an organization who may be the same. @returns the pair's ID */
async function makePersonPair({ database }: TestApp, organizationId: string, one: string, other: string) {
  const { rows } = await sql<{ id: string }>`
    insert into person_pair (organization_id, first_id, second_id, level, score)
    values (${organizationId}::uuid, least(${one}::uuid, ${other}::uuid), greatest(${one}::uuid, ${other}::uuid), 'likely', 20)
    returning id`.execute(database)
  return rows[0]?.id ?? ''
}

/** Merges two people of an organization. @returns the merge's ID */
async function makePersonMerge(product: TestApp, organizationId: string, staff: Caller) {
  const record = async () =>
    (await staff('POST', '/api/contact/', { firstName: 'Twice', lastName: 'Known' })).body as {
      id: string
      version: number
    }
  const [one, other] = [await record(), await record()]
  const pair = await makePersonPair(product, organizationId, one.id, other.id)
  const versions = { [one.id]: one.version, [other.id]: other.version }
  await staff('POST', `/api/personPair/${pair}/merge`, { stays: one.id, versions, take: [] })
  const { body } = await staff('GET', `/api/contact/${one.id}/merged`)
  return body.items[0].mergeId as string
}

/** The records that the calls are about. */
export interface World {
  organizationA: string
  organizationB: string
  accountA: string
  deactivatedAccountA: string
  resetLink: string
  invitation: string
  contactOfAccountA: string
  contact: string
  /** Lives with the person. */
  housemate: string
  /** The person and the housemate, who may be the same. */
  personPair: string
  /** Of two other people. */
  personMerge: string
  consent: string
  joinRequest: string
  referral: string
  /** A file that organization A sent with the referral. */
  referralFile: string
  /** A message of the staff of organization A. */
  referralMessage: string
  referralVersion: number
  referralBulk: string
  service: string
  suggestion: string
  category: string
  importRun: string
  /** An intake of organization A. */
  intake: string
  /** A link to an intake of the person. */
  intakeLink: string
  /** A need of the person that nobody was asked to meet. */
  request: string
  /** An intake form of organization A. */
  intakeForm: string
  /** Calls discard it. */
  intakeFormWithDraft: string
  /** Two services that may be the same one. */
  pair: string
  place: string
  /** Calls mark it as confidential. */
  markedPlace: string
  /** Calls remove it. */
  removedPlace: string
  review: string
  /** A list of services of A, and what its page needs. */
  serviceList: string
  serviceListLink: string
  serviceListPath: string
  serviceListKey: string
  file: string
  ticket: string
  ticketFile: string
  bulk: string
  view: string
  viewOfStaff: string
  referralView: string
  goneReferralView: string
  attachedFile: string
  note: string
  noteFile: string
  fileOfNote: string
  cannedAnswer: string
  code: string
}
interface Row {
  /** Callers who are not refused; all others get 401 (anonymous), 403 or 404. */
  reach: readonly CallerName[]
  path?: (world: World) => string
  body?: (world: World) => unknown
  /** The status for workers of other organizations, if the error is at a field. */
  atTheField?: 400
}

const all = callers
const signedIn = callers.filter((c) => c !== 'anonymous')
const workers: CallerName[] = ['staffA', 'adminA', 'staffB', 'adminB', 'staffC', 'adminC']
const ofA: CallerName[] = ['staffA', 'adminA']
const seesTicketOfA: CallerName[] = [...ofA, 'support', 'platformAdmin']
const measurers: CallerName[] = ['adminA', 'adminB', 'adminC', 'support', 'platformAdmin']
const agents: CallerName[] = ['support', 'platformAdmin']
const dataManagers: CallerName[] = ['dataManager', 'platformAdmin']
const cannedAnswer = { titleEn: 'Hello', textEn: 'Hello', titleEs: 'Hola', textEs: 'Hola' }
const ofB: CallerName[] = ['staffB', 'adminB']
const allBlanks = '{organization} {recipients} {needs} {until}'
const ofAandB: CallerName[] = ['staffA', 'adminA', 'staffB', 'adminB']
const open = (body?: Row['body'], path?: Row['path']): Row => ({
  reach: all,
  ...(body ? { body } : {}),
  ...(path ? { path } : {}),
})
/** Who edits the listings of organization A. */
const editorsOfA: CallerName[] = ['adminA', 'platformAdmin', 'dataManager']
const ofService = (rest: string, body?: object): Row => ({
  reach: editorsOfA,
  path: (w) => `/api/service/${w.service}${rest}`,
  ...(body ? { body: () => body } : {}),
})
/** A call about the profile of organization A, which its admins edit. */
const ofProfile = (rest: string, body?: object): Row => ({
  reach: editorsOfA,
  path: (w) => `/api/organization/${w.organizationA}${rest}`,
  ...(body ? { body: () => body } : {}),
})
/** A call about a place of organization A, which its admins edit. */
const ofPlace = (rest: string, body?: object): Row => ({
  reach: editorsOfA,
  path: (w) => `/api/location/${w.place}${rest}`,
  ...(body ? { body: () => body } : {}),
})
const ofCategory = (rest: string, body?: object): Row => ({
  reach: dataManagers,
  path: (w) => `/api/category/${w.category}${rest}`,
  ...(body ? { body: () => body } : {}),
})
const ofImport = (rest: string, body?: object): Row => ({
  reach: dataManagers,
  path: (w) => `/api/import/${w.importRun}${rest}`,
  ...(body ? { body: () => body } : {}),
})
const ofPair = (rest: string, body?: object): Row => ({
  reach: dataManagers,
  path: (w) => `/api/duplicate/${w.pair}${rest}`,
  ...(body ? { body: () => body } : {}),
})
/** A call about an intake form of organization A, which its admins change. */
const ofForm = (rest: string, body?: object): Row => ({
  reach: ['adminA'],
  path: (w) => `/api/intakeForm/${w.intakeForm}${rest}`,
  ...(body ? { body: () => body } : {}),
})
/** A call about an intake of organization A. */
const ofIntake = (rest: string, body?: object): Row => ({
  reach: ofA,
  path: (w) => `/api/intake/${w.intake}${rest}`,
  ...(body ? { body: () => body } : {}),
})
/** A call about a list of services of organization A. */
const ofList = (rest: string, body?: object): Row => ({
  reach: ofA,
  path: (w) => `/api/serviceList/${w.serviceList}${rest}`,
  ...(body ? { body: () => body } : {}),
})
const today = new Date().toISOString().slice(0, 10)
const newForm = emptyForm({ en: 'Intake', es: 'Admisión' })

/** All calls of the product. A call that is missing here fails the test. */
export const accessTable: Record<string, Row> = {
  'GET /assets/*': open(undefined, () => '/assets/none.js'),
  'GET /favicon.svg': open(),
  'GET /demo.webm': open(),
  'GET /demo.en.vtt': open(),
  'GET /demo.es.vtt': open(),
  'GET /demo-poster.webp': open(),
  'GET /early.js': open(),
  'GET /robots.txt': open(),
  'GET /icon-192.png': open(),
  'GET /icon-512.png': open(),
  'GET /icon-maskable-512.png': open(),
  'GET /sw.js': open(),
  'GET /manifest.webmanifest': open(),
  'GET /offlineShell': open(),
  'GET /legal/terms.pdf': open(),
  'GET /api/openapi.json': open(),
  'GET /api/docs': open(),
  'GET /api/docs/start.js': open(),
  'GET /api/docs/swagger-ui.css': open(),
  'GET /api/docs/swagger-ui-bundle.js': open(),
  'GET /api/health/live': open(),
  'GET /api/health/ready': open(),
  'GET /api/configuration': open(),
  'GET /api/captcha/challenge': open(),
  'GET /api/dev/outbox': open(),
  'GET /api/dev/outbox/:id/html': open(undefined, () => '/api/dev/outbox/none/html'),
  'POST /api/auth/login/fallback': {
    reach: [],
    body: () => ({ email: `nobody-${randomUUID()}@example.test`, password: 'x' }),
  },
  'POST /api/authentication/login': {
    reach: [],
    body: () => ({ email: `nobody-${randomUUID()}@example.test`, password: 'x' }),
  },
  // Signing out is tested elsewhere; here it would end the callers' own sessions.
  'POST /api/authentication/logout': open(),
  'POST /api/authentication/forgot': open(() => ({ email: 'nobody@example.test', captchaCode: 'x' })),
  'GET /api/authentication/getQuestions': { reach: signedIn },
  'GET /api/authentication/getQuestions/:id': open(undefined, (w) => `/api/authentication/getQuestions/${w.code}`),
  'POST /api/authentication/reset': open((w) => ({
    resetToken: w.code,
    securityQuestionAnswer: 'x',
    password: 'Long-enough-77-pass',
    captchaCode: 'x',
  })),
  'GET /api/authentication/jwtReset/getAccount/:token': open(
    undefined,
    (w) => `/api/authentication/jwtReset/getAccount/${w.code}`,
  ),
  'POST /api/authentication/jwtReset': open((w) => ({
    resetToken: w.code,
    password: 'Long-enough-77-pass',
    confirmPassword: 'Long-enough-77-pass',
  })),
  'POST /api/authentication/reauthenticate': { reach: signedIn, body: () => ({}) },
  // Single sign-on is not configured here; it has its own tests.
  'GET /api/singleSignOn/start': open(),
  'GET /api/singleSignOn/callback': open(),
  'POST /api/singleSignOn/link': { reach: signedIn },
  'GET /api/singleSignOn/confirm': { reach: signedIn },
  'POST /api/singleSignOn/confirm': { reach: signedIn, body: () => ({ returnUrl: 1 }) },
  'POST /api/singleSignOn/signOut': open(),
  'GET /api/singleSignOn/identity': { reach: signedIn },
  'DELETE /api/singleSignOn/identity/:id': { reach: signedIn, path: () => '/api/singleSignOn/identity/none' },
  'GET /api/singleSignOn/pending': open(),
  'POST /api/singleSignOn/mail': open(() => ({ email: 'nobody@example.test' })),
  'GET /api/singleSignOn/link/:code': open(undefined, (w) => `/api/singleSignOn/link/${w.code}`),
  'POST /api/singleSignOn/link/:code': open(undefined, (w) => `/api/singleSignOn/link/${w.code}`),
  'POST /api/passkey/signIn/options': open(),
  'POST /api/passkey/signIn': open(() => ({})),
  'GET /api/passkey/confirm': { reach: signedIn },
  'POST /api/passkey/confirm/options': { reach: signedIn },
  'POST /api/passkey/confirm': { reach: signedIn, body: () => ({}) },
  'GET /api/passkey': { reach: signedIn },
  'POST /api/passkey/options': { reach: signedIn },
  'POST /api/passkey': { reach: signedIn, body: () => ({}) },
  'PUT /api/passkey/:id': { reach: signedIn, path: () => '/api/passkey/none', body: () => ({}) },
  'DELETE /api/passkey/:id': { reach: signedIn, path: () => '/api/passkey/none' },
  'GET /api/mfa': { reach: signedIn },
  'POST /api/mfa': { reach: signedIn, body: () => ({}) },
  'DELETE /api/mfa/:id': { reach: signedIn, path: () => '/api/mfa/none' },
  'POST /api/mfa/challenge': { reach: signedIn, body: () => ({}) },
  'POST /api/mfa/verifyOtp': { reach: signedIn, body: () => ({}) },
  'POST /api/mfa/verifyOob': { reach: signedIn, body: () => ({}) },
  'POST /api/mfa/verifyRecovery': { reach: signedIn, body: () => ({}) },
  'GET /api/mfa/recoveryCodes': { reach: signedIn },
  'POST /api/mfa/recoveryCodes': { reach: signedIn },
  'GET /api/mfa/requirement': { reach: ['platformAdmin'] },
  'PUT /api/mfa/requirement/role/:roleId': {
    reach: ['platformAdmin'],
    path: () => '/api/mfa/requirement/role/developer',
    body: () => ({}),
  },
  'GET /api/authentication/notMe/:code': open(undefined, (w) => `/api/authentication/notMe/${w.code}`),
  'POST /api/authentication/notMe/:code': open(undefined, (w) => `/api/authentication/notMe/${w.code}`),
  'GET /api/mySession': { reach: signedIn },
  'DELETE /api/mySession': { reach: signedIn },
  'DELETE /api/mySession/:id': { reach: signedIn, path: () => '/api/mySession/none' },
  'GET /api/authentication/session': { reach: signedIn },
  'POST /api/authentication/session': { reach: signedIn },
  'GET /api/myActivity': { reach: signedIn },
  'GET /api/myActivity/export': { reach: signedIn, path: () => '/api/myActivity/export?format=json' },
  'GET /api/portalAccount/impersonate/findAccount': {
    reach: ['developer', 'platformAdmin'],
    path: () => '/api/portalAccount/impersonate/findAccount?text=nobody',
  },
  // Without a reason nothing happens; with one, the callers' own sessions would change.
  'POST /api/portalAccount/impersonate': {
    reach: ['developer', 'platformAdmin'],
    path: (w) => `/api/portalAccount/impersonate?portalAccountId=${w.accountA}`,
    body: () => ({}),
  },
  // Nobody is impersonating here.
  'POST /api/portalAccount/impersonate/end': { reach: [] },
  'GET /api/portalAccount/current': { reach: signedIn },
  'POST /api/portalAccount/:id/resetLink': {
    reach: ['adminA', 'platformAdmin'],
    path: (w) => `/api/portalAccount/${w.accountA}/resetLink`,
  },
  'GET /api/portalAccount': { reach: signedIn },
  'POST /api/portalAccount': {
    reach: ['adminA', 'platformAdmin'],
    body: (w) => ({
      firstName: 'Noor',
      lastName: 'Haddad',
      email: `invited-${randomUUID()}@example.test`,
      roles: ['organization-staff'],
      language: 'en',
      organizationId: w.organizationA,
    }),
  },
  'PUT /api/portalAccount': {
    reach: ['staffA', 'adminA', 'platformAdmin'],
    body: (w) => ({ id: w.accountA, firstName: 'Noor', version: 999 }),
  },
  'GET /api/portalAccount/:id': {
    reach: ['staffA', 'adminA', 'platformAdmin'],
    path: (w) => `/api/portalAccount/${w.accountA}`,
  },
  'POST /api/portalAccount/:id/deactivate': {
    reach: ['adminA', 'platformAdmin'],
    path: (w) => `/api/portalAccount/${w.deactivatedAccountA}/deactivate`,
  },
  'POST /api/portalAccount/:id/endSessions': {
    reach: ['adminA', 'platformAdmin'],
    path: (w) => `/api/portalAccount/${w.deactivatedAccountA}/endSessions`,
  },
  'POST /api/portalAccount/:id/forceReset': {
    reach: ['adminA', 'platformAdmin'],
    path: (w) => `/api/portalAccount/${w.deactivatedAccountA}/forceReset`,
  },
  // For an account without any: 409 for callers who may ask.
  'POST /api/portalAccount/:id/factorReset': {
    reach: ['adminA', 'platformAdmin'],
    path: (w) => `/api/portalAccount/${w.deactivatedAccountA}/factorReset`,
  },
  // For an account that is already active, so that nothing changes for the other calls.
  'POST /api/portalAccount/:id/reactivate': {
    reach: ['adminA', 'platformAdmin'],
    path: (w) => `/api/portalAccount/${w.accountA}/reactivate`,
  },
  'GET /api/portalAccount/:id/link': {
    reach: ['adminA', 'platformAdmin'],
    path: (w) => `/api/portalAccount/${w.accountA}/link`,
  },
  'DELETE /api/portalAccount/:id/link/:linkId': {
    reach: ['adminA', 'platformAdmin'],
    path: (w) => `/api/portalAccount/${w.accountA}/link/${w.resetLink}`,
  },
  'GET /api/portalAccount/invitation': { reach: ['adminA', 'adminB', 'adminC', 'platformAdmin'] },
  // An invitation that is already withdrawn: callers who may decide about it get 410.
  'POST /api/portalAccount/invitation/:id/resend': {
    reach: ['adminA', 'platformAdmin'],
    path: (w) => `/api/portalAccount/invitation/${w.invitation}/resend`,
  },
  'DELETE /api/portalAccount/invitation/:id': {
    reach: ['adminA', 'platformAdmin'],
    path: (w) => `/api/portalAccount/invitation/${w.invitation}`,
  },
  'GET /api/invitation/:code': open(undefined, (w) => `/api/invitation/${w.code}`),
  'POST /api/invitation/:code': open(
    () => ({}),
    (w) => `/api/invitation/${w.code}`,
  ),
  'GET /api/accountChange/:code': open(undefined, (w) => `/api/accountChange/${w.code}`),
  'POST /api/accountChange/:code/confirm': open(undefined, (w) => `/api/accountChange/${w.code}/confirm`),
  'PUT /api/myAccountPortalAccount': { reach: signedIn, body: () => ({}) },
  'GET /api/userPreference': { reach: signedIn },
  'GET /api/userPreference/message': { reach: signedIn },
  'GET /api/userPreference/undelivered': { reach: signedIn },
  'PUT /api/userPreference': { reach: signedIn, body: () => ({}) },
  'PUT /api/userPreference/message': { reach: signedIn, body: () => ({}) },
  'GET /api/admin/utilities/getRoles': { reach: ['developer'] },
  'GET /api/admin/utilities/getPortalAccountRoles': { reach: ['developer'] },
  'POST /api/admin/utilities/changeOrganization': {
    reach: ['developer'],
    path: () => '/api/admin/utilities/changeOrganization?newOrgId=none',
  },
  'PUT /api/admin/utilities/updatePortalAccountRoles': { reach: ['developer'], body: () => 'none' },
  'GET /api/contact': { reach: workers },
  'POST /api/contact': { reach: workers, body: () => ({}) },
  'POST /api/contact/search': { reach: workers, body: () => ({ search: 'Haddad' }) },
  'POST /api/contact/export': { reach: ['adminA', 'adminB', 'adminC'], body: () => ({ search: 'Haddad' }) },
  'POST /api/contact/duplicate': { reach: workers, body: () => ({ firstName: 'Noor', lastName: 'Haddad' }) },
  'GET /api/contact/:id': { reach: ofA, path: (w) => `/api/contact/${w.contact}` },
  'PUT /api/contact/:id': {
    reach: ofA,
    path: (w) => `/api/contact/${w.contact}`,
    body: () => ({ firstName: 'Noor', version: 999 }),
  },
  'PUT /api/contact/:id/safeContact': {
    reach: ofA,
    path: (w) => `/api/contact/${w.contact}/safeContact`,
    body: () => safeRules({ version: 999 }),
  },
  'GET /api/consentText': { reach: ['platformAdmin'] },
  'PUT /api/consentText/draft': {
    reach: ['platformAdmin'],
    body: () => ({ title: { en: 'A', es: 'A' }, body: { en: allBlanks, es: allBlanks }, version: 999 }),
  },
  'POST /api/consentText/publish': { reach: ['platformAdmin'], body: () => ({ version: 999 }) },
  'POST /api/consentText/preview': {
    reach: workers,
    body: () => ({ language: 'en', scope: 'network', needs: [], recipientIds: [], expiresOn: null }),
  },
  'GET /api/contact/:id/consent/:consentId/text': {
    reach: ofA,
    path: (w) => `/api/contact/${w.contact}/consent/${w.consent}/text`,
  },
  'POST /api/contact/:id/consent': {
    reach: ofA,
    path: (w) => `/api/contact/${w.contact}/consent`,
    body: () => ({ scope: 'network', howGiven: 'verbal', givenOn: today }),
  },
  'GET /api/contact/:id/consent/:consentId/use': {
    reach: ofA,
    path: (w) => `/api/contact/${w.contact}/consent/${w.consent}/use`,
  },
  'POST /api/contact/:id/consent/:consentId/withdraw': {
    reach: ofA,
    path: (w) => `/api/contact/${w.contact}/consent/${w.consent}/withdraw`,
    // The referral must remain readable for the following calls.
    body: () => ({ endAccess: false }),
  },
  'GET /api/contact/:id/registration': open(undefined, (w) => `/api/contact/${w.code}/registration`),
  'POST /api/communityMemberRegistration/register': open(() => ({})),
  'GET /api/contact/:id/invitation': { reach: ofA, path: (w) => `/api/contact/${w.contact}/invitation` },
  'POST /api/contact/:id/invitation': { reach: ofA, path: (w) => `/api/contact/${w.contact}/invitation` },
  'DELETE /api/contact/:id/invitation': { reach: ofA, path: (w) => `/api/contact/${w.contact}/invitation` },
  'GET /api/contact/:id/accessLog': {
    reach: ['adminA', 'platformAdmin'],
    path: (w) => `/api/contact/${w.contact}/accessLog`,
  },
  'GET /api/contact/:id/accessLog/export': {
    reach: ['adminA', 'platformAdmin'],
    path: (w) => `/api/contact/${w.contact}/accessLog/export`,
  },
  'GET /api/contact/:id/export': { reach: ['adminA'], path: (w) => `/api/contact/${w.contact}/export` },
  // With a wrong name, so that nobody is erased here.
  'POST /api/contact/:id/erase': {
    reach: ['adminA'],
    path: (w) => `/api/contact/${w.contact}/erase`,
    body: () => ({ name: 'Somebody Else' }),
  },
  'GET /api/erasureProposal': { reach: ['adminA', 'adminB', 'adminC'] },
  'GET /api/erasureProposal/count': { reach: ['adminA', 'adminB', 'adminC'] },
  'POST /api/erasureProposal/:id/keep': {
    reach: ['adminA'],
    path: (w) => `/api/erasureProposal/${w.contact}/keep`,
  },
  'GET /api/admin/accessLog': { reach: ['platformAdmin'] },
  'GET /api/myRecord': { reach: ['member'] },
  'GET /api/ownRecord': { reach: ['member'] },
  // The record is not the member's: it does not exist for them.
  'GET /api/ownRecord/:id/consent/:consentId/use': {
    reach: [],
    path: (w) => `/api/ownRecord/${w.contact}/consent/${w.consent}/use`,
  },
  'POST /api/ownRecord/:id/consent/:consentId/withdraw': {
    reach: [],
    path: (w) => `/api/ownRecord/${w.contact}/consent/${w.consent}/withdraw`,
  },
  'POST /api/ownRecord/:id/correction': {
    reach: [],
    path: (w) => `/api/ownRecord/${w.contact}/correction`,
    body: () => ({ id: randomUUID(), text: 'My name is wrong' }),
  },
  'GET /api/contact/:id/recordLink': { reach: ofA, path: (w) => `/api/contact/${w.contact}/recordLink` },
  'POST /api/contact/:id/recordLink': {
    reach: ofA,
    path: (w) => `/api/contact/${w.contact}/recordLink`,
    body: () => ({ language: 'en', way: { channel: 'copy' } }),
  },
  'DELETE /api/contact/:id/recordLink/:linkId': {
    reach: ofA,
    path: (w) => `/api/contact/${w.contact}/recordLink/${randomUUID()}`,
  },
  'GET /api/recordLink/open/:code': open(undefined, () => '/api/recordLink/open/none'),
  'POST /api/recordLink/open/:code': open(
    () => ({ birthDate: '1990-01-01' }),
    () => '/api/recordLink/open/none',
  ),
  'POST /api/recordLink/open/:code/read': open(
    () => ({ session: 'none' }),
    () => '/api/recordLink/open/none/read',
  ),
  'POST /api/recordLink/open/:code/use': open(
    () => ({ session: 'none', consentId: randomUUID() }),
    () => '/api/recordLink/open/none/use',
  ),
  'POST /api/recordLink/open/:code/withdraw': open(
    () => ({ session: 'none', consentId: randomUUID() }),
    () => '/api/recordLink/open/none/withdraw',
  ),
  'POST /api/recordLink/open/:code/correction': open(
    () => ({ session: 'none', id: randomUUID(), text: 'My name is wrong' }),
    () => '/api/recordLink/open/none/correction',
  ),
  'POST /api/ownRecord/:id/help': {
    reach: [],
    path: (w) => `/api/ownRecord/${w.contact}/help`,
    body: (w) => ({ referralId: w.referral, answer: 'yes', comment: null }),
  },
  'POST /api/recordLink/open/:code/help': open(
    () => ({ session: 'none', referralId: randomUUID(), answer: 'yes', comment: null }),
    () => '/api/recordLink/open/none/help',
  ),
  'GET /api/referral/:id/helpAnswer': { reach: ofAandB, path: (w) => `/api/referral/${w.referral}/helpAnswer` },
  'POST /api/referral/:id/helpAnswer': {
    reach: ofA,
    path: (w) => `/api/referral/${w.referral}/helpAnswer`,
    body: (w) => ({ contactId: w.contact, answer: 'yes', comment: null }),
  },
  'POST /api/referral/:id/helpAnswer/settle': {
    reach: ofA,
    path: (w) => `/api/referral/${w.referral}/helpAnswer/settle`,
  },
  'GET /api/referral/:id/appointment': { reach: ofAandB, path: (w) => `/api/referral/${w.referral}/appointment` },
  'PUT /api/referral/:id/appointment': {
    reach: ofB,
    path: (w) => `/api/referral/${w.referral}/appointment`,
    body: () => ({ startsOn: new Date(Date.now() + 86_400_000).toISOString(), note: null, version: 0 }),
  },
  'DELETE /api/referral/:id/appointment': {
    reach: ofB,
    path: (w) => `/api/referral/${w.referral}/appointment?version=0`,
  },
  'GET /api/referral/:id/personNotice': { reach: ofAandB, path: (w) => `/api/referral/${w.referral}/personNotice` },
  'GET /api/contact/:id/consentRequest': { reach: ofA, path: (w) => `/api/contact/${w.contact}/consentRequest` },
  'POST /api/contact/:id/consentRequest': {
    reach: ofA,
    path: (w) => `/api/contact/${w.contact}/consentRequest`,
    body: () => ({
      ...{ id: randomUUID(), textId: randomUUID(), scope: 'network', needs: [], recipientIds: [], expiresOn: null },
      ...{ language: 'en', way: { channel: 'copy' } },
    }),
  },
  // Callers who may send get 404 for a request that does not exist.
  'POST /api/contact/:id/consentRequest/:requestId/send': {
    reach: [],
    path: (w) => `/api/contact/${w.contact}/consentRequest/${randomUUID()}/send`,
    body: () => ({ language: 'en', way: { channel: 'copy' }, sends: 1 }),
  },
  'DELETE /api/contact/:id/consentRequest/:requestId': {
    reach: [],
    path: (w) => `/api/contact/${w.contact}/consentRequest/${randomUUID()}`,
  },
  'GET /api/consentRequest/open/:code': open(undefined, () => '/api/consentRequest/open/none'),
  'POST /api/consentRequest/open/:code': open(
    () => ({ birthDate: '1990-01-01' }),
    () => '/api/consentRequest/open/none',
  ),
  'POST /api/consentRequest/open/:code/read': open(
    () => ({ session: 'none', language: 'en' }),
    () => '/api/consentRequest/open/none/read',
  ),
  'POST /api/consentRequest/open/:code/sign': open(
    () => ({
      ...{ session: 'none', language: 'en', textId: randomUUID(), signedName: 'Noor', signature: null },
      terms: { scope: 'network', needs: [], recipientIds: [], expiresOn: null },
    }),
    () => '/api/consentRequest/open/none/sign',
  ),
  'POST /api/consentRequest/open/:code/refuse': open(
    () => ({ session: 'none', language: 'en', reason: null }),
    () => '/api/consentRequest/open/none/refuse',
  ),
  'GET /api/referral/:id/answerLink': { reach: ofA, path: (w) => `/api/referral/${w.referral}/answerLink` },
  'GET /api/answerLink/open/:code': open(undefined, () => '/api/answerLink/open/none'),
  'POST /api/answerLink/open/:code': open(
    () => ({ code: '123456' }),
    () => '/api/answerLink/open/none',
  ),
  'POST /api/answerLink/open/:code/code': open(
    () => ({ language: 'en' }),
    () => '/api/answerLink/open/none/code',
  ),
  'POST /api/answerLink/open/:code/read': open(
    () => ({ session: 'none' }),
    () => '/api/answerLink/open/none/read',
  ),
  'POST /api/answerLink/open/:code/answer': open(
    () => ({ session: 'none', version: 1, action: 'accept', name: 'Rae', reach: '716-555-0199' }),
    () => '/api/answerLink/open/none/answer',
  ),
  'POST /api/answerLink/open/:code/appointment': open(
    () => ({
      ...{ session: 'none', name: 'Rae', reach: '716-555-0199', note: null, version: 0 },
      startsOn: new Date(Date.now() + 86_400_000).toISOString(),
    }),
    () => '/api/answerLink/open/none/appointment',
  ),
  'POST /api/answerLink/open/:code/appointment/cancel': open(
    () => ({ session: 'none', name: 'Rae', reach: '716-555-0199', version: 0 }),
    () => '/api/answerLink/open/none/appointment/cancel',
  ),
  'POST /api/answerLink/open/:code/message': open(
    () => ({ session: 'none', name: 'Rae', reach: '716-555-0199', text: 'Hello' }),
    () => '/api/answerLink/open/none/message',
  ),
  'GET /api/contact/:id/timeline': { reach: ofA, path: (w) => `/api/contact/${w.contact}/timeline` },
  'GET /api/contact/:id/household': { reach: ofA, path: (w) => `/api/contact/${w.contact}/household` },
  'POST /api/contact/:id/household': {
    reach: ofA,
    path: (w) => `/api/contact/${w.contact}/household`,
    body: (w) => ({ contactId: w.housemate }),
  },
  'PUT /api/contact/:id/household': {
    reach: ofA,
    path: (w) => `/api/contact/${w.contact}/household`,
    body: () => ({ relation: 'child' }),
  },
  'DELETE /api/contact/:id/household': { reach: ofA, path: (w) => `/api/contact/${w.contact}/household` },
  'GET /api/personPair': { reach: workers },
  'GET /api/personPair/count': { reach: workers },
  'GET /api/personPair/:id': { reach: ofA, path: (w) => `/api/personPair/${w.personPair}` },
  'POST /api/personPair/:id/merge': {
    reach: ofA,
    path: (w) => `/api/personPair/${w.personPair}/merge`,
    body: (w) => ({ stays: w.contact, versions: {}, take: [] }),
  },
  'POST /api/contact/:id/pair': {
    reach: ofA,
    path: (w) => `/api/contact/${w.contact}/pair`,
    body: (w) => ({ otherId: w.housemate }),
  },
  'GET /api/contact/:id/merged': { reach: ofA, path: (w) => `/api/contact/${w.contact}/merged` },
  'POST /api/personMerge/:id/undo': { reach: ofA, path: (w) => `/api/personMerge/${w.personMerge}/undo` },
  'PUT /api/personPair/:id/decision': {
    reach: ofA,
    path: (w) => `/api/personPair/${w.personPair}/decision`,
    body: () => ({ state: 'open' }),
  },
  'GET /api/contact/:id/correction': { reach: ofA, path: (w) => `/api/contact/${w.contact}/correction` },
  // A request that does not exist.
  'POST /api/contact/:id/correction/:correctionId/done': {
    reach: [],
    path: (w) => `/api/contact/${w.contact}/correction/${randomUUID()}/done`,
  },
  'GET /api/admin/phone': {
    reach: [...ofA, 'platformAdmin'],
    path: (w) => `/api/admin/phone/?contactId=${w.contactOfAccountA}`,
  },
  'GET /api/crisisHelp': { reach: signedIn },
  'GET /api/service': { reach: signedIn },
  'GET /api/service/map': { reach: signedIn, path: () => '/api/service/map?view=-130,20,-60,55&zoom=4' },
  'GET /api/service/map/base': { reach: signedIn },
  'GET /api/service/map/tiles': { reach: signedIn },
  'GET /api/service/map/towns': { reach: signedIn, path: () => '/api/service/map/towns?view=-79,42,-78,43' },
  'GET /api/listedOrganization/:id': { reach: signedIn, path: (w) => `/api/listedOrganization/${w.organizationA}` },
  'GET /api/service/:id': { reach: signedIn, path: (w) => `/api/service/${w.service}` },
  'GET /api/contact/:id/fact': { reach: ofA, path: (w) => `/api/contact/${w.contact}/fact` },
  'PUT /api/contact/:id/fact': {
    reach: ofA,
    path: (w) => `/api/contact/${w.contact}/fact`,
    body: () => ({ facts: { householdSize: 2 }, saidOn: today, saidBy: 'person' }),
  },
  'POST /api/service/search': { reach: ofA, body: (w) => ({ contactId: w.contact }) },
  'POST /api/service/:id/fit': {
    reach: ofA,
    path: (w) => `/api/service/${w.service}/fit`,
    body: (w) => ({ contactId: w.contact }),
  },
  'GET /api/listing': {
    reach: editorsOfA,
    path: (w) => `/api/listing/?organizationId=${w.organizationA}`,
  },
  'PUT /api/location/:id/confidentiality': {
    reach: editorsOfA,
    path: (w) => `/api/location/${w.markedPlace}/confidentiality`,
    body: () => ({ version: 1, isConfidential: true }),
  },
  'POST /api/location': {
    reach: editorsOfA,
    body: (w) => ({
      ...{ name: null, address1: '1 Elm St', city: 'Buffalo', stateProvince: 'NY', postalCode: '14203' },
      organizationId: w.organizationA,
    }),
  },
  'PUT /api/location/:id/removal': {
    reach: editorsOfA,
    path: (w) => `/api/location/${w.removedPlace}/removal`,
    body: () => ({ version: 1, isRemoved: true }),
  },
  'GET /api/area': { reach: signedIn, path: () => '/api/area/?text=Erie' },
  'GET /api/searchStart': { reach: signedIn, path: () => '/api/searchStart/?text=Erie' },
  'GET /api/searchStart/nearest': {
    reach: signedIn,
    path: () => '/api/searchStart/nearest?latitude=42.89&longitude=-78.88',
  },
  'GET /api/zipCode/:zip': { reach: signedIn, path: () => '/api/zipCode/14203' },
  'POST /api/service': {
    reach: editorsOfA,
    body: (w) => ({ name: 'Soup', organizationId: w.organizationA }),
  },
  'GET /api/service/:id/editor': ofService('/editor'),
  'PUT /api/service/:id': ofService('', { version: 1, changes: {} }),
  'PUT /api/service/:id/intakeStatus': ofService('/intakeStatus', { version: 1, intake: null }),
  'POST /api/service/:id/preview': ofService('/preview', { version: 1, changes: {} }),
  'POST /api/service/:id/verification': ofService('/verification', { version: 1 }),
  'GET /api/service/:id/history': ofService('/history'),
  'POST /api/service/:id/history/:version/restore': ofService('/history/1/restore', { version: 1 }),
  'GET /api/service/:id/suggestion': { reach: signedIn, path: (w) => `/api/service/${w.service}/suggestion` },
  // Without words nothing is suggested.
  'POST /api/service/:id/suggestion': {
    reach: signedIn,
    path: (w) => `/api/service/${w.service}/suggestion`,
    body: () => ({ topic: 'other' }),
  },
  'GET /api/listingCheck': { reach: ['platformAdmin', 'dataManager'] },
  'GET /api/listingCheck/link/:code': open(undefined, (w) => `/api/listingCheck/link/${w.code}`),
  'POST /api/listingCheck/link/:code': open(
    (w) => ({ services: [{ id: w.service, version: 1 }] }),
    (w) => `/api/listingCheck/link/${w.code}`,
  ),
  'GET /api/suggestion': { reach: ['adminA', 'adminB', 'adminC', 'platformAdmin', 'dataManager'] },
  'GET /api/suggestion/count': { reach: ['adminA', 'adminB', 'adminC', 'platformAdmin', 'dataManager'] },
  'POST /api/suggestion/:id/decision': {
    reach: editorsOfA,
    path: (w) => `/api/suggestion/${w.suggestion}/decision`,
    body: () => ({ action: 'edited' }),
  },
  'GET /api/taxonomyTerm': { reach: signedIn },
  'POST /api/serviceSearch/:id/opened': { reach: signedIn, path: (w) => `/api/serviceSearch/${w.service}/opened` },
  'GET /api/report/network': { reach: ['platformAdmin'] },
  'GET /api/report/network/export': { reach: ['platformAdmin'] },
  'GET /api/report/unmetNeeds': { reach: [...workers, ...dataManagers] },
  'GET /api/report/unmetNeeds/export': { reach: [...workers, ...dataManagers] },
  'GET /api/report/unmetNeeds/shapes/:state': {
    reach: [...workers, ...dataManagers],
    path: () => '/api/report/unmetNeeds/shapes/17',
  },
  'GET /api/report/schedule': { reach: [...workers, ...dataManagers] },
  'POST /api/report/schedule': {
    reach: [...workers, ...dataManagers],
    body: () => ({ report: 'unmet-needs', cadence: 'weekly', filters: {} }),
  },
  'DELETE /api/report/schedule/:id': {
    reach: [...workers, ...dataManagers],
    path: (w) => `/api/report/schedule/${w.service}`,
  },
  'GET /api/report/run/:id': { reach: [], path: (w) => `/api/report/run/${w.service}` },
  'GET /api/searchMiss': { reach: dataManagers },
  'GET /api/searchMiss/export': { reach: dataManagers },
  'GET /api/import': { reach: dataManagers },
  'POST /api/import': { reach: dataManagers, body: () => ({}) },
  'POST /api/import/address': { reach: dataManagers, body: () => ({}) },
  'GET /api/import/nightly': { reach: dataManagers },
  'POST /api/import/nightly/stop': { reach: dataManagers, body: () => ({}) },
  'GET /api/import/source': { reach: dataManagers },
  'GET /api/import/:id': ofImport(''),
  'PUT /api/import/:id/file/:file/:part': ofImport('/file/0/0', {}),
  'POST /api/import/:id/check': ofImport('/check'),
  'POST /api/import/:id/apply': ofImport('/apply', {}),
  'POST /api/import/:id/discard': ofImport('/discard'),
  'POST /api/import/:id/undo': ofImport('/undo'),
  'GET /api/import/:id/remark': ofImport('/remark'),
  'GET /api/import/:id/listing': ofImport('/listing?act=added'),
  'GET /api/import/:id/report': ofImport('/report'),
  'GET /api/category': { reach: dataManagers },
  'POST /api/category': { reach: dataManagers, body: () => ({}) },
  'PUT /api/category/:id': ofCategory('', { version: 1 }),
  'POST /api/category/:id/merge': ofCategory('/merge', { version: 1 }),
  'PUT /api/category/:id/retirement': ofCategory('/retirement', { version: 1 }),
  'GET /api/duplicate': { reach: dataManagers },
  'GET /api/duplicate/:id': ofPair(''),
  'GET /api/duplicate/merged': { reach: dataManagers },
  'POST /api/duplicate/:id/merge': ofPair('/merge', { stays: randomUUID(), versions: {}, take: [] }),
  'POST /api/duplicate/:id/separation': ofPair('/separation'),
  'PUT /api/duplicate/:id/decision': ofPair('/decision', { state: 'later' }),
  'GET /api/category/:id/history': ofCategory('/history'),
  'GET /api/intakeForm': { reach: [...workers, 'platformAdmin'] },
  'POST /api/intakeForm': { reach: ['adminA', 'adminB', 'adminC', 'platformAdmin'], body: () => ({}) },
  'GET /api/intakeForm/inUse': { reach: [...workers, 'platformAdmin'] },
  'GET /api/intakeForm/:id': { ...ofForm(''), reach: ofA },
  'GET /api/intakeForm/:id/questionnaire': ofForm('/questionnaire'),
  'POST /api/intakeForm/questionnaire': {
    reach: ['adminA', 'adminB', 'adminC', 'platformAdmin'],
    body: () => ({ scope: 'organization', questionnaire: {} }),
  },
  'PUT /api/intakeForm/:id/draft': ofForm('/draft', { revision: 99, definition: newForm }),
  'POST /api/intakeForm/:id/publish': ofForm('/publish', { revision: 99 }),
  'PUT /api/intakeForm/:id/text': ofForm('/text', {
    number: 99,
    texts: [{ path: 'title', language: 'en', text: 'Intake' }],
  }),
  'POST /api/intakeForm/:id/archive': ofForm('/archive'),
  'POST /api/intakeForm/:id/restore': ofForm('/restore'),
  'DELETE /api/intakeForm/:id/draft': {
    reach: ['adminA'],
    path: (w) => `/api/intakeForm/${w.intakeFormWithDraft}/draft?revision=1`,
  },
  'GET /api/intake': { reach: ofA, path: (w) => `/api/intake/?contactId=${w.contact}` },
  'POST /api/intake': {
    reach: ofA,
    body: (w) => ({ contactId: w.contact, formId: w.intakeForm, language: 'en' }),
  },
  'POST /api/intakeLink': {
    reach: ofA,
    body: (w) => ({ contactId: w.contact, formId: w.intakeForm, language: 'en', way: { channel: 'copy' } }),
  },
  'GET /api/intakeLink': { reach: ofA, path: (w) => `/api/intakeLink/?intakeId=${w.intake}` },
  'DELETE /api/intakeLink/:id': { reach: ofA, path: (w) => `/api/intakeLink/${w.intakeLink}` },
  // A code that opens something has tests of its own.
  'GET /api/intakeLink/open/:code': open(undefined, () => '/api/intakeLink/open/none'),
  'POST /api/intakeLink/open/:code': open(
    () => ({ birthDate: '1990-01-01' }),
    () => '/api/intakeLink/open/none',
  ),
  'PUT /api/intakeLink/open/:code/answers': open(
    () => ({ session: 'x', answers: [{ item: 'x', value: 1, base: 0, changeId: randomUUID() }] }),
    () => '/api/intakeLink/open/none/answers',
  ),
  'POST /api/intakeLink/open/:code/send': open(
    () => ({ session: 'x' }),
    () => '/api/intakeLink/open/none/send',
  ),
  'GET /api/referral/:id/mentionable': { reach: ofAandB, path: (w) => `/api/referral/${w.referral}/mentionable` },
  'PUT /api/referral/:id/message/:messageId': {
    reach: ['staffA'],
    path: (w) => `/api/referral/${w.referral}/message/${w.referralMessage}`,
    body: () => ({ text: 'Friday, not Thursday' }),
  },
  'GET /api/referral/:id/file': { reach: ofAandB, path: (w) => `/api/referral/${w.referral}/file` },
  'POST /api/referral/:id/file': { reach: ofAandB, path: (w) => `/api/referral/${w.referral}/file` },
  'POST /api/referral/:id/fileMessage': {
    reach: ofAandB,
    path: (w) => `/api/referral/${w.referral}/fileMessage`,
    body: () => ({ text: '', files: [{ fileId: randomUUID(), category: 'other' }] }),
  },
  'GET /api/referral/:id/file/:fileId/download': {
    reach: ofAandB,
    path: (w) => `/api/referral/${w.referral}/file/${w.referralFile}/download`,
  },
  'POST /api/referral/:id/file/:fileId/withdraw': {
    reach: ofA,
    path: (w) => `/api/referral/${w.referral}/file/${w.referralFile}/withdraw`,
  },
  'GET /api/referral/:id/delivery': { reach: ofA, path: (w) => `/api/referral/${w.referral}/delivery` },
  'POST /api/referral/:id/invitation': {
    reach: ofA,
    path: (w) => `/api/referral/${w.referral}/invitation`,
    body: () => ({ firstName: 'Pat', lastName: 'Quinn', email: 'pat@example.test', version: 999 }),
  },
  'GET /api/referral/:id/nextFit': { reach: ofA, path: (w) => `/api/referral/${w.referral}/nextFit` },
  'GET /api/referral/:id/intake': { reach: ofAandB, path: (w) => `/api/referral/${w.referral}/intake` },
  'POST /api/referral/:id/intake': {
    reach: ofA,
    path: (w) => `/api/referral/${w.referral}/intake`,
    body: (w) => ({ intakeId: w.intake, sensitive: [] }),
  },
  'GET /api/intake/:id': ofIntake(''),
  'PUT /api/intake/:id/answers': ofIntake('/answers', {
    answers: [{ item: 'none', value: 1, base: 0, changeId: randomUUID() }],
  }),
  'POST /api/intake/:id/complete': ofIntake('/complete'),
  'POST /api/intake/:id/move': ofIntake('/move'),
  'POST /api/intake/:id/void': ofIntake('/void', { reason: 'Another person' }),
  'POST /api/intake/:id/need': { ...ofIntake('/need', { need: 'stress' }), reach: [] },
  'GET /api/referralRequest': { reach: ofA, path: (w) => `/api/referralRequest/?contactId=${w.contact}` },
  'POST /api/referralRequest': { reach: ofA, body: (w) => ({ contactId: w.contact, need: 'stress' }) },
  'POST /api/referralRequest/:id/end': { reach: ofA, path: (w) => `/api/referralRequest/${w.request}/end` },
  'GET /api/serviceList': { reach: workers },
  'GET /api/serviceList/current': { reach: workers },
  'POST /api/serviceList/entry': { reach: workers, body: (w) => ({ serviceId: w.service }) },
  'GET /api/serviceList/:id': ofList(''),
  'PUT /api/serviceList/:id': ofList('', { version: 0 }),
  'DELETE /api/serviceList/:id/entry/:serviceId': {
    reach: ofA,
    path: (w) => `/api/serviceList/${w.serviceList}/entry/${w.contact}`,
  },
  'POST /api/serviceList/:id/finish': ofList('/finish'),
  'GET /api/serviceList/:id/sheet': ofList('/sheet'),
  'GET /api/serviceList/:id/pdf': ofList('/pdf'),
  'POST /api/serviceList/:id/link': ofList('/link'),
  'DELETE /api/serviceList/:id/link/:linkId': {
    reach: ofA,
    path: (w) => `/api/serviceList/${w.serviceList}/link/${w.serviceListLink}`,
  },
  'POST /api/serviceList/:id/message': ofList('/message', { channel: 'email', to: 'noor@example.test' }),
  'GET /l/:token': open(undefined, (w) => w.serviceListPath),
  'POST /l/:token/helped': open(
    (w) => ({ serviceId: w.service, key: w.serviceListKey }),
    (w) => `${w.serviceListPath}/helped`,
  ),
  'POST /l/:token/wrong': open(
    (w) => ({ serviceId: w.service, key: w.serviceListKey, topic: 'hours' }),
    (w) => `${w.serviceListPath}/wrong`,
  ),
  'GET /find': open(),
  'GET /find/:id': open(undefined, (w) => `/find/${w.service}`),
  'GET /find/:id/correction': open(undefined, (w) => `/find/${w.service}/correction`),
  'POST /find/:id/correction': open(
    () => ({ key: 'x', topic: 'hours' }),
    (w) => `/find/${w.service}/correction`,
  ),
  'GET /find/organization/:id': open(undefined, (w) => `/find/organization/${w.organizationA}`),
  'GET /hsds': open(),
  'GET /hsds/profile': open(),
  'GET /hsds/profile/openapi.json': open(),
  'GET /hsds/profile/schema/:file': open(undefined, () => '/hsds/profile/schema/service.json'),
  'OPTIONS /hsds/*': open(undefined, () => '/hsds/services'),
  'GET /hsds/services': open(),
  'POST /hsds/services': open(),
  'GET /hsds/services/:id': open(undefined, (w) => `/hsds/services/${w.contact}`),
  'GET /hsds/organizations': open(),
  'POST /hsds/organizations': open(),
  'GET /hsds/organizations/:id': open(undefined, (w) => `/hsds/organizations/${w.contact}`),
  'GET /hsds/service_at_locations': open(),
  'POST /hsds/service_at_locations': open(),
  'GET /hsds/service_at_locations/:id': open(undefined, (w) => `/hsds/service_at_locations/${w.contact}`),
  'GET /hsds/taxonomies': open(),
  'POST /hsds/taxonomies': open(),
  'GET /hsds/taxonomies/:id': open(undefined, (w) => `/hsds/taxonomies/${w.contact}`),
  'GET /hsds/taxonomy_terms': open(),
  'POST /hsds/taxonomy_terms': open(),
  'GET /hsds/taxonomy_terms/:id': open(undefined, (w) => `/hsds/taxonomy_terms/${w.contact}`),
  'GET /api/report/organization': { reach: workers },
  'GET /api/report/organization/options': { reach: workers },
  'GET /api/report/organization/rows': { reach: workers },
  'GET /api/report/organization/export': { reach: workers },
  'GET /api/referral': { reach: workers },
  'POST /api/referral': {
    reach: ofA,
    atTheField: 400,
    body: (w) => ({
      contactId: w.contact,
      recipientOrganizationId: w.organizationB,
      need: 'housing-instability',
      send: false,
    }),
  },
  'GET /api/referral/waiting': { reach: workers },
  'POST /api/referral/search': { reach: workers, body: () => ({ search: 'Haddad' }) },
  'GET /api/referral/listCounts': { reach: workers },
  'GET /api/referral/assignable': { reach: workers },
  'POST /api/referral/export': { reach: workers, body: () => ({ search: 'Haddad' }) },
  'POST /api/referral/selection': { reach: workers, body: () => ({ search: 'Haddad' }) },
  'GET /api/referral/view': { reach: workers },
  'POST /api/referral/view': { reach: workers, body: () => ({}) },
  'PUT /api/referral/view/:id': {
    reach: ['staffA'],
    path: (w) => `/api/referral/view/${w.referralView}`,
    body: () => ({ name: 'Mine', sharedWith: 'nobody', filters: {} }),
  },
  'DELETE /api/referral/view/:id': {
    reach: ['staffA'],
    path: (w) => `/api/referral/view/${w.goneReferralView}`,
  },
  'POST /api/referral/bulk': {
    reach: workers,
    body: (w) => ({
      ...{ bulkId: randomUUID(), action: 'decline', reason: 'no capacity' },
      referrals: [{ id: w.referral, version: 999 }],
    }),
  },
  'POST /api/referral/bulk/:bulkId/undo': {
    reach: ['staffB'],
    path: (w) => `/api/referral/bulk/${w.referralBulk}/undo`,
  },
  'GET /api/admin/consentOverride': { reach: ['platformAdmin'] },
  'GET /api/referral/destination': {
    reach: workers,
    path: (w) => `/api/referral/destination?organizationId=${w.organizationB}`,
  },
  'POST /api/referral/destination/search': { reach: workers, body: () => ({ text: 'shelter' }) },
  'POST /api/referral/destination/colleague': {
    reach: workers,
    body: (w) => ({ organizationId: w.organizationB, text: 'an' }),
  },
  'GET /api/referral/:id': { reach: ofAandB, path: (w) => `/api/referral/${w.referral}` },
  'POST /api/referral/:id/transition': {
    reach: ofAandB,
    path: (w) => `/api/referral/${w.referral}/transition`,
    body: () => ({ action: 'closeUnresolved', version: 999, reason: 'could not contact' }),
  },
  'PUT /api/referral/:id': {
    reach: ofA,
    path: (w) => `/api/referral/${w.referral}`,
    body: (w) => ({
      contactId: w.contact,
      recipientOrganizationId: w.organizationB,
      need: 'housing-instability',
      version: 999,
    }),
  },
  'POST /api/referral/:id/firstContact': {
    reach: ofB,
    path: (w) => `/api/referral/${w.referral}/firstContact`,
    body: () => ({ firstContactOn: '2026-01-01T12:00:00.000Z', firstContactBy: 'phone' }),
  },
  'POST /api/referral/:id/settle': { reach: ofA, path: (w) => `/api/referral/${w.referral}/settle` },
  'POST /api/referral/:id/confirmRecipient': {
    reach: ofA,
    path: (w) => `/api/referral/${w.referral}/confirmRecipient`,
    body: () => ({}),
  },
  'GET /api/referral/:id/message': { reach: ofAandB, path: (w) => `/api/referral/${w.referral}/message` },
  'POST /api/referral/:id/message': {
    reach: ofAandB,
    path: (w) => `/api/referral/${w.referral}/message`,
    body: () => ({ text: 'Hello' }),
  },
  'POST /api/referral/:id/read': {
    reach: ofAandB,
    path: (w) => `/api/referral/${w.referral}/read`,
    body: () => ({ lastSequence: 0 }),
  },
  'GET /api/organization': { reach: signedIn },
  'GET /api/organization/current': { reach: workers },
  'GET /api/organization/current/responsePromise': { reach: ['adminA', 'adminB', 'adminC'] },
  'PUT /api/organization/current/responsePromise': {
    reach: ['adminA', 'adminB', 'adminC'],
    body: () => ({ viewHours: 24, answerHours: 48, contactHours: 72, escalateToId: null, version: 0 }),
  },
  'GET /api/organization/current/requireMfa': { reach: ['adminA', 'adminB', 'adminC'] },
  'PUT /api/organization/current/requireMfa': {
    reach: ['adminA', 'adminB', 'adminC'],
    body: () => ({ requireMfa: false }),
  },
  'GET /api/organization/autocomplete': open(undefined, () => '/api/organization/autocomplete?name=Organization'),
  'GET /api/organization/byPortalAccountEmail': open(
    undefined,
    () => '/api/organization/byPortalAccountEmail?portalAccountEmail=nobody%40example.test',
  ),
  'GET /api/organization/:id': { reach: signedIn, path: (w) => `/api/organization/${w.organizationA}` },
  'POST /api/organization': { reach: ['platformAdmin'], body: () => ({}) },
  'PUT /api/organization': {
    reach: ['adminA', 'platformAdmin'],
    body: (w) => ({ id: w.organizationA, name: 'Organization A', version: 999 }),
  },
  'PUT /api/organization/:id': {
    reach: ['adminA', 'platformAdmin'],
    path: (w) => `/api/organization/${w.organizationA}`,
    body: () => ({ name: 'Organization A', version: 999 }),
  },
  'GET /api/organization/:id/editor': ofProfile('/editor'),
  'PUT /api/organization/:id/editor': ofProfile('/editor', { version: 1, changes: {} }),
  'POST /api/organization/:id/preview': ofProfile('/preview', { version: 1, changes: {} }),
  'POST /api/organization/:id/verification': ofProfile('/verification', { version: 1 }),
  'GET /api/organization/:id/history': ofProfile('/history'),
  'POST /api/organization/:id/history/:version/restore': ofProfile('/history/1/restore', { version: 1 }),
  'GET /api/location/:id/editor': ofPlace('/editor'),
  'PUT /api/location/:id': ofPlace('', { version: 1, changes: {} }),
  'POST /api/location/:id/preview': ofPlace('/preview', { version: 1, changes: {} }),
  'POST /api/location/:id/verification': ofPlace('/verification', { version: 1 }),
  'GET /api/location/:id/history': ofPlace('/history'),
  'POST /api/location/:id/history/:version/restore': ofPlace('/history/1/restore', { version: 1 }),
  'GET /api/organizationType': open(),
  'GET /api/taxStatus': open(),
  'GET /api/taxStatus/:id': open(undefined, () => '/api/taxStatus/none'),
  'POST /api/organizationRegistration/register': open(() => ({})),
  'POST /api/organizationRegistration/verification/:verificationCode': open(
    undefined,
    (w) => `/api/organizationRegistration/verification/${w.code}`,
  ),
  'POST /api/organizationRegistration/resendVerification': open(() => ({})),
  'GET /api/admin/review': { reach: ['platformAdmin'] },
  'GET /api/admin/review/:id': { reach: ['platformAdmin'], path: (w) => `/api/admin/review/${w.review}` },
  'POST /api/admin/review/:id/decision': {
    reach: ['platformAdmin'],
    path: (w) => `/api/admin/review/${w.review}/decision`,
    body: () => ({ decision: 'approve', version: 999 }),
  },
  'GET /api/organization/current/joinRequest': { reach: ['adminA', 'adminB', 'adminC'] },
  'POST /api/organization/current/joinRequest/:id/decision': {
    reach: ['adminA'],
    path: (w) => `/api/organization/current/joinRequest/${w.joinRequest}/decision`,
    body: () => ({ decision: 'approve', version: 999 }),
  },
  'POST /api/file': { reach: signedIn },
  'GET /api/file/:id': { reach: ['staffA'], path: (w) => `/api/file/${w.file}` },
  'GET /api/file/:id/download': { reach: ['staffA'], path: (w) => `/api/file/${w.file}/download` },
  'GET /api/supportPortal/supportRequest': { reach: signedIn },
  'POST /api/supportPortal/supportRequest': { reach: signedIn, body: () => ({}) },
  'POST /api/supportPortal/supportRequest/similar': {
    reach: signedIn,
    body: () => ({ text: 'The screen stays grey' }),
  },
  'PUT /api/supportPortal/supportRequest': {
    reach: seesTicketOfA,
    body: (w) => ({ id: w.ticket, version: 999, status: 'Closed', receiveEmailUpdates: false }),
  },
  'GET /api/supportPortal/supportRequest/:id': {
    reach: seesTicketOfA,
    path: (w) => `/api/supportPortal/supportRequest/${w.ticket}`,
  },
  'GET /api/supportPortal/supportRequest/:id/activity': {
    reach: seesTicketOfA,
    path: (w) => `/api/supportPortal/supportRequest/${w.ticket}/activity`,
  },
  'POST /api/supportPortal/supportRequest/:id/note': {
    reach: seesTicketOfA,
    path: (w) => `/api/supportPortal/supportRequest/${w.ticket}/note`,
    body: () => ({ noteText: 'Looking into it' }),
  },
  'GET /api/supportPortal/supportRequest/:id/mentionable': {
    reach: seesTicketOfA,
    path: (w) => `/api/supportPortal/supportRequest/${w.ticket}/mentionable`,
  },
  'GET /api/supportPortal/cannedAnswer': { reach: agents },
  'POST /api/supportPortal/cannedAnswer': { reach: agents, body: () => cannedAnswer },
  'PUT /api/supportPortal/cannedAnswer/:id': {
    reach: agents,
    path: (w) => `/api/supportPortal/cannedAnswer/${w.cannedAnswer}`,
    body: () => ({ ...cannedAnswer, version: 999 }),
  },
  'DELETE /api/supportPortal/cannedAnswer/:id': { reach: agents, path: () => '/api/supportPortal/cannedAnswer/none' },
  'GET /api/supportPortal/supportRequest/:id/cannedAnswer': {
    reach: agents,
    path: (w) => `/api/supportPortal/supportRequest/${w.ticket}/cannedAnswer`,
  },
  'GET /api/supportPortal/mention': { reach: signedIn },
  'POST /api/supportPortal/supportRequest/:id/mention/seen': {
    reach: seesTicketOfA,
    path: (w) => `/api/supportPortal/supportRequest/${w.ticket}/mention/seen`,
  },
  'PUT /api/supportPortal/supportRequest/:id/watch': {
    reach: seesTicketOfA,
    path: (w) => `/api/supportPortal/supportRequest/${w.ticket}/watch`,
    body: () => ({ receiveEmailUpdates: false }),
  },
  'GET /api/supportPortal/supportRequest/:id/watcher': {
    reach: agents,
    path: (w) => `/api/supportPortal/supportRequest/${w.ticket}/watcher`,
  },
  'POST /api/supportPortal/supportRequest/bulk': {
    reach: signedIn,
    body: (w) => ({ tickets: [{ id: w.ticket, version: 999 }], change: { status: 'Closed' } }),
  },
  'GET /api/supportPortal/supportRequest/selection': { reach: signedIn },
  'POST /api/supportPortal/supportRequest/bulk/:bulkId/undo': {
    reach: ['staffA'],
    path: (w) => `/api/supportPortal/supportRequest/bulk/${w.bulk}/undo`,
  },
  'GET /api/supportPortal/supportRequest/merge/preview': {
    reach: agents,
    path: (w) => `/api/supportPortal/supportRequest/merge/preview?targetId=${w.ticket}&duplicateId=${w.ticket}`,
  },
  'POST /api/supportPortal/supportRequest/merge': {
    reach: agents,
    body: (w) => ({ target: { id: w.ticket, version: 999 }, duplicates: [{ id: w.ticket, version: 999 }] }),
  },
  'POST /api/supportPortal/supportRequest/merge/undo': { reach: agents, body: (w) => ({ mergeIds: [w.ticket] }) },
  'GET /api/supportPortal/supportRequest/assignable': { reach: ['support', 'platformAdmin'] },
  'GET /api/supportPortal/supportRequest/newAssignments': { reach: signedIn },
  'POST /api/supportPortal/supportRequest/newAssignments/seen': { reach: signedIn },
  'POST /api/supportPortal/supportRequest/:id/assignmentSeen': {
    reach: seesTicketOfA,
    path: (w) => `/api/supportPortal/supportRequest/${w.ticket}/assignmentSeen`,
  },
  'GET /api/supportPortal/supportRequest/counts': { reach: signedIn },
  'GET /api/supportPortal/supportRequest/waiting': { reach: signedIn },
  'POST /api/supportPortal/supportRequest/:id/answerSeen': {
    reach: seesTicketOfA,
    path: (w) => `/api/supportPortal/supportRequest/${w.ticket}/answerSeen`,
  },
  'GET /api/supportPortal/preference': { reach: agents },
  'PUT /api/supportPortal/preference': { reach: agents, body: () => ({ mailsOfAnswers: true }) },
  'GET /api/supportPortal/emailUpdates/:code': open(undefined, () => '/api/supportPortal/emailUpdates/none'),
  'POST /api/supportPortal/supportRequest/:id/presence': {
    reach: seesTicketOfA,
    path: (w) => `/api/supportPortal/supportRequest/${w.ticket}/presence`,
    body: (w) => ({ tabId: w.ticket, state: 'looking' }),
  },
  'GET /api/supportPortal/supportRequest/export': { reach: measurers },
  'GET /api/supportPortal/measure': { reach: measurers },
  'GET /api/supportPortal/measure/export': { reach: measurers },
  'GET /api/supportPortal/workingHours': { reach: measurers },
  'PUT /api/supportPortal/workingHours': { reach: ['platformAdmin'], body: () => usualHours('America/New_York') },
  'GET /api/supportPortal/supportRequestView': { reach: signedIn },
  'POST /api/supportPortal/supportRequestView': { reach: signedIn, body: () => ({}) },
  'PUT /api/supportPortal/supportRequestView/:id': {
    reach: ['staffA'],
    path: (w) => `/api/supportPortal/supportRequestView/${w.view}`,
    body: () => ({ name: 'Open bugs', sharedWith: 'organization', filters: { status: ['Open'] } }),
  },
  // Only its owner, and admins of the organization with which it is shared.
  'DELETE /api/supportPortal/supportRequestView/:id': {
    reach: ['staffA'],
    path: (w) => `/api/supportPortal/supportRequestView/${w.viewOfStaff}`,
  },
  'GET /api/supportPortal/supportRequest/unsubscribe/:code': open(
    undefined,
    () => '/api/supportPortal/supportRequest/unsubscribe/none',
  ),
  'POST /api/supportPortal/supportRequest/unsubscribe/:code': open(
    undefined,
    () => '/api/supportPortal/supportRequest/unsubscribe/none',
  ),
  'GET /api/supportRequestFile': { reach: signedIn },
  'GET /api/supportRequestFile/:id': {
    reach: seesTicketOfA,
    path: (w) => `/api/supportRequestFile/${w.ticketFile}`,
  },
  // The file is already attached: callers who may attach to this ticket get that error, or that it is not theirs.
  'POST /api/supportRequestFile': {
    reach: ['staffA'],
    body: (w) => ({ supportRequestId: w.ticket, fileId: w.attachedFile }),
  },
  'PUT /api/supportRequestFile': {
    reach: ['staffA'],
    body: (w) => ({ id: w.ticketFile, supportRequestId: w.ticket, fileId: w.attachedFile }),
  },
  'GET /api/noteFile': { reach: signedIn },
  'GET /api/noteFile/:id': { reach: seesTicketOfA, path: (w) => `/api/noteFile/${w.noteFile}` },
  'POST /api/noteFile': { reach: ['staffA'], body: (w) => ({ noteId: w.note, fileId: w.attachedFile }) },
  'PUT /api/noteFile': {
    reach: ['staffA'],
    body: (w) => ({ id: w.noteFile, noteId: w.note, fileId: w.fileOfNote }),
  },
  'GET /api/event/stream': { reach: signedIn },
}

/** Creates three organizations, their people and the records that the table's calls use. */
export async function makeWorld(product: TestApp) {
  const { database } = product
  const [a, b, c] = [
    await makeOrganization(database, { name: 'Organization A' }),
    await makeOrganization(database, { name: 'Organization B' }),
    await makeOrganization(database, { name: 'Organization C' }),
  ]
  const make = (organizationId: string | null, role: RoleKey) =>
    makeAccount(database, { organizationId, roles: [role] })
  const accounts = {
    member: await make(null, 'community-member'),
    staffA: await make(a.id, 'organization-staff'),
    adminA: await make(a.id, 'organization-admin'),
    staffB: await make(b.id, 'organization-staff'),
    adminB: await make(b.id, 'organization-admin'),
    staffC: await make(c.id, 'organization-staff'),
    adminC: await make(c.id, 'organization-admin'),
    support: await make(null, 'support-agent'),
    dataManager: await make(null, 'data-manager'),
    developer: await make(null, 'developer'),
    platformAdmin: await make(null, 'platform-admin'),
  }
  const as = async (name: Exclude<CallerName, 'anonymous'>) => product.signIn(accounts[name].email, PASSWORD)
  const staffA = await as('staffA')
  const contact = (await staffA('POST', '/api/contact/', { firstName: 'Noor', lastName: 'Haddad', phones: [] })).body
  const housemate = (await staffA('POST', '/api/contact/', { firstName: 'Omar', lastName: 'Haddad', phones: [] })).body
  await staffA('POST', `/api/contact/${contact.id}/household`, { contactId: housemate.id })
  const consentText = await product.database.selectFrom('consentText').select('id').executeTakeFirstOrThrow()
  const consented = (
    await staffA('POST', `/api/contact/${contact.id}/consent`, {
      ...{ scope: 'network', howGiven: 'verbal', givenOn: today },
      ...{ textId: consentText.id, language: 'en', witnessName: 'Bo Witness' },
    })
  ).body
  const referral = (
    await staffA('POST', '/api/referral/', {
      contactId: contact.id,
      recipientOrganizationId: b.id,
      need: 'housing-instability',
      send: true,
    })
  ).body
  const ticket = (await staffA('POST', '/api/supportPortal/supportRequest/', newTicket)).body
  const bulk = (
    await staffA('POST', '/api/supportPortal/supportRequest/bulk', {
      tickets: [{ id: ticket.id, version: 1 }],
      change: { status: 'Viewed' },
    })
  ).body.bulkId
  const newView = (sharedWith: string, name: string) =>
    staffA('POST', '/api/supportPortal/supportRequestView/', { name, sharedWith, filters: {} })
  const view = (await newView('organization', 'Open bugs')).body.id
  const viewOfStaff = (await newView('nobody', 'My own')).body.id
  const newReferralView = async (name: string) =>
    (await staffA('POST', '/api/referral/view/', { name, sharedWith: 'nobody', filters: {} })).body.id
  const [referralView, goneReferralView] = [await newReferralView('My own'), await newReferralView('Soon gone')]
  const service = await database
    .insertInto('service')
    .values({ organizationId: a.id, name: 'Food boxes' } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const importRun = await database
    .insertInto('importRun')
    .values({ sourceName: 'county', state: 'checked' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const category = await database
    .insertInto('taxonomyTerm')
    .values({ name: 'Repair cafes' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const pair = await makePair(database, a.id)
  const addPlace = (name: string) =>
    database.insertInto('location').values({ organizationId: a.id, name }).returning('id').executeTakeFirstOrThrow()
  const place = await addPlace('Hall')
  const markedPlace = await addPlace('Shelter')
  const removedPlace = await addPlace('Annex')
  const staffB = await as('staffB')
  const referralBulk = (
    await staffB('POST', '/api/referral/bulk', {
      ...{ bulkId: randomUUID(), action: 'assign', assigneeId: null },
      referrals: [{ id: referral.id, version: referral.version }],
    })
  ).body.bulkId
  const suggestion = (
    await staffB('POST', `/api/service/${service.id}/suggestion`, { topic: 'other', text: 'It moved' })
  ).body
  const applicant = await makeAccount(database, { approved: false })
  const review = await database
    .insertInto('registrationReview')
    .values({
      kind: 'claim',
      organizationId: a.id,
      accountId: applicant.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const joining = await makeAccount(database, { approved: false })
  const joinRequest = await database
    .insertInto('registrationReview')
    .values({ kind: 'join', organizationId: a.id, accountId: joining.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const uploaded = await uploadImage(staffA, await makeImage())
  const upload = async () => (await uploadImage(staffA, await makeImage())).body.id
  const ticketFile = (
    await staffA('POST', '/api/supportRequestFile/', { supportRequestId: ticket.id, fileId: await upload() })
  ).body
  const note = (
    await staffA('POST', `/api/supportPortal/supportRequest/${ticket.id}/note`, { noteText: 'It still is' })
  ).body
  const noteFile = (await staffA('POST', '/api/noteFile/', { noteId: note.id, fileId: await upload() })).body
  const deactivated = await makeAccount(database, { organizationId: a.id })
  await database
    .updateTable('account')
    .set({ deactivatedOn: new Date().toISOString() })
    .where('id', '=', deactivated.id)
    .execute()
  const adminA = await as('adminA')
  await adminA('POST', `/api/portalAccount/${accounts.staffA.id}/resetLink`)
  const resetLink = (await adminA('GET', `/api/portalAccount/${accounts.staffA.id}/link`)).body.items[0].id
  const invitation = (
    await adminA('POST', '/api/portalAccount/', {
      firstName: 'Noor',
      lastName: 'Haddad',
      email: 'noor@example.test',
      roles: ['organization-staff'],
      language: 'en',
    })
  ).body.id
  await adminA('DELETE', `/api/portalAccount/invitation/${invitation}`)
  const kept = (await (await as('support'))('POST', '/api/supportPortal/cannedAnswer/', cannedAnswer)).body
  const [intakeForm, intakeFormWithDraft] = await Promise.all(
    [1, 2].map(async () => {
      const call = { title: { en: 'Intake', es: 'Admisión' }, scope: 'organization' }
      return (await adminA('POST', '/api/intakeForm/', call)).body.id as string
    }),
  )
  await insertShippedForms(product.database)
  const forms = (await staffA('GET', '/api/intakeForm/')).body.items
  const shipped = forms.find((form: { publishedNumber: number | null }) => form.publishedNumber)
  const newIntake = { contactId: contact.id, formId: shipped.id, language: 'en' }
  const intake = (await staffA('POST', '/api/intake/', newIntake)).body
  const intakeLink = await product.database
    .insertInto('intakeLink')
    .values({
      ...{ intakeId: intake.id, channel: 'copy', codeHash: randomUUID() },
      expiresOn: new Date(Date.now() + 86_400_000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const newNeed = { contactId: contact.id, need: 'digital-access' }
  const [request] = (await staffA('POST', '/api/referralRequest/', newNeed)).body.items
  const list = (await staffA('POST', '/api/serviceList/entry', { serviceId: service.id })).body
  await staffA('POST', `/api/serviceList/${list.id}/link`)
  const [withdrawn] = (await staffA('GET', `/api/serviceList/${list.id}`)).body.links
  const { pathname } = new URL((await staffA('POST', `/api/serviceList/${list.id}/link`)).body.url)
  const [, key = ''] = /name="key" value="([^"]+)"/.exec((await product.anonymous('GET', pathname)).body) ?? []
  const world: World = {
    organizationA: a.id,
    organizationB: b.id,
    accountA: accounts.staffA.id,
    deactivatedAccountA: deactivated.id,
    resetLink,
    invitation,
    contactOfAccountA: accounts.staffA.contactId,
    contact: contact.id,
    housemate: housemate.id,
    personMerge: await makePersonMerge(product, a.id, staffA),
    personPair: await makePersonPair(product, a.id, contact.id, housemate.id),
    bulk,
    view,
    viewOfStaff,
    referralView,
    goneReferralView,
    consent: consented.consents[0].id,
    referral: referral.id,
    referralFile: await sendFile(staffA, referral.id),
    referralMessage: (await staffA('POST', `/api/referral/${referral.id}/message`, { text: 'Friday' })).body.id,
    referralVersion: referral.version,
    referralBulk,
    service: String(service.id),
    suggestion: suggestion.id,
    category: String(category.id),
    importRun: importRun.id,
    pair,
    place: String(place.id),
    markedPlace: String(markedPlace.id),
    removedPlace: String(removedPlace.id),
    review: review.id,
    intake: intake.id,
    intakeLink: intakeLink.id,
    request: request.id,
    intakeForm: intakeForm ?? '',
    intakeFormWithDraft: intakeFormWithDraft ?? '',
    serviceList: list.id,
    serviceListLink: withdrawn.id,
    serviceListPath: pathname,
    serviceListKey: key,
    joinRequest: joinRequest.id,
    file: uploaded.body.id,
    ticket: ticket.id,
    ticketFile: ticketFile.id,
    attachedFile: ticketFile.fileId,
    note: note.id,
    noteFile: noteFile.id,
    fileOfNote: noteFile.fileId,
    cannedAnswer: kept.id,
    code: 'no-such-code',
  }
  return { world, as }
}
