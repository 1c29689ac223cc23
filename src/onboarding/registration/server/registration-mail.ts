import { nameForReader } from '#identity/organizations/server/organizations-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { greeting } from '#platform/server/greeting.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { days, hours, type MessageKind, nobody } from '#platform/server/message-kind.ts'
import { type NewMessage, sendMessage } from '#platform/server/messages.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import type { Decision, RegistrationReview } from '../review.ts'
import en from '../texts/mail.en.json' with { type: 'json' }
import es from '../texts/mail.es.json' with { type: 'json' }

const texts = createTexts({ en, es })

export interface Recipient {
  email: string
  language: Language
}
type Product = Pick<Config, 'productName' | 'publicUrl' | 'contactEmail'>

/** A link to an address that a stranger entered. */
const confirmation: MessageKind = {
  name: 'registration-confirmation',
  overBound: 'leave-out',
  bounds: { recipient: { most: 5, seconds: hours(1) } },
}
const reviewNotice: MessageKind = {
  name: 'registration-notice',
  overBound: 'leave-out',
  bounds: { recipient: { most: 10, seconds: hours(1) } },
}
const decision: MessageKind = {
  name: 'registration-decision',
  overBound: 'leave-out',
  bounds: { recipient: { most: 20, seconds: days(1) } },
}

interface Letter extends Pick<NewMessage, 'expiresOn' | 'about'> {
  messageKind: MessageKind
  /** The part of the texts with subject, title and paragraphs. */
  kind: string
  words: Record<string, string>
  /** Additional paragraphs of this letter, after the others. */
  more?: string[]
  path?: string
  key: string
}

async function post(database: Database, product: Product, to: Recipient, letter: Letter) {
  const t = texts(to.language)
  const words = {
    ...letter.words,
    greeting: greeting(to.language, letter.words.firstName ?? ''),
    product: product.productName,
    contactEmail: product.contactEmail,
  }
  const paragraphs = t(`${letter.kind}.paragraphs`, { ...words, returnObjects: true }) as string[]
  const mail = renderMail({
    language: to.language,
    title: t(`${letter.kind}.title`, words),
    paragraphs: [...paragraphs, ...(letter.more ?? [])],
    productName: product.productName,
    ...(letter.path
      ? { action: { label: t(`${letter.kind}.action`, words), url: `${product.publicUrl}${letter.path}` } }
      : {}),
  })
  await sendMessage(database, {
    channel: 'email',
    to: to.email,
    subject: t(`${letter.kind}.subject`, words),
    kind: letter.messageKind,
    about: letter.about,
    expiresOn: letter.expiresOn,
    key: letter.key,
    ...mail,
  })
}

/** Asks the applicant to confirm their address. */
export const sendConfirmation = (
  database: Database,
  product: Product,
  to: Recipient,
  given: { code: string; key: string; firstName: string; expiresOn: Date; source: string | null },
) =>
  post(database, product, to, {
    kind: 'confirm',
    messageKind: confirmation,
    about: nobody,
    expiresOn: given.expiresOn,
    words: { firstName: given.firstName },
    path: `/registration/organizationRegistration/verification/${given.code}${given.source ? `?source=${encodeURIComponent(given.source)}` : ''}`,
    key: given.key,
  })

/**
 * Notifies a reviewer of a new entry in the queue: a platform admin, or the organization's own for a request to join.
 */
export const sendReviewNotice = (
  database: Database,
  product: Product,
  to: Recipient & { id: string },
  given: { reviewId: string; kind: RegistrationReview['kind']; organizationName: string; applicant: string },
) =>
  post(database, product, to, {
    kind: `notice.${given.kind}`,
    messageKind: reviewNotice,
    about: nobody,
    expiresOn: null,
    words: { organization: nameForReader(given.organizationName, to.language), applicant: given.applicant },
    path: given.kind === 'join' ? '/organization/people' : `/admin/review/${given.reviewId}`,
    key: `registration-notice:${given.reviewId}:${to.id}`,
  })

/** Notifies a platform admin how many entries were added to the queue since the last mail. */
export const sendReviewDigest = (
  database: Database,
  product: Product,
  to: Recipient & { id: string },
  given: { firstId: string; number: number },
) =>
  post(database, product, to, {
    kind: 'digest',
    messageKind: reviewNotice,
    about: nobody,
    expiresOn: null,
    words: { number: String(given.number) },
    path: '/admin/review',
    key: `registration-digest:${given.firstId}:${to.id}`,
  })

/** Notifies the applicant of the decision, with the reviewer's reason. */
export const sendDecision = (
  database: Database,
  product: Product,
  to: Recipient,
  given: {
    decisionId: string
    kind: RegistrationReview['kind']
    decision: Decision
    reason: string | null
    organizationName: string
    firstName: string
  },
) =>
  post(database, product, to, {
    kind: `decision.${given.kind === 'join' && given.decision === 'approve' ? 'join' : given.decision}`,
    messageKind: decision,
    about: nobody,
    expiresOn: null,
    words: {
      organization: nameForReader(given.organizationName, to.language),
      firstName: given.firstName,
      reason: given.reason ?? '',
    },
    ...(given.decision === 'approve' ? { path: '/' } : {}),
    key: `registration-decision:${given.decisionId}`,
  })
