import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saidFactNames } from '#directory/eligibility/person-facts.ts'
import { dayText } from '#platform/web/time-words.ts'
import { UnreadCard } from '#platform/web/unread-card.tsx'
import { FoldCard } from '#ui/fold-card.tsx'
import { factText, type SayFact } from '../fact-text.ts'
import { personFacts } from './fact-calls.ts'
import { FactsForm } from './facts-form.tsx'
import classes from './person-facts.module.css'

/** What a person said that services ask for, on their record. */
export function PersonAnswers({ contactId }: { contactId: string }) {
  const { t, i18n } = useTranslation('person-facts')
  const read = useQuery(personFacts(contactId))
  const { data: facts } = read
  const [isEditing, setEditing] = useState(false)
  if (!facts) return <UnreadCard id="person-answers" title={t('card.title')} read={read} className={classes.card} />
  const end = () => {
    setEditing(false)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`#${EDIT}`)?.focus())
  }
  return (
    <FoldCard id="person-answers" title={t('card.title')} className={classes.card ?? ''}>
      {isEditing ? (
        <>
          <p className={classes.quiet}>{t('card.never')}</p>
          <FactsForm contactId={contactId} names={saidFactNames} facts={facts} onSaved={end} onCancel={end} />
        </>
      ) : (
        <>
          {facts.length === 0 && <p className={classes.quiet}>{t('card.empty')}</p>}
          {facts.length > 0 && (
            <dl className={classes.facts}>
              {facts.map((fact) => (
                <Fragment key={fact.name}>
                  <dt>{t(`fact.${fact.name}`)}</dt>
                  <dd>
                    {factText(fact, t as unknown as SayFact, i18n.language)}{' '}
                    <small className={classes.quiet}>
                      {[`${t(`saidBy.${fact.saidBy}`)}, ${dayText(fact.saidOn)}`, fact.recordedByName]
                        .filter(Boolean)
                        .join(' · ')}
                    </small>
                  </dd>
                </Fragment>
              ))}
            </dl>
          )}
          <Button
            id={EDIT}
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            {t('card.edit')}
          </Button>
        </>
      )}
    </FoldCard>
  )
}

const EDIT = 'edit-person-answers'
