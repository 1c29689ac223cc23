import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languageText } from '#platform/web/language-of-code.ts'
import type { SafeContact } from '../safe-contact.ts'
import classes from './safe-contact.module.css'
import { hoursText } from './when-text.ts'

interface FactsProps {
  rules: SafeContact
  /** The person's, as on record. */
  language: string | null
}

/** When and how a person is contacted, as a list of facts; what nobody said is left out. */
export function SafeContactFacts({ rules, language }: FactsProps) {
  const { t } = useTranslation('safe-contact')
  const when = [...hoursText(rules), rules.hoursNote].filter(Boolean)
  const facts: [string, ReactNode][] = [
    ['avoid', rules.avoid],
    ['askFor', rules.askFor],
    ['when', when.length > 0 && when.map((line) => <div key={line}>{line}</div>)],
    ['prefers', rules.preferredWay && t(`choices.preferredWay.${rules.preferredWay}`)],
    ['language', language && languageText(language)],
    ['letters', rules.mayMail ? null : t('banner.noLetters')],
  ]
  const known = facts.filter(([, value]) => value)
  if (known.length === 0) return null
  return (
    <dl className={classes.facts}>
      {known.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{t(`banner.${name}`)}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** For the person: what is recorded about contacting them. */
export function OwnSafeContact({ rules }: { rules: SafeContact | null }) {
  const { t } = useTranslation('safe-contact')
  return (
    <section className={classes.said}>
      <h4>{t('own.title')}</h4>
      {!rules && <p>{t('own.none')}</p>}
      {rules?.doNotContact && <p>{t('own.stop')}</p>}
      {rules?.isDiscreet && <p>{t('own.discreet')}</p>}
      {rules?.wantsNotices && !rules.doNotContact && <p>{t('own.notices')}</p>}
      {rules && <SafeContactFacts rules={rules} language={null} />}
    </section>
  )
}
