import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '#casework/clients/contact-record.ts'
import { ConsentEntry } from '#casework/clients/web/own-parts-public.tsx'
import { factText, type SayFact } from '#casework/person-facts/fact-text.ts'
import { phoneText } from '#platform/schema/phone-number.ts'
import shared from '#ui/pairs.module.css'
import type { PersonComparison } from '../person-merge.ts'
import classes from './duplicate-people.module.css'
import type { Side } from './field-choice.tsx'
import { nameOf } from './pair-words.tsx'
import { RowCounts } from './row-counts.tsx'

/** What is kept of one record whatever is chosen. */
export function KeptOf({ person, at, comparison }: { person: Contact; at: Side; comparison: PersonComparison }) {
  const { t } = useTranslation('duplicate-people')
  const { t: say, i18n } = useTranslation('person-facts')
  const counts = comparison.rows.flatMap(({ table, counts }) => (counts[at] ? [{ table, count: counts[at] }] : []))
  return (
    <div className={shared.side}>
      <strong>{nameOf(person)}</strong>
      <dl className={classes.facts}>
        <dt>{t('compare.phones')}</dt>
        <dd>{person.phones.map(({ phoneNumber }) => phoneText(phoneNumber)).join(', ') || t('compare.none')}</dd>
        {person.note && (
          <>
            <dt>{t('compare.note')}</dt>
            <dd className={classes.text}>{person.note}</dd>
          </>
        )}
        {(comparison.facts[at] ?? []).map((fact) => (
          <Fragment key={fact.name}>
            <dt>{say(`fact.${fact.name}`)}</dt>
            <dd>{factText(fact, say as unknown as SayFact, i18n.language)}</dd>
          </Fragment>
        ))}
        <dt>{t('compare.counts')}</dt>
        <dd>{counts.length ? <RowCounts rows={counts} /> : t('compare.none')}</dd>
      </dl>
      <ul className={classes.former}>
        {person.consents.map((consent) => (
          <li key={consent.id}>
            <ConsentEntry consent={consent} />
          </li>
        ))}
      </ul>
    </div>
  )
}
