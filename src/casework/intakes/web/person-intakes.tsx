import { Button, Group, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown, IconClipboardList, IconPencil, IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { readKeptForms } from '#casework/intake-forms/web/kept-forms-public.ts'
import { spokenLanguage } from '#platform/schema/spoken-language.ts'
import { ApiError } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { loadAhead } from '#platform/web/screen.tsx'
import { dayText } from '#platform/web/time-words.ts'
import { UnreadCard } from '#platform/web/unread-card.tsx'
import { Card } from '#ui/card.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import type { IntakeSummary } from '../intake.ts'
import { personIntakes, startIntake, usableForms } from './intake-calls.ts'
import { INTAKE_PATH } from './intake-path.ts'
import classes from './intakes.module.css'
import { type KeptPerson, keepPerson } from './kept-people.ts'
import { beginHere } from './unsent-intakes.ts'

const chips = {
  draft: { tone: 'amber', icon: <IconPencil size={16} aria-hidden /> },
  complete: { tone: 'leaf', icon: <IconCheck size={16} aria-hidden /> },
  void: { tone: 'stone', icon: <IconX size={16} aria-hidden /> },
} as const

interface PersonIntakesProps {
  contactId: string
  name: string
  /** Of the person, as on record. */
  language: string | null
  /** Lets the person fill in a form themselves. */
  link: ReactNode
}

/** A person's intakes, newest first, and a new one. */
export function PersonIntakes({ contactId, name, language, link }: PersonIntakesProps) {
  const { t } = useTranslation('intakes')
  useEffect(() => {
    // Whose record was opened can be asked without a connection, also by whoever never left the record.
    void keepPerson({ id: contactId, name, language }).then((isKept) => {
      if (isKept) void loadAhead(INTAKE_PATH)
    })
  }, [contactId, name, language])
  const read = useQuery(personIntakes(contactId))
  const { data: intakes } = read
  if (!intakes) return <UnreadCard id="person-intakes" title={t('card.title')} read={read} className={classes.card} />
  return (
    <Card labelledBy="person-intakes" className={classes.card ?? ''}>
      <h2 id="person-intakes">{t('card.title')}</h2>
      {intakes.length === 0 && <p className={classes.quiet}>{t('card.empty')}</p>}
      {intakes.length > 0 && (
        <ul className={classes.list}>
          {intakes.map((intake) => (
            <IntakeLine key={intake.id} intake={intake} />
          ))}
        </ul>
      )}
      <Group>
        <NewIntake person={{ id: contactId, name, language }} />
        {link}
      </Group>
    </Card>
  )
}

function IntakeLine({ intake }: { intake: IntakeSummary }) {
  const { t, i18n } = useTranslation('intakes')
  const language = i18n.language.startsWith('es') ? 'es' : 'en'
  const { state, title, startedOn, completedOn, startedByName, needs } = intake
  const waiting = needs.filter(({ requestId }) => !requestId)
  return (
    <li>
      <Link to={`/intakes/${intake.id}`}>{title[language]}</Link>{' '}
      <StatusChip {...chips[state]}>{t(`state.${state}Chip`)}</StatusChip>
      <p className={classes.quiet}>
        {[dayText(completedOn ?? startedOn), startedByName ?? t('conflict.person')].join(' · ')}
      </p>
      {waiting.length > 0 && (
        <p>{t('card.raised', { needs: waiting.map(({ need }) => t(`needs:${need}`)).join(', ') })}</p>
      )}
    </li>
  )
}

/** Begins an intake, in the language of the person. */
function NewIntake({ person }: { person: KeptPerson }) {
  const { t, i18n } = useTranslation('intakes')
  const navigate = useNavigate()
  const { data: forms } = useQuery(usableForms)
  const shown = i18n.language.startsWith('es') ? 'es' : 'en'
  const start = useMutation({
    mutationFn: (formId: string) => begin(formId, person),
    onSuccess: (id) => navigate(`/intakes/${id}`),
    onError: () => notify(t('platform:notice.wentWrong'), 'bad'),
  })
  if (!forms) return null
  if (!forms.length) return <p className={classes.quiet}>{t('card.noForms')}</p>
  return (
    <Menu position="bottom-start" shadow="md" withinPortal={false}>
      <Menu.Target>
        <Button
          variant="default"
          loading={start.isPending}
          leftSection={<IconClipboardList size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t('card.new')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {forms.map(({ id, title }) => (
          <Menu.Item key={id} onClick={() => start.mutate(id)}>
            {title[shown]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Begins an intake on the portal; without a connection, on this device. @returns its ID @throws ApiError */
async function begin(formId: string, person: KeptPerson) {
  try {
    const call = { formId, contactId: person.id, language: spokenLanguage(person.language) }
    return (await startIntake(call)).id
  } catch (error) {
    const isCut = error instanceof ApiError && error.status === 0
    const form = isCut ? (await readKeptForms()).find((each) => each.formId === formId) : undefined
    const id = form && (await beginHere(form, person))
    if (!id) throw error
    return id
  }
}
