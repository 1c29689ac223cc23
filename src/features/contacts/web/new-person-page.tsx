import { Button, Checkbox } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useContractForm } from '#platform/web/contract-form.ts'
import { notify } from '#platform/web/notify.ts'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { Contact, LikelyDuplicate, NewContact } from '../contact-record.ts'
import { ConsentFields } from './consent-fields.tsx'
import { changeContact, findLikelyDuplicates, recordConsent, recordContact } from './contact-calls.ts'
import classes from './contacts.module.css'
import { DuplicatesDialog } from './duplicates-dialog.tsx'
import { PersonFields } from './person-fields.tsx'
import { PersonForm, personValues } from './person-form.ts'
import { returnPath } from './return-path.ts'
import { useConsentForm } from './use-consent-form.ts'

/** What makes somebody the same person; when it changes, likely duplicates are looked for again. */
const identityOf = ({ firstName, lastName, birthDate, email, phones }: NewContact) => ({
  firstName,
  lastName,
  birthDate,
  email,
  phones: phones.map(({ phoneNumber }) => ({ phoneNumber })),
})

/** Records a person and, in the same step when it is asked for, what they consent to. */
function useNewPerson(hasConsent: boolean, onDone: (contactId: string) => void) {
  const { t } = useTranslation('contacts')
  const [duplicates, setDuplicates] = useState<LikelyDuplicate[]>([])
  const looked = useRef('')
  // Saved, but its consent was refused: the next try goes on from there and records nobody twice.
  const saved = useRef<Contact | null>(null)
  const isWhole = useRef(false)
  const consent = useConsentForm(async (given) => {
    if (!saved.current) return
    await recordConsent(saved.current.id, given)
    isWhole.current = true
  })
  const person = useContractForm({
    contract: PersonForm,
    texts: 'contacts',
    initial: personValues(),
    onSubmit: async (values) => {
      if (hasConsent && !consent.check()) return
      const identity = JSON.stringify(identityOf(values))
      if (!saved.current && looked.current !== identity) {
        const likely = await findLikelyDuplicates(identityOf(values))
        looked.current = identity
        if (likely.length) return setDuplicates(likely)
      }
      saved.current = saved.current
        ? await changeContact(saved.current.id, { ...values, version: saved.current.version })
        : await recordContact(values)
      setDuplicates([])
      if (hasConsent) await consent.submit()
      if (hasConsent && !isWhole.current) return
      notify(t('form.recorded', { name: `${saved.current.firstName} ${saved.current.lastName}` }))
      onDone(saved.current.id)
    },
    onInvalid: () => {
      if (hasConsent) consent.check()
    },
  })
  const forgetDuplicates = () => {
    looked.current = ''
    setDuplicates([])
  }
  return { person, consent, duplicates, forgetDuplicates }
}

export function Screen() {
  const { t } = useTranslation(['contacts', 'platform'])
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const returnTo = query.get('returnTo')
  const [hasConsent, setHasConsent] = useState(false)
  const goTo = (id: string) => navigate(returnPath(returnTo, id, location.origin) ?? `/people/${id}`, { replace: true })
  const { person, consent, duplicates, forgetDuplicates } = useNewPerson(hasConsent, goTo)
  return (
    <>
      <PageHeading title={t('new.title')} lead={t('new.lead')} />
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
            onChange={(event) => setHasConsent(event.currentTarget.checked)}
          />
          {hasConsent && <ConsentFields form={consent} />}
        </Card>
        <div className={classes.actions}>
          <Button type="submit" loading={person.isSending}>
            {t('new.save')}
          </Button>
          <Button component={Link} to={cancelTo(returnTo)} variant="subtle">
            {t('platform:form.cancel')}
          </Button>
        </div>
      </form>
      <DuplicatesDialog
        people={duplicates}
        isSaving={person.isSending}
        onUse={({ id }) => goTo(id)}
        onSaveAnyway={() => person.submit()}
        onClose={forgetDuplicates}
      />
    </>
  )
}

/** Back where the person was asked for, without one. */
const cancelTo = (returnTo: string | null) =>
  returnTo && returnPath(returnTo, '', location.origin) ? returnTo : '/people'
