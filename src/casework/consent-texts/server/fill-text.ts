import { sql } from 'kysely'
import { needName } from '#directory/needs/server/needs-public.ts'
import { getOrganizationName, organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import type { Database } from '#platform/server/database.ts'
import { createTexts } from '#platform/server/texts.ts'
import {
  type ConsentLanguage,
  type ConsentTerms,
  type ConsentText,
  type FilledText,
  fillBlanks,
} from '../consent-text.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }

const texts = createTexts({ en, es })

interface Filling {
  language: ConsentLanguage
  /** Who shares. */
  organizationId: string
  terms: ConsentTerms
}

async function namesOf(database: Database, ids: string[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select name from ${organizationNames.as('organization')} where id = any(${ids}::uuid[]) order by name`.execute(
    database,
  )
  return rows.map(({ name }) => name)
}

/** A version of the text with the terms of a consent, in the person's language. */
export async function fillText(
  database: Database,
  text: ConsentText,
  { language, organizationId, terms }: Filling,
): Promise<FilledText> {
  const t = texts(language)
  const locale = localeOf(language)
  const list = (items: string[]) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(items)
  const day = (iso: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))
  const recipients = await namesOf(database, terms.recipientIds)
  const words = {
    organization: await getOrganizationName(database, organizationId),
    recipients: terms.scope === 'network' ? t('blank.network') : list(recipients) || t('blank.nobody'),
    needs: terms.needs.length ? list(terms.needs.map((need) => needName(need, language))) : t('blank.allNeeds'),
    until: terms.expiresOn ? day(terms.expiresOn) : t('blank.noEnd'),
  }
  const body = fillBlanks(text.body[language], words)
  return {
    ...{ textId: text.id, number: text.number, language, title: text.title[language] },
    paragraphs: body.split(/\n{2,}/),
  }
}
