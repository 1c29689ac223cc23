import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { z } from 'zod'
import { Environment, type Partner } from './environment.ts'
import { ownAddresses } from './own-addresses.ts'
import { makePrivateFolder } from './private-folder.ts'
import type { ScanAddress } from './scan-address.ts'
import { requiresTls } from './smtp-address.ts'
import type { StorageAddress } from './storage-address.ts'
import { writeWhole } from './write-whole.ts'

export interface Config {
  production: boolean
  port: number
  host: string
  publicUrl: string
  /** HSTS also covers the subdomains of the host. */
  hstsSubdomains: boolean
  dataDir: string
  databaseUrl: string | null
  /** The URL of the database's owner, if a different role serves. */
  databaseMigrationUrl: string | null
  storage: StorageAddress
  /** The virus scanner; null: files are not scanned. */
  scan: ScanAddress | null
  smtpUrl: string | null
  /** Mail is not sent if the server does not support encryption. */
  smtpRequiresTls: boolean
  /** `full`: mail about a referral names the person (first name and initial) and the need. */
  mailDetail: 'none' | 'full'
  /** Whether mail about a ticket contains the text of public notes. */
  mailTicketWords: boolean
  smsUrl: string | null
  /** Whether text messages go out; in evaluation, to the outbox. */
  sendsTexts: boolean
  mailFrom: string
  /** The domain of the reply addresses in mails about tickets. */
  mailReplyDomain: string | null
  /** whether mail servers report to that domain what they could not deliver */
  mailReturns: boolean
  /** Where this process listens for those replies; `tls` gives the paths of PEM files. */
  inboundSmtp: { port: number; host: string; tls: { cert: string; key: string } | null } | null
  authType: string
  /** The OpenID provider for AUTH_TYPE=oidc. `name` is its display name. */
  signOn: { issuer: string; clientId: string; clientSecret: string; name: string } | null
  recaptcha: { siteKey: string; secret: string; verifyUrl: string } | null
  instrumentation: { key: string; url: string | null } | null
  /** The first one signs, all of them verify. */
  secretKeys: string[]
  /** Whether the demo community is created and its sign-ins are offered. */
  demo: boolean
  /** Messages stay in the outbox instead of being sent. */
  evaluation: boolean
  /**
   * Months without activity until a person is proposed for erasure (0: never), and from then until automatic erasure.
   */
  retention: { months: number; eraseAfterMonths: number | null }
  /**
   * After so many months without confirmation a listing is stale. Its organization is asked after so many days (0:
   * never), sooner if it is important, and reminded after so many.
   */
  listings: { staleMonths: number; checkDays: number; importantCheckDays: number; reminderDays: number }
  /** Days for which searches without a result are counted. */
  searchCountDays: number
  /** Seconds after a notice by mail during which further notices to the same address are held, to be joined; 0: off. */
  joinSeconds: number
  /** Minutes after a step until the people of a referral are notified. */
  personNoticeMinutes: number
  passwordMinLength: number
  /** The maximum number of sessions per account; a further sign-in ends the oldest. */
  sessionsPerAccount: number
  /** Failed sign-ins in 15 minutes, over all accounts, after which every sign-in requires a captcha. */
  signInFailureLimit: number
  /** Calls per hour from one network that create an account or mail a link. */
  accountCallLimit: number
  /** The maximum number of connections to this process. */
  maxConnections: number
  /** For how long the process still answers after SIGTERM, so that proxies notice that it is not ready. */
  drainSeconds: number
  metricsPort: number | null
  logLevel: string
  timeZone: string
  /**
   * The number of trusted proxies that append to X-Forwarded-For. Earlier entries come from the caller and are not
   * trusted.
   */
  trustProxy: number
  productName: string
  /** For how long sending a referral can be undone; 0: it goes out at once. */
  sendUndoSeconds: number
  /** How long browsers keep drafts and what works offline. */
  deviceHours: number
  /** Whether browsers may install the worker that opens the portal without a connection. */
  offline: boolean
  logoUrl: string | null
  termsUrl: string
  resourceLibraryUrl: string
  demoVideoUrl: string
  bookADemoUrl: string
  contactEmail: string
  partners: Partner[]
  /** A file with crisis words and hotlines that replaces the built-in one. */
  crisisFile: string | null
  /** The geocoder that finds where an address is; null: only ZIP codes, towns and counties are found. */
  geocoderUrl: string | null
  /** The base map: a style at another site, or a file of tiles; without either, the counties. */
  map: { styleUrl: string | null; tilesFile: string | null }
  /** The files of one import from the screen, in bytes; hosts of HSDS addresses that may be internal. */
  imports: { maxBytes: number; allowedHosts: string[] }
  /** How many days the link to a list of services works. */
  serviceListDays: number
  /**
   * Whether anybody may search the directory at /find, and search engines may list it; pages of one network in ten
   * minutes.
   */
  publicDirectory: { isOn: boolean; isIndexed: boolean; callLimit: number }
  /**
   * Whether the directory is published at /hsds/, and with the names and e-mail addresses of contacts; calls of one
   * network in ten minutes.
   */
  hsds: { isPublic: boolean; withContacts: boolean; callLimit: number }
}

export class ConfigError extends Error {}

const SHORTEST_SECRET = 32

/**
 * This installation's own secret, generated at the first start and stored in the data folder.
 * @throws ConfigError if the file holds none: a new one would lock out whoever has a second factor
 */
function loadOrCreateSecret(dataDir: string) {
  const file = resolve(dataDir, 'secret')
  if (!existsSync(file)) {
    makePrivateFolder(dataDir)
    writeWhole(file, randomBytes(32).toString('base64url'))
  }
  chmodSync(file, 0o600)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < SHORTEST_SECRET)
    throw new ConfigError(
      `${file} is damaged: it holds fewer than ${SHORTEST_SECRET} characters. Restore it from a backup. Only if this installation has never been used, delete it: the next start generates another one.`,
    )
  return secret
}

const isLoopback = (url: string) => /^http:\/\/(localhost|127(\.\d+){3}|\[::1\])([:/]|$)/i.test(url)
const mayServe = (url: string, allowHttp = false) => url.startsWith('https:') || (allowHttp && isLoopback(url))
const httpRefused =
  'PUBLIC_URL: production needs an https address (ALLOW_HTTP=true allows only http://localhost and loopback addresses)'

/** Connections to a database on another machine must use TLS, unless the URL explicitly says otherwise. */
function saysTls(url: string) {
  const { hostname, searchParams } = new URL(url)
  return ['', 'localhost', '127.0.0.1', '[::1]'].includes(hostname) || searchParams.has('sslmode')
}
const tlsUnsaid =
  ': production needs sslmode=verify-full in it (or sslmode=disable, where the network between is encrypted by other means)'

const databaseMistakes = (e: DatabaseEnvironment) =>
  [
    ...(e.NODE_ENV === 'production'
      ? [
          !e.DATABASE_URL && 'DATABASE_URL: production needs a PostgreSQL of its own',
          ...(['DATABASE_URL', 'DATABASE_MIGRATION_URL'] as const).map((name) => {
            const url = e[name]
            return url && !saysTls(url) && `${name}${tlsUnsaid}`
          }),
        ]
      : []),
    e.DATABASE_MIGRATION_URL && !e.DATABASE_URL && 'DATABASE_URL: DATABASE_MIGRATION_URL needs it',
  ].filter((m): m is string => Boolean(m))

function productionMistakes(e: Environment) {
  if (e.NODE_ENV !== 'production') return []
  return [
    !e.SMTP_URL && 'SMTP_URL: production needs a way to send mail',
    (e.SECRET_KEYS ?? '').split(',').some((k) => k.length < SHORTEST_SECRET) &&
      'SECRET_KEYS: production needs at least one secret of 32 characters or more',
    e.DEMO && 'DEMO: there are no demo accounts in production',
    !e.PUBLIC_URL && 'PUBLIC_URL: production needs the address that people use',
    e.GEOCODER_URL &&
      !mayServe(e.GEOCODER_URL, true) &&
      'GEOCODER_URL: production needs an https address, or this machine',
    e.PUBLIC_URL && !mayServe(e.PUBLIC_URL, e.ALLOW_HTTP) && httpRefused,
  ].filter((m): m is string => Boolean(m))
}

/** Settings that require another one. */
function pairMistakes(e: Environment) {
  const pairs = [
    ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'],
    ['INBOUND_SMTP_CERT', 'INBOUND_SMTP_KEY'],
  ] as const
  return [
    ...pairs
      .filter(([one, other]) => Boolean(e[one]) !== Boolean(e[other]))
      .map((pair) => `${pair.join(' and ')}: give both or neither`),
    ...(e.RETENTION_ERASE_AFTER_MONTHS !== undefined && e.RETENTION_MONTHS === 0
      ? ['RETENTION_MONTHS: RETENTION_ERASE_AFTER_MONTHS needs it to be more than 0']
      : []),
    ...(e.MAP_STYLE_URL && e.MAP_PMTILES ? ['MAP_STYLE_URL and MAP_PMTILES: give one of them'] : []),
    ...(e.INBOUND_SMTP_PORT !== undefined && !e.MAIL_REPLY_DOMAIN
      ? ['MAIL_REPLY_DOMAIN: INBOUND_SMTP_PORT needs it']
      : []),
    ...(e.MAIL_RETURNS && !e.MAIL_REPLY_DOMAIN ? ['MAIL_REPLY_DOMAIN: MAIL_RETURNS needs it'] : []),
    ...(e.MAIL_DETAIL === 'full' && !(e.SMTP_URL && requiresTls(e.SMTP_URL, e.NODE_ENV === 'production'))
      ? ['MAIL_DETAIL: full needs an SMTP_URL that requires encryption (smtps:// or ?requireTLS=true)']
      : []),
  ]
}

const isOidc = (authType: string | undefined) => authType?.toLowerCase() === 'oidc'

/** Single sign-on must be configured completely or not at all; a provider on another machine must use https. */
function signOnMistakes(given: Record<string, string | undefined>) {
  const { AUTH_TYPE, OIDC_ISSUER: issuer } = given
  const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']
  const missing = isOidc(AUTH_TYPE) ? needed.filter((name) => !given[name]) : []
  return [
    ...missing.map((name) => `${name}: AUTH_TYPE=oidc needs it`),
    ...(issuer?.startsWith('http:') && !isLoopback(issuer) ? ['OIDC_ISSUER: must be an https address'] : []),
  ]
}

const withoutEmpty = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([, v]) => v !== ''))
const refuse = (mistakes: string[]): never => {
  throw new ConfigError(`The configuration has mistakes:\n  ${mistakes.join('\n  ')}`)
}
const issuesOf = ({ issues }: z.ZodError) => issues.map((i) => `${i.path.join('.')}: ${i.message}`)

/**
 * Reads and validates the whole configuration.
 * @throws ConfigError that lists all mistakes, one per line
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = withoutEmpty(environment)
  const parsed = Environment.safeParse(given)
  const mistakes = parsed.success
    ? [...databaseMistakes(parsed.data), ...productionMistakes(parsed.data), ...pairMistakes(parsed.data)]
    : issuesOf(parsed.error)
  mistakes.push(...signOnMistakes(given))
  return parsed.success && !mistakes.length ? assemble(parsed.data) : refuse(mistakes)
}

const DatabaseEnvironment = Environment.pick({
  ...{ NODE_ENV: true, DATA_DIR: true, DATABASE_URL: true, DATABASE_MIGRATION_URL: true },
})
type DatabaseEnvironment = z.infer<typeof DatabaseEnvironment>

/**
 * Reads and validates only where the database is: commands that need nothing else run without the portal's secrets.
 * @throws ConfigError that lists all mistakes, one per line
 */
export function readDatabaseConfig(environment: NodeJS.ProcessEnv = process.env) {
  const parsed = DatabaseEnvironment.safeParse(withoutEmpty(environment))
  const mistakes = parsed.success ? databaseMistakes(parsed.data) : issuesOf(parsed.error)
  if (!parsed.success || mistakes.length) return refuse(mistakes)
  const { DATA_DIR, DATABASE_URL, DATABASE_MIGRATION_URL } = parsed.data
  return {
    ...{ dataDir: resolve(DATA_DIR), databaseUrl: DATABASE_URL ?? null },
    databaseMigrationUrl: DATABASE_MIGRATION_URL ?? null,
  }
}

function storageOf({ STORAGE_URL: given, AWS_REGION }: Environment, dataDir: string): StorageAddress {
  if (given?.kind === 's3') return { ...given, region: given.region ?? AWS_REGION }
  return given ?? { kind: 'disk', folder: resolve(dataDir, 'files') }
}

function inboundOf(e: Environment): Config['inboundSmtp'] {
  if (e.INBOUND_SMTP_PORT === undefined) return null
  const [cert, key] = [e.INBOUND_SMTP_CERT, e.INBOUND_SMTP_KEY]
  return { port: e.INBOUND_SMTP_PORT, host: e.INBOUND_SMTP_HOST, tls: cert && key ? { cert, key } : null }
}

function assemble(e: Environment): Config {
  const dataDir = resolve(e.DATA_DIR)
  const production = e.NODE_ENV === 'production'
  const evaluation = !e.DATABASE_URL && !production
  const hasOutbox = evaluation || (!production && e.DEMO === true)
  return {
    production,
    port: e.PORT,
    host: e.HOST,
    publicUrl: (e.PUBLIC_URL ?? `http://${e.HOST}:${e.PORT}`).replace(/\/$/, ''),
    hstsSubdomains: e.HSTS_INCLUDE_SUBDOMAINS,
    dataDir,
    databaseUrl: e.DATABASE_URL ?? null,
    databaseMigrationUrl: e.DATABASE_MIGRATION_URL ?? null,
    storage: storageOf(e, dataDir),
    scan: e.SCAN_URL ?? null,
    smtpUrl: e.SMTP_URL ?? null,
    smtpRequiresTls: e.SMTP_URL !== undefined && requiresTls(e.SMTP_URL, production),
    mailDetail: e.MAIL_DETAIL,
    mailTicketWords: e.MAIL_TICKET_WORDS,
    smsUrl: e.SMS_URL ?? null,
    sendsTexts: hasOutbox || e.SMS_URL !== undefined,
    mailReplyDomain: e.MAIL_REPLY_DOMAIN ?? null,
    mailReturns: e.MAIL_RETURNS,
    inboundSmtp: inboundOf(e),
    authType: e.AUTH_TYPE,
    signOn:
      isOidc(e.AUTH_TYPE) && e.OIDC_ISSUER && e.OIDC_CLIENT_ID && e.OIDC_CLIENT_SECRET
        ? {
            issuer: e.OIDC_ISSUER,
            clientId: e.OIDC_CLIENT_ID,
            clientSecret: e.OIDC_CLIENT_SECRET,
            name: e.OIDC_NAME ?? new URL(e.OIDC_ISSUER).hostname,
          }
        : null,
    recaptcha:
      e.RECAPTCHA_SITE_KEY && e.RECAPTCHA_SECRET
        ? { siteKey: e.RECAPTCHA_SITE_KEY, secret: e.RECAPTCHA_SECRET, verifyUrl: e.RECAPTCHA_VERIFY_URL }
        : null,
    instrumentation: e.INSTRUMENTATION_KEY ? { key: e.INSTRUMENTATION_KEY, url: e.INSTRUMENTATION_URL ?? null } : null,
    secretKeys: e.SECRET_KEYS ? e.SECRET_KEYS.split(',').map((k) => k.trim()) : [loadOrCreateSecret(dataDir)],
    demo: e.DEMO ?? evaluation,
    evaluation: hasOutbox,
    retention: { months: e.RETENTION_MONTHS, eraseAfterMonths: e.RETENTION_ERASE_AFTER_MONTHS ?? null },
    listings: {
      ...{ staleMonths: e.LISTING_STALE_MONTHS, checkDays: e.LISTING_CHECK_DAYS },
      ...{ importantCheckDays: e.LISTING_CHECK_IMPORTANT_DAYS, reminderDays: e.LISTING_REMINDER_DAYS },
    },
    searchCountDays: e.SEARCH_COUNT_DAYS,
    joinSeconds: 60 * (e.NOTICE_JOIN_MINUTES ?? (production ? 10 : 0)),
    personNoticeMinutes: e.PERSON_NOTICE_MINUTES,
    passwordMinLength: e.PASSWORD_MIN_LENGTH,
    sessionsPerAccount: e.SESSIONS_PER_ACCOUNT,
    signInFailureLimit: e.SIGN_IN_FAILURE_LIMIT,
    accountCallLimit: e.ACCOUNT_CALL_LIMIT,
    maxConnections: e.MAX_CONNECTIONS,
    drainSeconds: e.DRAIN_SECONDS ?? (production ? 5 : 0),
    metricsPort: e.METRICS_PORT ?? null,
    logLevel: e.LOG_LEVEL,
    timeZone: e.TIME_ZONE,
    trustProxy: e.TRUST_PROXY ?? 0,
    productName: e.PRODUCT_NAME,
    sendUndoSeconds: e.SEND_UNDO_SECONDS,
    deviceHours: e.DEVICE_HOURS,
    offline: e.OFFLINE,
    logoUrl: e.LOGO_URL ?? null,
    termsUrl: e.TERMS_URL,
    resourceLibraryUrl: e.RESOURCE_LIBRARY_URL,
    demoVideoUrl: e.DEMO_VIDEO_URL,
    ...ownAddresses(e),
    partners: e.PARTNERS,
    publicDirectory: {
      ...{ isOn: e.PUBLIC_DIRECTORY, isIndexed: e.PUBLIC_DIRECTORY_INDEXED },
      callLimit: e.PUBLIC_DIRECTORY_CALL_LIMIT,
    },
    hsds: { isPublic: e.HSDS_PUBLIC, withContacts: e.HSDS_CONTACTS, callLimit: e.HSDS_CALL_LIMIT },
    serviceListDays: e.SERVICE_LIST_DAYS,
    imports: { maxBytes: e.IMPORT_MAX_MEGABYTES * 1024 * 1024, allowedHosts: e.IMPORT_HOSTS ?? [] },
    crisisFile: e.CRISIS_FILE ? resolve(e.CRISIS_FILE) : null,
    geocoderUrl: e.GEOCODER_URL ?? null,
    map: { styleUrl: e.MAP_STYLE_URL ?? null, tilesFile: e.MAP_PMTILES ? resolve(e.MAP_PMTILES) : null },
  }
}
