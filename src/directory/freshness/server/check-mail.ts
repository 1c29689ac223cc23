import { randomUUID } from 'node:crypto'
import { hoursSentence } from '#directory/services/hours-sentence.ts'
import type { ServiceDocument } from '#directory/services/server/directory-public.ts'
import type { WeekHours } from '#directory/services/week-hours.ts'
import { hashCode, newCode } from '#identity/accounts/server/accounts-public.ts'
import { phoneText } from '#platform/schema/phone-number.ts'
import type { Database } from '#platform/server/database.ts'
import { greeting } from '#platform/server/greeting.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { days, type MessageKind, nobody } from '#platform/server/message-kind.ts'
import { sendMessage } from '#platform/server/messages.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import { MAILS } from '../listing-check.ts'
import en from '../texts/mail.en.json' with { type: 'json' }
import es from '../texts/mail.es.json' with { type: 'json' }
import type { CheckProduct } from './start-checks.ts'

const texts = createTexts({ en, es })
const kind: MessageKind = {
  name: 'listing-check',
  overBound: 'leave-out',
  bounds: { recipient: { most: 3, seconds: days(1) } },
}

/** Until the services are on the work list, and as long again. */
const lifeOf = ({ reminderDays }: CheckProduct['listings']) => days(2 * MAILS * reminderDays) * 1000

/** Longer texts are cut; the hours at many places take more. */
const EXCERPT = 300
const HOURS = 2000
const excerpt = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text)

/** What the directory says about a service, one line for each fact; nothing about a confidential place. */
function recordOf({ values, places }: ServiceDocument, language: Language) {
  const t = texts(language)
  const nameOf = (key: string) => {
    const place = places.find(({ id }) => id === key)
    return place ? [place.name, place.address].filter(Boolean).join(', ') : ''
  }
  const hours = Object.entries(values.hours).map(([key, week]) => {
    const said = hoursSentence(week as WeekHours, language)
    return nameOf(key) ? `${nameOf(key)}: ${said}` : said
  })
  const facts: [string, string | null][] = [
    ['hours', hours.join('\n')],
    ['phones', values.phones.map(({ number }) => phoneText(number)).join(', ')],
    ['email', values.email],
    ['website', values.url],
    ['eligibility', values.eligibilityDescription],
    ['application', values.applicationProcess],
    ['fees', values.feesDescription],
  ]
  const lines = facts.flatMap(([name, text]) => {
    const label = t(`record.${name}`)
    return text ? [`${label}: ${excerpt(text, name === 'hours' ? HOURS : EXCERPT)}`] : []
  })
  return [`– ${values.name} –`, ...lines].join('\n')
}

interface Asked {
  admins: { id: string; email: string; language: Language; firstName: string }[]
  organization: { id: string; name: string }
  services: ServiceDocument[]
  /** How many mails there were before. */
  reminder: number
}

/** Shows the admins what is on record, with a link of their own to say that it is still correct. */
export async function mailAdmins(database: Database, product: CheckProduct, asked: Asked) {
  const { admins, organization, services, reminder } = asked
  const expiresOn = new Date(Date.now() + lifeOf(product.listings))
  for (const admin of admins) {
    const { language } = admin
    const t = texts(language)
    const words = { organization: organization.name, count: services.length, product: product.productName }
    const title = t(reminder ? 'check.reminder' : 'check.title', words)
    const code = newCode()
    await database
      .insertInto('listingCheckLink')
      .values({
        ...{ codeHash: hashCode(code), accountId: admin.id, organizationId: organization.id },
        ...{ serviceIds: services.map(({ id }) => id), expiresOn: expiresOn.toISOString() },
      })
      .execute()
    await sendMessage(database, {
      ...{ channel: 'email', to: admin.email, kind, field: 'email', about: nobody, subject: title, expiresOn },
      // The services are marked in the same transaction, so each mail is sent only once.
      key: randomUUID(),
      ...renderMail({
        ...{ language, title, productName: product.productName },
        paragraphs: [
          greeting(language, admin.firstName),
          t('check.lead', words),
          ...services.map((service) => recordOf(service, language)),
          t('check.what'),
          t(reminder === MAILS - 1 ? 'check.last' : 'check.why'),
        ],
        action: { label: t('check.action'), url: `${product.publicUrl}/directory/check/${code}` },
      }),
    })
  }
}
