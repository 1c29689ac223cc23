import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type pg from 'pg'
import { impersonationRoutes } from '#features/account-safety/server/impersonation-routes.ts'
import { mySessionRoutes } from '#features/account-safety/server/my-session-routes.ts'
import { notMeRoutes } from '#features/account-safety/server/not-me-routes.ts'
import {
  accountEventCrontab,
  accountEventTidyTask,
  failedSignInTask,
  recordFailedSignIn,
  tidyAccountEvents,
} from '#features/accounts/server/account-event.ts'
import { forgotPassword, forgotPasswordTask } from '#features/accounts/server/forgot-password.ts'
import { createGuessThrottle } from '#features/accounts/server/guess-throttle.ts'
import { createLoginThrottle } from '#features/accounts/server/login-throttle.ts'
import { memberRoutes } from '#features/accounts/server/member-routes.ts'
import { passwordRoutes } from '#features/accounts/server/password-routes.ts'
import { cookieName, findActor, findListener } from '#features/accounts/server/session.ts'
import { signInRoutes } from '#features/accounts/server/sign-in-routes.ts'
import { superAdminRoutes } from '#features/accounts/server/super-admin-routes.ts'
import { userPreferenceRoutes } from '#features/accounts/server/user-preference-routes.ts'
import { authenticatorRoutes } from '#features/authenticators/server/authenticator-routes.ts'
import { createFactorProof } from '#features/authenticators/server/factor-proof.ts'
import { createFactorThrottle } from '#features/authenticators/server/factor-throttle.ts'
import { mfaRequirementRoutes } from '#features/authenticators/server/mfa-requirement-routes.ts'
import {
  strengthenRecoveryCodes,
  strengthenRecoveryCodesCrontab,
  strengthenRecoveryCodesTask,
} from '#features/authenticators/server/strengthen-recovery-codes.ts'
import { contactRoutes, phoneRoutes } from '#features/contacts/server/contact-routes.ts'
import { crisisRoutes } from '#features/directory/server/crisis-routes.ts'
import { hsdsRoutes } from '#features/directory/server/hsds-routes.ts'
import { serviceRoutes } from '#features/directory/server/service-routes.ts'
import { fileRoutes } from '#features/files/server/file-routes.ts'
import { sweepFiles, sweepFilesCrontab, sweepFilesTask } from '#features/files/server/sweep-files.ts'
import { tidyFiles, tidyFilesCrontab, tidyFilesTask } from '#features/files/server/tidy-files.ts'
import { answeringRoutes } from '#features/help-desk/server/answering/answering-routes.ts'
import { cannedAnswerRoutes } from '#features/help-desk/server/answering/canned-answer-routes.ts'
import { attachedFileRoutes } from '#features/help-desk/server/attached-file-routes.ts'
import { acknowledgeRequest, acknowledgeTask } from '#features/help-desk/server/filing/acknowledge-request.ts'
import { filingRoutes } from '#features/help-desk/server/filing/filing-routes.ts'
import { mayReadTicketFile } from '#features/help-desk/server/help-desk-public.ts'
import { mergingRoutes } from '#features/help-desk/server/merging/merging-routes.ts'
import { tellMerge, tellMergeTask } from '#features/help-desk/server/merging/tell-merge.ts'
import { supportRequestRoutes } from '#features/help-desk/server/support-request-routes.ts'
import { unsubscribeRoutes } from '#features/help-desk/server/unsubscribe-routes.ts'
import { waitingRoutes } from '#features/help-desk/server/waiting/waiting-routes.ts'
import { tellBulk, tellBulkTask } from '#features/help-desk/server/working/tell-bulk.ts'
import { viewRoutes } from '#features/help-desk/server/working/view-routes.ts'
import { workingRoutes } from '#features/help-desk/server/working/working-routes.ts'
import { measureRoutes } from '#features/help-desk-measures/server/measure-routes.ts'
import { usualResponse } from '#features/help-desk-measures/server/measures-public.ts'
import { writeFrontShell } from '#features/landing/server/front-shell.ts'
import { legalRoutes } from '#features/legal/server/legal-routes.ts'
import { undeliveredRoutes } from '#features/notifications/server/undelivered-routes.ts'
import { organizationRoutes, referenceRoutes } from '#features/organizations/server/organization-routes.ts'
import { passkeyRoutes } from '#features/passkeys/server/passkey-routes.ts'
import { accessLogRoutes } from '#features/person-rights/server/access-log-routes.ts'
import { retentionCrontab, retentionTask, workRetention } from '#features/person-rights/server/erasure-proposals.ts'
import { personRightsRoutes } from '#features/person-rights/server/person-rights-routes.ts'
import { consentOverrideRoutes } from '#features/referrals/server/consent-override-routes.ts'
import { destinationRoutes } from '#features/referrals/server/destination-routes.ts'
import { consentUsers } from '#features/referrals/server/end-access.ts'
import { notifyMessages, notifyMessagesTask } from '#features/referrals/server/notify-messages.ts'
import { referralClock, referralClockCrontab, referralClockTask } from '#features/referrals/server/referral-clock.ts'
import { referralRoutes } from '#features/referrals/server/referral-routes.ts'
import { notifyReviewers, notifyReviewersTask } from '#features/registration/server/notify-reviewers.ts'
import { registrationRoutes } from '#features/registration/server/registration-routes.ts'
import { joinRequestRoutes, reviewRoutes } from '#features/registration/server/review-routes.ts'
import { resendVerification } from '#features/registration/server/send-verification.ts'
import { sendSignOnLink, signOnLinkTask } from '#features/single-sign-on/server/link-by-mail.ts'
import { signOnRoutes } from '#features/single-sign-on/server/sign-on-routes.ts'
import { teamLinkRoutes } from '#features/team/server/link-routes.ts'
import { settleChanges, settleChangesCrontab, settleChangesTask } from '#features/team/server/settle-changes.ts'
import { teamInvitationRoutes, teamRoutes } from '#features/team/server/team-routes.ts'
import { guardAccess } from '#platform/server/access.ts'
import { captchaRoutes, createCaptcha } from '#platform/server/captcha.ts'
import { compressAnswers } from '#platform/server/compress.ts'
import type { Config } from '#platform/server/config.ts'
import { configurationRoutes } from '#platform/server/configuration-routes.ts'
import type { Database } from '#platform/server/database.ts'
import { deliverMessage } from '#platform/server/deliver-message.ts'
import { answerProblem } from '#platform/server/errors.ts'
import type { EventHub } from '#platform/server/event-hub.ts'
import { eventStream } from '#platform/server/event-stream.ts'
import type { FileStore } from '#platform/server/file-store.ts'
import { healthRoutes, type Readiness } from '#platform/server/health.ts'
import type { TaskList } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { blankMessages, blankMessagesCrontab, blankMessagesTask } from '#platform/server/message-life.ts'
import { createNetworkLimit, limitNetworks, type NetworkLimit } from '#platform/server/network-limit.ts'
import { describeApi, publishApi } from '#platform/server/openapi.ts'
import { outboxRoutes } from '#platform/server/outbox.ts'
import { secure } from '#platform/server/security.ts'
import { createSecurityLog, logRequests } from '#platform/server/security-log.ts'
import { tidy, tidyCrontab, tidyTask } from '#platform/server/tidy.ts'
import { serveWebClient } from '#platform/server/web-client.ts'
import { pagePlan } from './page-plan.ts'
import { screenPaths } from './screen-paths.ts'

/** What the product runs on; everything else is made from these. */
export interface Services {
  config: Config
  database: Database
  pool: pg.Pool
  hub: EventHub
  store: FileStore
  log: Log
  readiness: Readiness
}

const BODY_LIMIT = 256 * 1024
const REQUEST_MS = 60_000
const HEADERS_MS = 20_000
const CHECKING_MS = 5000

/** The whole product as one Fastify app: the same for production and for tests. */
export async function buildApp(services: Services) {
  const { config, database, pool, hub, log } = services
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy > 0 && ((_address, hop) => hop < config.trustProxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 600 },
    forceCloseConnections: 'idle',
    // Whoever sends a request slower than this holds a connection for nothing.
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECKING_MS },
    // An address that cannot be read comes to no route, and so not to the handler of errors.
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply),
  })
  app.server.maxConnections = config.maxConnections
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerProblem)
  await secure(app, config)
  await app.register(cookie)
  await describeApi(app, config.productName, cookieName(config))
  guardAccess(app, findActor(database, config))
  logRequests(app, log, createSecurityLog(log, config))
  await compressAnswers(app)

  await serveWebClient(app, { screenPaths, front: writeFrontShell(config.productName), plan: pagePlan })
  publishApi(app, config.productName)
  eventStream(app, { database, hub, findListener: findListener(database) })
  const networkLimit = createNetworkLimit(pool, config)
  limitNetworks(app, networkLimit)
  await registerFeatures(
    app,
    services,
    networkLimit,
    createCaptcha(database, config),
    createLoginThrottle(pool, config),
  )
  return app
}

async function registerFeatures(
  app: FastifyInstance,
  services: Services,
  networkLimit: NetworkLimit,
  captcha: ReturnType<typeof createCaptcha>,
  throttle: ReturnType<typeof createLoginThrottle>,
) {
  const { config, database, store } = services
  await app.register(healthRoutes, services)
  await app.register(configurationRoutes, { config })
  await app.register(captchaRoutes, { config, networkLimit })
  if (config.evaluation) await app.register(outboxRoutes, { database, config })
  await app.register(legalRoutes, { config })
  await app.register(signInRoutes, { database, config, captcha, throttle })
  const factorThrottle = createFactorThrottle(services.pool)
  const guesses = createGuessThrottle(services.pool)
  const factors = createFactorProof({ config, throttle: factorThrottle })
  await app.register(passwordRoutes, { database, config, captcha, guesses, factors, throttle })
  await app.register(signOnRoutes, { database, config, guesses, factors })
  await app.register(passkeyRoutes, { database, config })
  await app.register(memberRoutes, { database, config, captcha })
  await app.register(teamInvitationRoutes, { database, config })
  await app.register(teamRoutes, { database, config })
  await app.register(teamLinkRoutes, { database, config })
  await app.register(userPreferenceRoutes, { database })
  await app.register(undeliveredRoutes, { database })
  await app.register(superAdminRoutes, { database, config })
  await app.register(authenticatorRoutes, { database, config, throttle: factorThrottle })
  await app.register(mfaRequirementRoutes, { database })
  await app.register(notMeRoutes, { database, config })
  await app.register(mySessionRoutes, { database })
  await app.register(impersonationRoutes, { database, config })
  await app.register(contactRoutes, { database, consentUsers: consentUsers(config) })
  await app.register(serviceRoutes, { database, config })
  await app.register(crisisRoutes, { config })
  await app.register(hsdsRoutes, { database, config })
  await app.register(phoneRoutes, { database })
  await app.register(accessLogRoutes, { database })
  await app.register(personRightsRoutes, { database, config })
  await app.register(referralRoutes, { database, config })
  await app.register(destinationRoutes, { database, config })
  await app.register(consentOverrideRoutes, { database })
  await app.register(supportRequestRoutes, { database, config })
  await app.register(filingRoutes, { database })
  await app.register(answeringRoutes, { database, config })
  await app.register(workingRoutes, { database, config })
  await app.register(waitingRoutes, { database })
  await app.register(mergingRoutes, { database, config })
  await app.register(viewRoutes, { database })
  await app.register(cannedAnswerRoutes, { database, config })
  await app.register(attachedFileRoutes, { database, config })
  await app.register(unsubscribeRoutes, { database, config })
  await app.register(measureRoutes, { database, config })
  await app.register(organizationRoutes, { database })
  await app.register(referenceRoutes, { database })
  await app.register(registrationRoutes, { database, config, captcha })
  await app.register(reviewRoutes, { database, config })
  await app.register(joinRequestRoutes, { database, config })
  await app.register(fileRoutes, { database, store, readers: [mayReadTicketFile] })
}

/** Everything that is worked outside a request. */
export const buildTasks = (services: Pick<Services, 'config' | 'database' | 'store' | 'log'>): TaskList => ({
  'deliver-message': deliverMessage(services),
  [blankMessagesTask]: blankMessages(services),
  [tidyTask]: tidy(services),
  [referralClockTask]: referralClock(services),
  [forgotPasswordTask]: forgotPassword(services),
  [failedSignInTask]: recordFailedSignIn({ ...services, security: createSecurityLog(services.log, services.config) }),
  [accountEventTidyTask]: tidyAccountEvents(services),
  [tidyFilesTask]: tidyFiles(services),
  [sweepFilesTask]: sweepFiles(services),
  [retentionTask]: workRetention(services),
  [notifyMessagesTask]: notifyMessages(services),
  [acknowledgeTask]: acknowledgeRequest({ ...services, usualResponseHours: usualResponse(services) }),
  [tellBulkTask]: tellBulk(services),
  [tellMergeTask]: tellMerge(services),
  [signOnLinkTask]: sendSignOnLink(services),
  [settleChangesTask]: settleChanges(services),
  [strengthenRecoveryCodesTask]: strengthenRecoveryCodes(services),
  [notifyReviewersTask]: notifyReviewers(services),
  'resend-verification': resendVerification(services),
})

/** Repeated tasks, in graphile-worker's crontab form. */
export const crontab = [
  tidyCrontab,
  blankMessagesCrontab,
  referralClockCrontab,
  accountEventCrontab,
  tidyFilesCrontab,
  sweepFilesCrontab,
  strengthenRecoveryCodesCrontab,
  retentionCrontab,
  settleChangesCrontab,
].join('\n')
