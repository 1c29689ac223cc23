import { Button, Checkbox, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import { DraftGate } from '#platform/web/draft-gate.tsx'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { caseworkRoles } from '../contact-policy.ts'
import { type NewContact, SharedAtHome } from '../contact-record.ts'
import { nameParts } from '../name-parts.ts'
import { ConsentFields } from './consent-fields.tsx'
import classes from './contacts.module.css'
import { DuplicatesDialog } from './duplicates-dialog.tsx'
import { PersonFields } from './person-fields.tsx'
import { returnPath } from './return-path.ts'
import { nameOfDraft, PERSON_DRAFT, type PersonDraft, useNewPerson } from './use-new-person.ts'

export function Screen() {
  const { t } = useTranslation('clients')
  if (!userHasRole(knownUser(), ...caseworkRoles)) return <NoAccessScreen title={t('new.title')} />
  return (
    <>
      <PageHeading title={t('new.title')} lead={t('new.lead')} />
      <DraftGate<PersonDraft> name={PERSON_DRAFT} nameOf={nameOfDraft}>
        {(draft) => <NewPerson draft={draft} />}
      </DraftGate>
    </>
  )
}

function NewPerson({ draft }: { draft: PersonDraft | null }) {
  const { t } = useTranslation(['clients', 'platform'])
  const navigate = useNavigate()
  const { state } = useLocation()
  const returnTo = useSearchParams()[0].get('returnTo')
  const goTo = (id: string) => navigate(returnPath(returnTo, id, location.origin) ?? `/people/${id}`, { replace: true })
  const recording = useNewPerson({ draft, known: knownOf(state), onDone: goTo })
  const { person, consent, hasConsent, duplicates, forgetDuplicates, forgetDraft } = recording
  return (
    <>
      <form className={classes.form} noValidate onSubmit={person.submit}>
        <PersonFields form={person} />
        <Card labelledBy="person-consent" className={classes.section ?? ''}>
          <h2 id="person-consent">{t('consent.title')}</h2>
          <Checkbox
            iconColor="var(--hl-on-hearth)"
            size="md"
            mb={hasConsent ? 'md' : 0}
            label={t('new.withConsent')}
            description={t('new.withConsentHelp')}
            checked={hasConsent}
            onChange={(event) => recording.setHasConsent(event.currentTarget.checked)}
          />
          {hasConsent && <ConsentFields form={consent} />}
        </Card>
        <Group justify="flex-end">
          <Button component={Link} to={cancelTo(returnTo)} variant="default" onClick={() => void forgetDraft()}>
            {t('platform:form.cancel')}
          </Button>
          <Button type="submit" loading={person.isSending}>
            {t('new.save')}
          </Button>
        </Group>
      </form>
      {duplicates.length > 0 && (
        <DuplicatesDialog
          typed={person.values}
          people={duplicates}
          isSaving={person.isSending}
          onUse={({ id }) => {
            void forgetDraft()
            goTo(id)
          }}
          onSaveAnyway={() => person.submit()}
          onClose={forgetDuplicates}
        />
      )}
    </>
  )
}

/**
 * What the screen that led here knows of the person: the name that was searched for, or the surname and address of the
 * person they live with. It does not travel in the URL, which is stored in histories and logs.
 */
function knownOf(state: unknown): Partial<NewContact> {
  const searched = z.object({ name: z.string() }).safeParse(state)
  if (searched.success) return nameParts(searched.data.name)
  const known = Object.entries(SharedAtHome.safeParse(state).data ?? {})
  return Object.fromEntries(known.filter(([, value]) => value !== null))
}

/** Returns to the form that asked for the person, without one. */
const cancelTo = (returnTo: string | null) =>
  returnTo && returnPath(returnTo, '', location.origin) ? returnTo : '/people'
