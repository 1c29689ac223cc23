import { Autocomplete, Button, Chip } from '@mantine/core'
import { IconUser, IconUserSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Contact } from '#casework/clients/contact-record.ts'
import { usePersonSearch } from '#casework/clients/web/person-search-public.tsx'
import type { PersonBarProps } from '#directory/services/web/service-view-public.tsx'
import { api, isMissing } from '#platform/web/api.ts'
import { hasNothingToShow } from '#platform/web/query-client.ts'
import classes from './person-facts.module.css'
import { QuestionsPanel } from './questions-panel.tsx'

/** Chooses the person for whom the directory is searched, and says what the search leaves out. */
export function PersonBar(props: PersonBarProps) {
  const { contactId, onChange } = props
  const [isOpen, setOpen] = useState(false)
  const { t } = useTranslation('person-facts')
  if (contactId)
    return (
      <>
        <ChosenPerson {...props} contactId={contactId} />
        {props.questions && <QuestionsPanel contactId={contactId} questions={props.questions} />}
      </>
    )
  if (isOpen)
    return (
      <PersonField
        onChoose={(id) => {
          setOpen(false)
          onChange({ contactId: id })
        }}
        onCancel={() => setOpen(false)}
      />
    )
  return (
    <div className={classes.bar}>
      <Button variant="default" leftSection={<IconUserSearch size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t('bar.choose')}
      </Button>
    </div>
  )
}

const nobody = { contactId: '', fit: '', anywhere: '' }

function ChosenPerson({ contactId, fit, personZip, isAnywhere, onChange }: PersonBarProps & { contactId: string }) {
  const { t } = useTranslation(['person-facts', 'platform'])
  const read = useQuery({
    queryKey: ['contact', 'one', contactId],
    queryFn: () => api.get<Contact>(`/api/contact/${contactId}`, { quiet: true }),
  })
  const { data, error, refetch } = read
  const name = data ? `${data.firstName} ${data.lastName}` : ''
  return (
    <section className={classes.bar} aria-label={t('bar.label')}>
      <p className={classes.who}>
        <IconUser size={20} aria-hidden />
        {!hasNothingToShow(read) && <Link to={`/people/${contactId}`}>{t('bar.for', { name })}</Link>}
        {hasNothingToShow(read) && t(isMissing(error) ? 'bar.notFound' : 'platform:failed.part')}
      </p>
      {hasNothingToShow(read) && !isMissing(error) && (
        <Button variant="default" onClick={() => refetch()}>
          {t('platform:failed.retry')}
        </Button>
      )}
      {(['fits', 'possible'] as const).map((each) => (
        <Chip key={each} checked={fit === each} onChange={(on) => onChange({ fit: on ? each : '' })} size="md">
          {t(`bar.only.${each}`)}
        </Chip>
      ))}
      {(personZip || isAnywhere) && (
        <Chip checked={!isAnywhere} onChange={(on) => onChange({ anywhere: on ? '' : 'true' })} size="md">
          {personZip ? t('bar.near', { zip: personZip }) : t('bar.nearHome')}
        </Chip>
      )}
      <Button variant="subtle" leftSection={<IconX size={18} aria-hidden />} onClick={() => onChange(nobody)}>
        {t('bar.leave')}
      </Button>
    </section>
  )
}

function PersonField({ onChoose, onCancel }: { onChoose: (id: string) => void; onCancel: () => void }) {
  const { t } = useTranslation('person-facts')
  const [text, setText] = useState('')
  const { options, field, isNobody } = usePersonSearch(text)
  return (
    <div className={classes.bar}>
      <Autocomplete
        className={classes.field ?? ''}
        label={t('bar.person')}
        description={t('bar.personHint')}
        value={text}
        onChange={setText}
        {...field}
        onOptionSubmit={(label) => {
          const person = options.find(([each]) => each === label)?.[1]
          if (person) onChoose(person.id)
        }}
        error={isNobody && t('bar.nobody')}
        data-autofocus
        autoFocus
      />
      <Button variant="subtle" onClick={onCancel}>
        {t('bar.cancel')}
      </Button>
    </div>
  )
}
