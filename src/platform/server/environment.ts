import { z } from 'zod'
import { isTimeZone } from '#platform/schema/time-zone.ts'
import { readScanAddress } from './scan-address.ts'
import { readSmsAddress } from './sms-address.ts'
import { readStorageAddress } from './storage-address.ts'

const flag = z
  .enum(['true', 'false', '1', '0', ''])
  .transform((v) => v === 'true' || v === '1')
  .optional()
const choice = (usual: 'true' | 'false') =>
  z
    .enum(['true', 'false'])
    .default(usual)
    .transform((v) => v === 'true')
const onByDefault = choice('true')
const offByDefault = choice('false')
const address = (protocols: RegExp) => z.url({ protocol: protocols })
const webAddress = address(/^https?$/)
/** A URL that needs more checks than zod can do; an error that `read` throws is reported for the setting. */
const readBy = <Read>(kind: z.ZodType<string, string>, read: (url: string) => Read) =>
  kind
    .transform((url, context) => {
      try {
        return read(url)
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message })
        return z.NEVER
      }
    })
    .optional()

/** A partner site that sends people here. Taken only from the configuration, never from a query string. */
export const Partner = z.object({
  source: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string(),
  logo: z.string().optional(),
  site: webAddress,
  confirmation: webAddress,
  backLabel: z.string(),
})
export type Partner = z.infer<typeof Partner>
const defaultPartners = JSON.stringify([
  {
    source: 'impacthq',
    name: 'ImpactHQ',
    site: 'https://impacthq.example.org/',
    confirmation: 'https://impacthq.example.org/registration-received',
    backLabel: 'Back to ImpactHQ',
  },
])
const partners = z
  .string()
  .default(defaultPartners)
  .transform((text, context) => {
    try {
      return z.array(Partner).parse(JSON.parse(text))
    } catch {
      context.addIssue({
        code: 'custom',
        message: 'must be a JSON list of {source, name, logo?, site, confirmation, backLabel}',
      })
      return z.NEVER
    }
  })

/** All settings by the name of their variable; `.env.example` describes each. */
export const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).optional(),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webAddress.optional(),
  ALLOW_HTTP: flag,
  HSTS_INCLUDE_SUBDOMAINS: z
    .enum(['true', 'false'])
    .default('true')
    .transform((v) => v === 'true'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: address(/^postgres(ql)?$/).optional(),
  DATABASE_MIGRATION_URL: address(/^postgres(ql)?$/).optional(),
  STORAGE_URL: readBy(address(/^(s3|file)$/), readStorageAddress),
  SCAN_URL: readBy(address(/^clamd$/), readScanAddress),
  AWS_REGION: z.string().default('us-east-1'),
  SMTP_URL: address(/^smtps?$/).optional(),
  MAIL_DETAIL: z.enum(['none', 'full']).default('none'),
  MAIL_TICKET_WORDS: z
    .enum(['true', 'false'])
    .default('true')
    .transform((v) => v === 'true'),
  SMS_URL: readBy(webAddress, (url) => readSmsAddress(url) && url),
  MAIL_FROM: z.string().optional(),
  MAIL_REPLY_DOMAIN: z
    .string()
    .toLowerCase()
    .max(180)
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain name')
    .optional(),
  MAIL_RETURNS: z
    .enum(['true', 'false'])
    .default('false')
    .transform((v) => v === 'true'),
  INBOUND_SMTP_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  INBOUND_SMTP_HOST: z.string().default('127.0.0.1'),
  INBOUND_SMTP_CERT: z.string().optional(),
  INBOUND_SMTP_KEY: z.string().optional(),
  AUTH_TYPE: z
    .string()
    .regex(/^(fallback|local|oidc)$/i, 'must be fallback, local or oidc')
    .default('fallback'),
  OIDC_ISSUER: webAddress.optional(),
  OIDC_CLIENT_ID: z.string().max(500).optional(),
  OIDC_CLIENT_SECRET: z.string().max(1000).optional(),
  OIDC_NAME: z.string().max(60).optional(),
  RECAPTCHA_SITE_KEY: z.string().optional(),
  RECAPTCHA_SECRET: z.string().optional(),
  RECAPTCHA_VERIFY_URL: webAddress.default('https://www.google.com/recaptcha/api/siteverify'),
  INSTRUMENTATION_KEY: z.string().optional(),
  INSTRUMENTATION_URL: webAddress.optional(),
  SECRET_KEYS: z.string().optional(),
  DEMO: flag,
  RETENTION_MONTHS: z.coerce.number().int().min(0).max(1200).default(84),
  RETENTION_ERASE_AFTER_MONTHS: z.coerce.number().int().min(1).max(1200).optional(),
  OFFLINE: onByDefault,
  SEND_UNDO_SECONDS: z.coerce.number().int().min(0).max(60).default(10),
  DEVICE_HOURS: z.coerce.number().int().min(1).max(168).default(12),
  NOTICE_JOIN_MINUTES: z.coerce.number().int().min(0).max(1440).optional(),
  PERSON_NOTICE_MINUTES: z.coerce.number().int().min(0).max(1440).default(10),
  LISTING_STALE_MONTHS: z.coerce.number().int().min(1).max(1200).default(12),
  LISTING_CHECK_DAYS: z.coerce.number().int().min(0).max(36_500).default(330),
  LISTING_CHECK_IMPORTANT_DAYS: z.coerce.number().int().min(1).max(36_500).default(180),
  LISTING_REMINDER_DAYS: z.coerce.number().int().min(1).max(365).default(14),
  SEARCH_COUNT_DAYS: z.coerce.number().int().min(1).max(3650).default(730),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(64).default(6),
  SIGN_IN_FAILURE_LIMIT: z.coerce.number().int().min(10).max(1_000_000).default(1000),
  SESSIONS_PER_ACCOUNT: z.coerce.number().int().min(1).max(1000).default(20),
  ACCOUNT_CALL_LIMIT: z.coerce.number().int().min(5).max(1_000_000).default(60),
  MAX_CONNECTIONS: z.coerce.number().int().min(10).max(100_000).default(5000),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  TIME_ZONE: z.string().default('America/New_York').refine(isTimeZone, 'is not a known time zone'),
  TRUST_PROXY: z
    .string()
    .regex(/^(true|false|\d)$/, 'must be true, false, or how many proxies there are')
    .transform((v) => (v === 'true' ? 1 : v === 'false' ? 0 : Number(v)))
    .optional(),
  PRODUCT_NAME: z.string().min(1).max(60).default('Hearthline'),
  LOGO_URL: z.string().optional(),
  TERMS_URL: z.string().default('/legal/terms.pdf'),
  RESOURCE_LIBRARY_URL: webAddress.default('https://openreferral.org/'),
  DEMO_VIDEO_URL: z.string().default('/demo.webm'),
  BOOK_A_DEMO_URL: address(/^(https?|mailto)$/).optional(),
  CONTACT_EMAIL: z.email().optional(),
  PARTNERS: partners,
  CRISIS_FILE: z.string().optional(),
  GEOCODER_URL: webAddress.optional(),
  MAP_STYLE_URL: webAddress.optional(),
  MAP_PMTILES: z.string().optional(),
  IMPORT_HOSTS: z
    .string()
    .transform((hosts) => hosts.split(',').flatMap((host) => host.trim().toLowerCase() || []))
    .optional(),
  IMPORT_MAX_MEGABYTES: z.coerce.number().int().min(1).max(100_000).default(1024),
  SERVICE_LIST_DAYS: z.coerce.number().int().min(1).max(366).default(90),
  PUBLIC_DIRECTORY: offByDefault,
  PUBLIC_DIRECTORY_INDEXED: offByDefault,
  PUBLIC_DIRECTORY_CALL_LIMIT: z.coerce.number().int().min(5).max(1_000_000).default(300),
  HSDS_PUBLIC: onByDefault,
  HSDS_CONTACTS: onByDefault,
  HSDS_CALL_LIMIT: z.coerce.number().int().min(5).max(1_000_000).default(600),
})
export type Environment = z.infer<typeof Environment>
