import { randomUUID } from 'node:crypto'
import {
  type LapsedIntake,
  listLapsedOrganizations,
  takeLapsedIntakes,
} from '#directory/services/server/directory-public.ts'
import { findOrganizationOwner } from '#identity/organizations/server/organizations-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { greeting } from '#platform/server/greeting.ts'
import type { Task } from '#platform/server/jobs.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { days, type MessageKind, nobody } from '#platform/server/message-kind.ts'
import { sendMessage } from '#platform/server/messages.ts'
import { createTexts } from '#platform/server/texts.ts'
import en from '../texts/mail.en.json' with { type: 'json' }
import es from '../texts/mail.es.json' with { type: 'json' }
import { listListingAdmins } from './listing-admins.ts'

export const askAboutIntakeTask = 'ask-about-intake'
/** In the morning of most of the country, so that the question does not come at night. */
export const askAboutIntakeCrontab = `5 14 * * * ${askAboutIntakeTask}`

const texts = createTexts({ en, es })
const question: MessageKind = {
  name: 'intake-status',
  overBound: 'leave-out',
  bounds: { recipient: { most: 3, seconds: days(1) } },
}
/** More are counted only. */
const MOST_NAMED = 10

type Product = Pick<Config, 'productName' | 'publicUrl' | 'timeZone'>

async function ask(database: Database, product: Product, organizationId: string, lapsed: LapsedIntake[]) {
  const owner = await findOrganizationOwner(database, organizationId)
  if (owner?.standing !== 'verified') return
  const names = lapsed.map(({ name }) => name).sort((a, b) => a.localeCompare(b))
  for (const admin of await listListingAdmins(database, organizationId)) {
    const t = texts(admin.language)
    const words = { product: product.productName, organization: owner.name, count: names.length }
    const more = names.length - MOST_NAMED
    const title = t('intake.title', words)
    await sendMessage(database, {
      ...{ channel: 'email', to: admin.email, kind: question, field: 'email', about: nobody, subject: title },
      expiresOn: null,
      // The services are marked in the same transaction, so each question is asked only once.
      key: randomUUID(),
      ...renderMail({
        language: admin.language,
        title,
        paragraphs: [
          greeting(admin.language, admin.firstName),
          t('intake.lead', words),
          ...names.slice(0, MOST_NAMED).map((name) => `– ${name}`),
          ...(more > 0 ? [t('intake.more', { count: more })] : []),
          t('intake.what', words),
        ],
        productName: product.productName,
        action: { label: t('intake.action', words), url: `${product.publicUrl}/organization/listing` },
      }),
    })
  }
}

/** Whoever edits a service waits for the organizations of one slice at most. */
const SLICE = 50

/** Asks the admins of each organization once about the services whose intake status is past its day. */
export const askAboutIntake =
  ({ database, config }: { database: Database; config: Product }): Task =>
  async () => {
    const organizations = await listLapsedOrganizations(database, config.timeZone)
    for (let at = 0; at < organizations.length; at += SLICE)
      await database.transaction().execute(async (transaction) => {
        const taken = await takeLapsedIntakes(transaction, organizations.slice(at, at + SLICE), config.timeZone)
        const lapsed = Map.groupBy(taken, (one) => one.organizationId)
        for (const [organizationId, services] of lapsed) await ask(transaction, config, organizationId, services)
      })
  }
