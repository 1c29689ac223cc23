import type { Need } from '#directory/needs/need.ts'
import { needName } from '#directory/needs/server/needs-public.ts'
import { nameForReader } from '#identity/organizations/server/organizations-public.ts'
import type { Config } from '#platform/server/config.ts'
import { greeting } from '#platform/server/greeting.ts'
import { type Mail, renderMail } from '#platform/server/mail-layout.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import type { NoticeKind } from '../notice-policy.ts'
import en from '../texts/mail.en.json' with { type: 'json' }
import es from '../texts/mail.es.json' with { type: 'json' }

/**
 * The facts for a notification. The person and their need are omitted unless the operator allows them (MAIL_DETAIL).
 */
export interface ReferralFacts {
  referralId: string
  action: string
  /** first name and initial; empty if not even that is allowed */
  personName: string
  need: Need
  referringOrganization: string
  referredToOrganization: string
  /** its notices are never held back to be joined with others */
  isUrgent?: boolean
  daysLeft?: number
  /** for messages: how many are new, and who wrote them */
  messageCount?: number
  writer?: string
}
export type Product = Pick<Config, 'productName' | 'publicUrl' | 'mailDetail'>

const texts = createTexts({ en, es })

type Names = Pick<ReferralFacts, 'referringOrganization' | 'referredToOrganization' | 'writer'>

const namesOf = (facts: Names, language: Language) => ({
  referringOrganization: nameForReader(facts.referringOrganization, language),
  referredToOrganization: nameForReader(facts.referredToOrganization, language),
  writer: nameForReader(facts.writer ?? '', language),
})

/** The text of a notification, as an e-mail and as a text message, in the reader's language. */
export function writeReferralNotice(
  kind: NoticeKind,
  facts: ReferralFacts,
  language: Language,
  { productName, publicUrl, mailDetail }: Product,
) {
  const t = texts(language)
  const words = {
    ...facts,
    ...namesOf(facts, language),
    need: needName(facts.need, language),
    productName,
    count: facts.messageCount ?? facts.daysLeft ?? 0,
  }
  const url = `${publicUrl}/referrals/${facts.referralId}${kind === 'message' ? '#conversation-heading' : ''}`
  const about = kind === 'statusChange' ? `statusChange.${facts.action}` : kind
  const title = t(`${about}.title`, words)
  const mail = renderMail({
    language,
    productName,
    title,
    paragraphs: [
      ...(mailDetail === 'full' && facts.personName ? [t('about', words)] : []),
      t(`${kind}.next`, words),
      t('why'),
    ],
    action: { label: t('open'), url },
  })
  const sms = t(`${about}.sms`, words)
  const entry = facts.isUrgent ? undefined : { title, url }
  return { subject: t(`${about}.subject`, words), ...mail, entry, sms: `${sms} ${url}` }
}

/** The text of a notification of several referrals that were assigned at once. */
export function writeAssignments(
  { count, isUrgent }: { count: number; isUrgent: boolean },
  language: Language,
  { productName, publicUrl }: Omit<Product, 'mailDetail'>,
) {
  const t = texts(language)
  const words = { productName, count }
  const url = `${publicUrl}/referrals?assigned=me`
  const title = t('assignments.title', words)
  const mail = renderMail({
    ...{ language, productName, title },
    paragraphs: [t('assignments.next'), t('why')],
    action: { label: t('assignments.open'), url },
  })
  const entry = isUrgent ? undefined : { title, url }
  return { subject: t('assignments.subject', words), ...mail, entry, sms: `${t('assignments.sms', words)} ${url}` }
}

export type RecordNews = 'consentWithdrawn' | 'correctionAsked' | 'consentGiven' | 'consentRefused' | 'linkLost'

/**
 * The text of a notification of what a person did with their own record, or of a link that did not reach them. It says
 * neither who nor what about.
 * @param path of the page that shows it
 */
export function writeRecordNotice(
  what: RecordNews,
  path: string,
  language: Language,
  { productName, publicUrl }: Product,
) {
  const t = texts(language)
  const url = `${publicUrl}${path}`
  const title = t(`record.${what}.title`)
  const mail = renderMail({
    language,
    productName,
    title,
    paragraphs: [t(`record.${what}.next`), t('why')],
    action: { label: t(what === 'linkLost' ? 'record.linkLost.open' : 'record.open'), url },
  })
  const entry = { title, url }
  return {
    subject: t(`record.${what}.subject`),
    ...mail,
    entry,
    sms: `${t(`record.${what}.sms`, { productName })} ${url}`,
  }
}

/** First the one that fits best; the others stand below it in the same mail. */
export type Languages = readonly [Language, ...Language[]]

/** A mail to somebody whose language may not be known. */
function writeInEach([first, ...others]: Languages, write: (language: Language) => { subject: string; mail: Mail }) {
  const [top, ...below] = [write(first), ...others.map(write)]
  return {
    language: first,
    subject: [top, ...below].map(({ subject }) => subject).join(' / '),
    ...renderMail(top.mail, ...below.map(({ mail }) => ({ ...mail, hint: texts(mail.language)('below') }))),
  }
}

/** The mail to a person at an organization without an account, with the links to answer the referral and to claim it. */
export const writeInvitation = (
  facts: Omit<ReferralFacts, 'action'> & { firstName: string; url: string; registrationUrl: string },
  languages: Languages,
  { productName, mailDetail }: Product,
) =>
  writeInEach(languages, (language) => {
    const t = texts(language)
    const words = { ...facts, ...namesOf(facts, language), need: needName(facts.need, language), productName }
    const mail = {
      ...{ language, productName, title: t('invitation.title', words) },
      paragraphs: [
        greeting(language, facts.firstName),
        t('invitation.what', words),
        ...(mailDetail === 'full' ? [t('invitation.need', words)] : []),
        t('invitation.next', words),
        t('invitation.expires', words),
      ],
      action: { label: t('invitation.open'), url: facts.url },
      wayOut: { label: t('invitation.register'), url: facts.registrationUrl },
    }
    return { subject: t('invitation.subject', words), mail }
  })

/**
 * The mail about new messages, or another step of the sender, to a person who answers by a link. It names neither the
 * person nor the need.
 */
export const writeLinkMessage = (
  facts: ReferralFacts & { firstName: string },
  languages: Languages,
  { productName }: Product,
) =>
  writeInEach(languages, (language) => {
    const t = texts(language)
    const words = { ...facts, ...namesOf(facts, language), productName, count: facts.messageCount ?? 1 }
    const about = facts.action === 'message' ? 'linkMessage' : `linkNews.${facts.action}`
    const paragraphs = [greeting(language, facts.firstName), t(`${about}.next`, words)]
    const mail = { language, productName, title: t(`${about}.title`, words), paragraphs }
    return { subject: t(`${about}.subject`, words), mail }
  })
