import { accountMayReceive, accountPerson } from '#identity/accounts/server/accounts-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { greeting } from '#platform/server/greeting.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { days, type MessageKind, nobody } from '#platform/server/message-kind.ts'
import { sendMessage } from '#platform/server/messages.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import type { SuggestionTopic } from '../suggestion.ts'
import en from '../texts/mail.en.json' with { type: 'json' }
import es from '../texts/mail.es.json' with { type: 'json' }
import type { ListingSuggestionRow } from './suggestions-tables.ts'

const texts = createTexts({ en, es })
const suggested: MessageKind = {
  name: 'suggestion',
  overBound: 'leave-out',
  bounds: { recipient: { most: 5, seconds: days(1) } },
}
const decided: MessageKind = {
  name: 'suggestion-decided',
  overBound: 'leave-out',
  // As many as one account suggests in a day.
  bounds: { recipient: { most: 40, seconds: days(1) } },
}

interface Reader {
  email: string
  language: Language
  firstName: string | null
}
type Product = Pick<Config, 'productName' | 'publicUrl'>
interface Words {
  title: string
  paragraphs: string[]
  action: { label: string; path: string }
}

async function mail(
  database: Database,
  product: Product,
  kind: MessageKind,
  key: string,
  { email, language, firstName }: Reader,
  { title, paragraphs, action }: Words,
) {
  const hello = firstName === null ? [] : [greeting(language, firstName)]
  await sendMessage(database, {
    ...{ channel: 'email', to: email, kind, about: nobody, subject: title, expiresOn: null, key },
    ...renderMail({
      ...{ language, title, paragraphs: [...hello, ...paragraphs], productName: product.productName },
      action: { label: action.label, url: `${product.publicUrl}${action.path}` },
    }),
  })
}

/** Asks the admins of an organization to decide about a suggestion. */
export async function mailOwners(
  database: Database,
  product: Product,
  admins: (Reader & { id: string })[],
  { id, topic, service }: { id: string; topic: SuggestionTopic; service: string },
) {
  for (const admin of admins) {
    const t = texts(admin.language)
    const words = { service, topic: t(`topic.${topic}`) }
    await mail(database, product, suggested, `suggestion:${id}:${admin.id}`, admin, {
      title: t('suggested.title', words),
      paragraphs: [t('suggested.text', words), t('suggested.what')],
      action: { label: t('suggested.action'), path: '/organization/corrections' },
    })
  }
}

type Decided = Pick<
  ListingSuggestionRow,
  'id' | 'topic' | 'serviceId' | 'suggestedBy' | 'suggesterEmail' | 'suggesterLanguage'
>

/** Who suggested it, if they can be written to. */
async function findSuggester(database: Database, row: Decided): Promise<Reader | undefined> {
  const { suggestedBy, suggesterEmail: email, suggesterLanguage: language } = row
  if (email) return { email, language, firstName: null }
  if (!suggestedBy) return undefined
  return database
    .selectFrom(accountPerson.as('person'))
    .select(['person.email', 'person.language', 'person.firstName'])
    .where('person.id', '=', suggestedBy)
    .where(accountMayReceive('person'))
    .executeTakeFirst()
}

/** Lets whoever suggested a correction know what became of it. */
export async function mailSuggester(
  database: Database,
  product: Product,
  row: Decided,
  { state, reason, service }: { state: 'accepted' | 'edited' | 'rejected'; reason: string | null; service: string },
) {
  const reader = await findSuggester(database, row)
  if (!reader) return
  const t = texts(reader.language)
  const words = { service, topic: t(`topic.${row.topic}`) }
  // Somebody without an account cannot open the page of the service.
  const path = row.suggestedBy ? `/directory/service/${row.serviceId}` : '/'
  await mail(database, product, decided, `suggestion-decided:${row.id}`, reader, {
    title: t(`decided.title.${state}`, words),
    paragraphs: [
      t(`decided.text.${state}`, words),
      ...(reason ? [t('decided.reason', { reason })] : []),
      t('decided.thanks'),
    ],
    action: { label: t(row.suggestedBy ? 'decided.action' : 'decided.home'), path },
  })
}
