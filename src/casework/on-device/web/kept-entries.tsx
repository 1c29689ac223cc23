import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  forgetKeptIntake,
  forgetKeptPerson,
  type listIntakesHere,
  type listKeptPeople,
  RefusedList,
  type Waiting,
} from '#casework/intakes/web/offline-public.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import classes from './on-device.module.css'

export type Intakes = Awaited<ReturnType<typeof listIntakesHere>>
export type People = Awaited<ReturnType<typeof listKeptPeople>>

/** The people whose intakes can be begun here. */
export function KeptPeople({ people, onChange }: { people: People; onChange: () => void }) {
  const { t } = useTranslation('on-device')
  return (
    <Card labelledBy="kept-people">
      <h2 id="kept-people">{t('people')}</h2>
      <p className={classes.quiet}>{t(people.length ? 'peopleLead' : 'noPeople')}</p>
      <ul className={classes.list}>
        {people.map(({ value: { id, name }, savedOn }) => (
          <li key={id}>
            <span>
              <Link to={`/people/${id}`}>{name}</Link>
              <p className={classes.quiet}>{t('keptOn', { when: timeInWords(new Date(savedOn).toISOString()) })}</p>
            </span>
            <Remove name={name} onRemove={() => forgetKeptPerson(id).then(onChange)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface KeptIntakesProps {
  intakes: Intakes
  waiting: Waiting | null
  onChange: () => void
}

/** Drafts of intakes, with what of them waits to be sent. */
export function KeptIntakes({ intakes, waiting, onChange }: KeptIntakesProps) {
  const { t, i18n } = useTranslation('on-device')
  const language = i18n.language.startsWith('es') ? 'es' : 'en'
  return (
    <Card labelledBy="kept-intakes">
      <h2 id="kept-intakes">{t('intakes')}</h2>
      {intakes.length === 0 && <p className={classes.quiet}>{t('noIntakes')}</p>}
      <ul className={classes.list}>
        {intakes.map(({ id, title, personName, savedOn, refused }) => {
          const name = `${title[language]}: ${personName}`
          const count = waiting?.counts[id] ?? 0
          const state = waiting?.intakes[id]
          const words = [
            t('keptOn', { when: timeInWords(new Date(savedOn).toISOString()) }),
            state && t(`state.${state}`),
            count > 0 && t('waiting', { count }),
          ]
          return (
            <li key={id}>
              <span>
                {refused?.refusal === 'not-found' ? name : <Link to={`/intakes/${id}`}>{name}</Link>}
                <p className={classes.quiet}>{words.filter(Boolean).join(' · ')}</p>
              </span>
              {!count && !state && <Remove name={name} onRemove={() => forgetKeptIntake(id).then(onChange)} />}
              {refused && (
                <details className={classes.refused}>
                  <summary>{t('refusedAnswers')}</summary>
                  <RefusedList refused={refused} onRemoved={onChange} />
                </details>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

export function Remove({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useTranslation('on-device')
  return (
    <Button
      variant="subtle"
      leftSection={<IconTrash size={18} aria-hidden />}
      aria-label={t('removeThis', { name })}
      onClick={onRemove}
    >
      {t('remove')}
    </Button>
  )
}
