import { Alert, Button, Skeleton } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import type { FormInUse } from '#casework/intake-forms/intake-form.ts'
import { readKeptForms } from '#casework/intake-forms/web/kept-forms-public.ts'
import { beginHere, listIntakesHere, readKeptPerson } from '#casework/intakes/web/offline-public.ts'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { type Intakes, KeptIntakes } from './kept-entries.tsx'
import { NotHere } from './not-here.tsx'
import classes from './on-device.module.css'
import { useWaiting } from './use-waiting.ts'

type Person = NonNullable<Awaited<ReturnType<typeof readKeptPerson>>>
interface Kept {
  person: Person | null
  forms: FormInUse[]
  intakes: Intakes
}

/** What this device can do for a person without a connection: continue a draft, and begin an intake. */
export function OfflinePerson() {
  const { contactId = '' } = useParams()
  const { t, i18n } = useTranslation('on-device')
  const navigate = useNavigate()
  const { waiting } = useWaiting()
  const [kept, setKept] = useState<Kept | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [isBeginning, setBeginning] = useState(false)
  const read = async () => {
    const [person = null, forms, intakes] = await Promise.all([
      readKeptPerson(contactId),
      readKeptForms(),
      listIntakesHere(),
    ])
    setKept({ person, forms, intakes: intakes.filter((intake) => intake.contactId === contactId) })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when something was sent
  useEffect(() => void read(), [contactId, waiting])
  if (!kept) return <Skeleton height={320} radius="lg" aria-label={t('platform:shell.loading')} />
  const { person, forms, intakes } = kept
  if (!person) return <NotHere />
  const begin = async (form: FormInUse) => {
    setBeginning(true)
    const id = await beginHere(form, person)
    if (id) return navigate(`/intakes/${id}`)
    setBeginning(false)
    setFailed(true)
  }
  const language = i18n.language.startsWith('es') ? 'es' : 'en'
  return (
    <div className={classes.page}>
      <PageHeading title={person.name} lead={t('personLead')} />
      <Card labelledBy="begin">
        <h2 id="begin">{t('begin')}</h2>
        <p className={classes.quiet}>{t(forms.length ? 'beginText' : 'noForms')}</p>
        {isFailed && <Alert role="alert">{t('notKept')}</Alert>}
        <ul className={classes.list}>
          {forms.map((form) => (
            <li key={form.formId}>
              <Button
                variant="default"
                disabled={isBeginning}
                leftSection={<IconClipboardList size={18} aria-hidden />}
                onClick={() => void begin(form)}
              >
                {form.definition.title[language]}
              </Button>
            </li>
          ))}
        </ul>
      </Card>
      <KeptIntakes intakes={intakes} waiting={waiting} onChange={read} />
    </div>
  )
}
