import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { BestQuestions } from '#directory/eligibility/best-questions.ts'
import { saidFactNames } from '#directory/eligibility/person-facts.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { Card } from '#ui/card.tsx'
import { personFacts } from './fact-calls.ts'
import { FactsForm } from './facts-form.tsx'
import classes from './person-facts.module.css'

/** The few questions that would decide the most services of a search, to answer there. They are folded above the results. */
export function QuestionsPanel({
  contactId,
  questions: { facts, count },
}: {
  contactId: string
  questions: BestQuestions
}) {
  const { t, i18n } = useTranslation(['person-facts', 'services'])
  const { data } = useQuery(personFacts(contactId))
  const [isAnswering, setAnswering] = useState(false)
  if (!data) return null
  const asked = saidFactNames.filter((name) => facts.includes(name))
  const named = new Intl.ListFormat(localeOf(i18n.language)).format(facts.map((fact) => t(`services:fit.fact.${fact}`)))
  const sentence = t('ask.decide', { facts: named, count })
  return (
    <Card labelledBy="questions-title" className={classes.card ?? ''}>
      <h2 id="questions-title">{t('ask.title')}</h2>
      <p>{sentence.charAt(0).toLocaleUpperCase(localeOf(i18n.language)) + sentence.slice(1)}</p>
      {asked.length > 0 && (
        <Button variant="default" aria-expanded={isAnswering} onClick={() => setAnswering(!isAnswering)}>
          {t('ask.answer')}
        </Button>
      )}
      {isAnswering && asked.length > 0 && (
        <FactsForm key={asked.join()} contactId={contactId} names={asked} facts={data} onSaved={() => {}} />
      )}
      {asked.length < facts.length && <Link to={`/people/${contactId}`}>{t('ask.ofRecord')}</Link>}
    </Card>
  )
}
