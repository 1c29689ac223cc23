import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import type { ServiceDetail } from '../service-detail.ts'
import { categoryName } from '../service-search.ts'
import classes from './directory.module.css'
import { languageName } from './language-name.ts'
import { useAgesText, useRuleWords } from './rule-words.ts'

/** Description, eligibility, application and cost: each with its heading, and only if known. */
export function ServiceFacts({ service }: { service: ServiceDetail }) {
  const { t } = useTranslation('services')
  const languages = service.languages
    .map((l) => (l.note ? `${languageName(l.name)} (${l.note})` : languageName(l.name)))
    .join(', ')
  return (
    <div className={classes.sections}>
      <Section title={t('service.what')}>{service.description}</Section>
      <ForWhom service={service} />
      <Section title={t('service.areas')}>
        {service.serviceAreas
          .flatMap(({ name, description, statedBy }) => {
            const area = name ?? description
            return area && statedBy === 'guess' ? `${area} (${t('reach.guessed')})` : (area ?? [])
          })
          .join(', ')}
      </Section>
      <Section title={t('service.apply')}>{service.applicationProcess}</Section>
      <Section title={t('service.wait')}>{service.waitTime}</Section>
      <Section title={t('service.bring')}>
        {service.requiredDocuments.length > 0 && (
          <ul>
            {service.requiredDocuments.map((d) => (
              <li key={d.document}>{d.document}</li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={t('service.fees')}>
        {(service.cost || service.feesDescription || service.costOptions.length > 0) && <Fees service={service} />}
      </Section>
      <Section title={t('service.languages')}>{languages}</Section>
      <Section title={t('service.interpretation')}>{service.interpretationServices}</Section>
      <Section title={t('service.accreditations')}>
        {[service.accreditations, service.licenses].filter(Boolean).join('\n')}
      </Section>
      <Section title={t('service.categories')}>
        {service.categories.length > 0 && <Categories categories={service.categories} />}
      </Section>
    </div>
  )
}

/** The words about who can get it, then its rules; those that the program read out of the words say so. */
function ForWhom({ service }: { service: ServiceDetail }) {
  const { t } = useTranslation('services')
  const ruleText = useRuleWords()
  const agesText = useAgesText()
  const words = [service.eligibilityDescription, agesText(service)].filter(Boolean).join('\n')
  const said = (['income', 'households', 'populations', 'papers'] as const).map((name) => ruleText(service, name))
  const rules = said.filter(Boolean).map((text) => ({ text, isRead: false }))
  const read = service.readRules.map(({ field, value }) => ({
    text: ruleText({ [field]: value }, field),
    isRead: true,
  }))
  const all = [...rules, ...read]
  return (
    <Section title={t('service.forWhom')}>
      {(words || all.length > 0) && (
        <>
          {words && <p className={classes.text}>{words}</p>}
          {all.length > 0 && (
            <ul>
              {all.map(({ text, isRead }) => (
                <li key={text}>
                  {text}
                  {isRead && <small className={classes.told}> {`(${t('rule.read')})`}</small>}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Section>
  )
}

function Fees({ service }: { service: ServiceDetail }) {
  const { t, i18n } = useTranslation('services')
  const money = (amount: number, currency: string | null) => {
    const code = /^[a-z]{3}$/i.test(currency ?? '') ? (currency as string) : 'usd'
    return new Intl.NumberFormat(localeOf(i18n.language), { style: 'currency', currency: code.toUpperCase() }).format(
      amount,
    )
  }
  const options = service.costOptions.map((o) =>
    [o.option, o.amount === null ? null : money(o.amount, o.currency), o.amountDescription].filter(Boolean).join(' · '),
  )
  return (
    <>
      {service.cost && <p className={classes.text}>{t(`service.cost.${service.cost}`)}</p>}
      {service.feesDescription && <p className={classes.text}>{service.feesDescription}</p>}
      {options.length > 0 && (
        <ul>
          {options.map((o) => (
            <li key={o}>{o}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The categories; of a guessed one, the words that it rests on. */
function Categories({ categories }: Pick<ServiceDetail, 'categories'>) {
  const { t, i18n } = useTranslation('services')
  return (
    <ul>
      {categories.map(({ guessedFrom, ...category }) => (
        <li key={category.id}>
          {categoryName(category, i18n.language)}
          {guessedFrom && <small className={classes.told}> {t('service.guessedFrom', { words: guessedFrom })}</small>}
        </li>
      ))}
    </ul>
  )
}

/** A heading with its text; nothing if the text is empty. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  if (!children) return null
  return (
    <section>
      <h2>{title}</h2>
      {typeof children === 'string' ? <p className={classes.text}>{children}</p> : children}
    </section>
  )
}
