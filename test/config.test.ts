import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { Environment } from '#platform/server/environment.ts'
import { renderSettings } from '#root/scripts/render-settings.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'hearthline-config-'))

it('D-RUN-2 lists all mistakes of the configuration together', () => {
  expect(() =>
    readConfig({ DATA_DIR, PORT: 'many', DATABASE_URL: 'mysql://x', TIME_ZONE: 'Mars', LOG_LEVEL: 'loud' }),
  ).toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*LOG_LEVEL[\s\S]*TIME_ZONE/)
})

it('D-RUN-2 says in .env.example and on the page of settings what each setting is by default', () => {
  const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  const example = read('.env.example')
  const shown = parseEnv(example)
  expect(Object.keys(shown).sort()).toEqual(Object.keys(Environment.shape).sort())
  const defaults = Environment.parse({})
  expect(Environment.parse(Object.fromEntries(Object.entries(shown).filter(([, value]) => value)))).toEqual(defaults)
  for (const [name, value] of Object.entries(shown))
    expect(Boolean(value), name).toBe(defaults[name as keyof typeof defaults] !== undefined)
  const page = renderSettings(example)
  for (const name of Object.keys(shown))
    expect(page, name).toMatch(new RegExp(`^\\| \`${name}\` \\|.*\\| \\S.* \\|$`, 'm'))
  expect(read('docs/guide/settings.md')).toBe(page)
})

it('D-RUN-2 refuses a setting without the one that it needs', () => {
  const halves = { RECAPTCHA_SITE_KEY: 'key', INBOUND_SMTP_CERT: 'cert.pem', INBOUND_SMTP_PORT: '2525' }
  expect(() => readConfig({ DATA_DIR, ...halves })).toThrow(
    /RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET[\s\S]*INBOUND_SMTP_CERT and INBOUND_SMTP_KEY[\s\S]*MAIL_REPLY_DOMAIN/,
  )
})

it('CFG-03 has working defaults for every name and address, and takes others', () => {
  expect(readConfig({ DATA_DIR })).toMatchObject({
    productName: 'Hearthline',
    termsUrl: '/legal/terms.pdf',
    demoVideoUrl: '/demo.webm',
    bookADemoUrl: '/demo.webm',
    publicUrl: 'http://127.0.0.1:3000',
    geocoderUrl: null,
    evaluation: true,
    demo: true,
  })
  expect(
    readConfig({ DATA_DIR, PRODUCT_NAME: 'Nearby', TERMS_URL: 'https://x.test/t.pdf', PUBLIC_URL: 'https://n.test/' }),
  ).toMatchObject({ productName: 'Nearby', termsUrl: 'https://x.test/t.pdf', publicUrl: 'https://n.test' })
})

it('CFG-03 derives sender, contact and demo from what is configured, so that none of them leads nowhere', () => {
  const base = { DATA_DIR, PRODUCT_NAME: 'Nearby', PUBLIC_URL: 'https://portal.nearby.org/' }
  expect(readConfig(base)).toMatchObject({
    mailFrom: '"Nearby" <hearthline@portal.nearby.org>',
    contactEmail: 'hearthline@portal.nearby.org',
    bookADemoUrl: 'mailto:hearthline@portal.nearby.org?subject=A%20demo%20of%20Nearby',
  })
  expect(readConfig({ ...base, MAIL_FROM: 'desk@nearby.org' })).toMatchObject({ contactEmail: 'desk@nearby.org' })
  const all = { CONTACT_EMAIL: 'ask@nearby.org', BOOK_A_DEMO_URL: 'https://nearby.org/demo' }
  expect(readConfig({ ...base, ...all })).toMatchObject({
    contactEmail: 'ask@nearby.org',
    bookADemoUrl: 'https://nearby.org/demo',
  })
  expect(readConfig({ ...base, CONTACT_EMAIL: 'ask@nearby.org' }).bookADemoUrl).toMatch(/^mailto:ask@nearby\.org\?/)
})

it('D-RUN-3 refuses production without database, mail, secrets and address, or with the demo', () => {
  const start = () => readConfig({ DATA_DIR, NODE_ENV: 'production', SECRET_KEYS: 'short', DEMO: 'true' })
  for (const name of ['DATABASE_URL', 'SMTP_URL', 'SECRET_KEYS', 'DEMO', 'PUBLIC_URL']) expect(start).toThrow(name)
  const production = readConfig({
    DATA_DIR,
    NODE_ENV: 'production',
    SECRET_KEYS: 'x'.repeat(32),
    DATABASE_URL: 'postgres://a@b/c?sslmode=verify-full',
    SMTP_URL: 'smtp://m',
    PUBLIC_URL: 'https://p.test',
  })
  expect(production).toMatchObject({ evaluation: false, demo: false })
})

it('F-03 D-MAIL-1 requires an encrypted mail server in production, unless configured otherwise or local', () => {
  const base = {
    DATA_DIR,
    SECRET_KEYS: 'x'.repeat(32),
    DATABASE_URL: 'postgres://a@localhost/c',
    PUBLIC_URL: 'https://p.test',
  }
  const production = (SMTP_URL: string) => readConfig({ ...base, NODE_ENV: 'production', SMTP_URL }).smtpRequiresTls
  for (const url of [
    'smtp://m',
    'smtps://m',
    'smtp://m?requireTLS=true',
    'smtp://127.0.0.1.evil.test',
    'smtp://localhost.test',
  ])
    expect(production(url), url).toBe(true)
  for (const url of ['smtp://m?requireTLS=false', 'smtp://localhost', 'smtp://127.0.0.1:25', 'smtp://[::1]'])
    expect(production(url), url).toBe(false)
  expect(readConfig({ DATA_DIR, SMTP_URL: 'smtp://m' }).smtpRequiresTls).toBe(false)
})

it('F-03 D-MAIL-1 names people in mail only where the mail server is encrypted for certain', () => {
  const detail = (SMTP_URL?: string) => () => readConfig({ DATA_DIR, MAIL_DETAIL: 'full', SMTP_URL }).mailDetail
  expect(readConfig({ DATA_DIR })).toMatchObject({ mailDetail: 'none', mailTicketWords: true })
  for (const url of [undefined, 'smtp://m', 'smtp://m?requireTLS=false', 'smtp://localhost'])
    expect(detail(url), url).toThrow('MAIL_DETAIL')
  expect([detail('smtps://m')(), detail('smtp://m?requireTLS=true')()]).toEqual(['full', 'full'])
})

it('CFG-04 takes partners from the configuration alone, each checked', () => {
  const partner = {
    source: 'nearby',
    name: 'Nearby',
    site: 'https://n.test/',
    confirmation: 'https://n.test/ok',
    backLabel: 'Back',
  }
  expect(readConfig({ DATA_DIR, PARTNERS: JSON.stringify([partner]) }).partners).toEqual([partner])
  expect(() =>
    readConfig({ DATA_DIR, PARTNERS: JSON.stringify([{ ...partner, site: 'javascript:alert(1)' }]) }),
  ).toThrow('PARTNERS')
})

it('D-RUN-2 stores files in the data folder, or where STORAGE_URL says, in the standard region', () => {
  expect(readConfig({ DATA_DIR }).storage).toEqual({ kind: 'disk', folder: `${DATA_DIR}/files` })
  const s3 = { DATA_DIR, STORAGE_URL: 's3://bucket/folder' }
  expect(readConfig(s3).storage).toMatchObject({ kind: 's3', prefix: 'folder/', region: 'us-east-1' })
  expect(readConfig({ ...s3, AWS_REGION: 'eu-west-1' }).storage).toMatchObject({ region: 'eu-west-1' })
  expect(() => readConfig({ DATA_DIR, STORAGE_URL: 's3://key@bucket/x' })).toThrow(/STORAGE_URL: .*secret/)
})

it('D-AUTH-1 D-RUN-2 lists everything that single sign-on lacks together with the other mistakes', () => {
  expect(() => readConfig({ DATA_DIR, AUTH_TYPE: 'oidc', PORT: 'many' })).toThrow(
    /PORT[\s\S]*OIDC_ISSUER[\s\S]*OIDC_CLIENT_ID[\s\S]*OIDC_CLIENT_SECRET/,
  )
  const given = { DATA_DIR, AUTH_TYPE: 'OIDC', OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 's' }
  expect(() => readConfig({ ...given, OIDC_ISSUER: 'http://login.county.test' })).toThrow(
    'OIDC_ISSUER: must be an https',
  )
  expect(readConfig({ ...given, OIDC_ISSUER: 'https://login.county.test/realm' }).signOn).toEqual({
    issuer: 'https://login.county.test/realm',
    clientId: 'portal',
    clientSecret: 's',
    name: 'login.county.test',
  })
})

it('D-RUN-2 refuses a text service without account or number at the start', () => {
  const start = (SMS_URL: string) => () => readConfig({ DATA_DIR, SMS_URL })
  expect(start('https://api.twilio.com?from=+17165550100')).toThrow(/SMS_URL: .*account/)
  expect(start('https://AC1:token@api.twilio.com')).toThrow(/SMS_URL: .*from/)
  expect(start('https://AC1:token@api.twilio.com?from=+17165550100')).not.toThrow()
})

it('LOGIN-04 trusts as many proxies as it is told of', () => {
  const proxies = (TRUST_PROXY: string) => readConfig({ DATA_DIR, TRUST_PROXY }).trustProxy
  expect(['', 'false', 'true', '2'].map(proxies)).toEqual([0, 0, 1, 2])
  expect(() => proxies('10.0.0.0/8')).toThrow('TRUST_PROXY')
})

const productionSettings = {
  DATA_DIR,
  NODE_ENV: 'production',
  SECRET_KEYS: 'x'.repeat(32),
  DATABASE_URL: 'postgres://a@b/c?sslmode=verify-full',
  SMTP_URL: 'smtps://m',
}

it('F-14 takes only the three known values of NODE_ENV', () => {
  for (const NODE_ENV of ['prod', 'Production', 'PRODUCTION', 'production ', 'staging'])
    expect(() => readConfig({ DATA_DIR, NODE_ENV }), NODE_ENV).toThrow('NODE_ENV')
  for (const NODE_ENV of ['development', 'test', '']) expect(readConfig({ DATA_DIR, NODE_ENV }).production).toBe(false)
})

it('F-14 production requires an https address, and plain http only on this machine when told so', () => {
  const start = (PUBLIC_URL: string, ALLOW_HTTP = '') =>
    readConfig({ ...productionSettings, PUBLIC_URL, ALLOW_HTTP }).publicUrl
  expect(start('https://portal.test')).toBe('https://portal.test')
  for (const url of ['http://portal.test', 'http://localhost:3000', 'http://127.0.0.1'])
    expect(() => start(url), url).toThrow(/PUBLIC_URL: .*https/)
  for (const url of ['http://portal.test', 'http://127.0.0.1.portal.test', 'http://localhost.portal.test'])
    expect(() => start(url, 'true'), url).toThrow(/PUBLIC_URL: .*https/)
  expect(start('http://localhost:3000', 'true')).toBe('http://localhost:3000')
})

it('DIR-06 production reaches a geocoder by https, unless it is on this machine', () => {
  const start = (GEOCODER_URL: string) =>
    readConfig({ ...productionSettings, PUBLIC_URL: 'https://p.test', GEOCODER_URL }).geocoderUrl
  expect(() => start('http://geocoder.test/search')).toThrow(/GEOCODER_URL: .*https/)
  for (const url of ['https://geocoder.test/search', 'http://127.0.0.1:8080/search']) expect(start(url)).toBe(url)
})

it('F-24 closes the data folder to other users of the machine, also one that stood open', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-open-'))
  chmodSync(folder, 0o755)
  readConfig({ DATA_DIR: folder })
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
})

it('F-24 a full disk leaves no empty secret, and one that is too short is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-full-'))
  const read = `import('./src/platform/server/config.ts').then((m) => m.readConfig({ DATA_DIR: ${JSON.stringify(folder)} }))`
  // No file may grow, as on a full disk; the signal that says so is ignored.
  const full = `trap '' XFSZ; ulimit -f 0; exec "$0" -e "$1"`
  const { status } = spawnSync('sh', ['-c', full, process.execPath, read])
  expect([status, readdirSync(folder)]).toEqual([1, []])
  writeFileSync(join(folder, 'secret'), '')
  expect(() => readConfig({ DATA_DIR: folder })).toThrow(/secret is damaged/)
  rmSync(join(folder, 'secret'))
  const [secret] = readConfig({ DATA_DIR: folder }).secretKeys
  expect([secret?.length, readConfig({ DATA_DIR: folder }).secretKeys]).toEqual([43, [secret]])
})

it('F-24 production reaches a database on another machine by TLS, unless told otherwise', () => {
  const start = (DATABASE_URL: string) =>
    readConfig({ ...productionSettings, PUBLIC_URL: 'https://p.test', DATABASE_URL }).databaseUrl
  expect(() => start('postgres://a@db.test/c')).toThrow(/DATABASE_URL: .*sslmode/)
  for (const url of ['postgres://a@db.test/c?sslmode=disable', 'postgres://a@127.0.0.1/c', 'postgres:///c'])
    expect(start(url), url).toBe(url)
  expect(() =>
    readConfig({
      ...productionSettings,
      PUBLIC_URL: 'https://p.test',
      DATABASE_MIGRATION_URL: 'postgres://o@db.test/c',
    }),
  ).toThrow(/DATABASE_MIGRATION_URL: .*sslmode/)
})
