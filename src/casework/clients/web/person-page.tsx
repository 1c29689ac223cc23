import { Button } from '@mantine/core'
import { IconArrowLeft, IconListDetails, IconMapPin, IconPencil, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, redirect, useParams } from 'react-router'
import { SafeContactBanner, SafeContactDialog } from '#casework/safe-contact/web/safe-contact-public.tsx'
import { isMissing } from '#platform/web/api.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { type Contact, SharedAtHome } from '../contact-record.ts'
import { ConsentList } from './consent-list.tsx'
import { ConsentNotice } from './consent-notice.tsx'
import { changeSafeContact, contactRecord } from './contact-calls.ts'
import classes from './contacts.module.css'
import { EditPerson } from './edit-person.tsx'
import { MemberInvitation } from './member-invitation.tsx'
import { PersonFacts } from './person-facts.tsx'
import type { PersonParts } from './person-parts.ts'

/** The record is loaded before the screen opens, so that the screen does not open without access. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { contactId = '' } = params
  const contact = await queryClient.ensureQueryData(contactRecord(contactId))
  // A record that was merged into another one leads to it.
  return contact.id === contactId ? contact : redirect(`/people/${contact.id}`)
}

const fullName = (contact: Contact) => `${contact.firstName} ${contact.lastName}`

const reachable = ({ id, language, email, phones, safeContact }: Contact) => ({
  ...{ contactId: id, language, email, safeContact },
  phoneNumbers: phones.map(({ phoneNumber }) => phoneNumber),
})

export function Screen({
  PersonRights,
  PersonAnswers,
  PersonNeeds,
  PersonIntakes,
  PersonLink,
  PersonRecordLink,
  PersonConsentRequests,
  AskConsent,
  PersonCorrections,
  PersonHousehold,
  FormerRecords,
}: PersonParts) {
  const { contactId = '' } = useParams()
  const { data, error } = useQuery(contactRecord(contactId))
  if (isMissing(error)) return <Gone />
  const isAdmin = userHasRole(knownUser(), 'organization-admin')
  const rights = isAdmin && data && <PersonRights contactId={data.id} name={fullName(data)} />
  const answers = data && <PersonAnswers contactId={data.id} />
  const needs = data && <PersonNeeds contactId={data.id} />
  const intakes = data && (
    <PersonIntakes
      contactId={data.id}
      name={fullName(data)}
      language={data.language}
      link={<PersonLink {...reachable(data)} />}
    />
  )
  const recordLink = data && <PersonRecordLink {...reachable(data)} />
  const household = data && (
    <PersonHousehold contactId={data.id} name={fullName(data)} atHome={SharedAtHome.parse(data)} />
  )
  const requests = data && <PersonConsentRequests contactId={data.id} />
  const askByLink = data && <AskConsent contactId={data.id} />
  const former = data && <FormerRecords contactId={data.id} name={fullName(data)} />
  const corrections = data && <PersonCorrections contactId={data.id} />
  return data ? (
    <Person
      key={data.id}
      contact={data}
      {...{ corrections, requests, askByLink, needs, recordLink, household, intakes, answers, former, rights }}
    />
  ) : null
}

/** The record was erased while it was shown. What had the focus is gone too. */
function Gone() {
  const { t } = useTranslation('clients')
  useEffect(() => document.querySelector('h1')?.focus(), [])
  return (
    <>
      <PageHeading title={t('page.gone')} />
      <EmptyState title={t('page.goneText')} action={<Link to="/people">{t('list.title')}</Link>} />
    </>
  )
}

interface PersonProps {
  contact: Contact
  corrections: ReactNode
  requests: ReactNode
  askByLink: ReactNode
  needs: ReactNode
  household: ReactNode
  recordLink: ReactNode
  intakes: ReactNode
  answers: ReactNode
  former: ReactNode
  rights: ReactNode
}

/** What is to be done next comes first; what is needed rarely is folded. */
function Person({ contact, corrections, needs, household, intakes, answers, ...beside }: PersonProps) {
  const { requests, askByLink, recordLink, former, rights } = beside
  const { t } = useTranslation('clients')
  const [isEditing, setEditing] = useState(false)
  const name = fullName(contact)
  // The clicked button has been removed; keyboard users continue from the title.
  const edit = (isOn: boolean) => {
    setEditing(isOn)
    requestAnimationFrame(() => document.querySelector('h1')?.focus())
  }
  return (
    <>
      <p className={classes.crumb}>
        <Link to="/people">
          <IconArrowLeft size={18} aria-hidden="true" />
          {t('list.title')}
        </Link>
      </p>
      <PageHeading
        title={isEditing ? t('edit.title', { name }) : name}
        action={
          !isEditing && (
            <>
              <Button
                component={Link}
                variant="subtle"
                to={`/referrals?direction=outgoing&contactId=${contact.id}`}
                leftSection={<IconListDetails size={20} aria-hidden="true" />}
              >
                {t('page.referrals')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconPencil size={20} aria-hidden="true" />}
                onClick={() => edit(true)}
              >
                {t('page.edit')}
              </Button>
              <Button
                component={Link}
                variant="default"
                to={`/directory?contactId=${contact.id}`}
                leftSection={<IconMapPin size={20} aria-hidden="true" />}
              >
                {t('page.findService')}
              </Button>
              <Button
                component={Link}
                to={`/referrals/new?contactId=${contact.id}`}
                leftSection={<IconSend size={20} aria-hidden="true" />}
              >
                {t('page.refer')}
              </Button>
            </>
          )
        }
      />
      {!isEditing && <SafeContact contact={contact} />}
      {!isEditing && <ConsentNotice contact={contact} askByLink={askByLink} />}
      {isEditing ? (
        <EditPerson contact={contact} onDone={() => edit(false)} />
      ) : (
        <>
          <div className={classes.columns}>
            <div className={classes.stack}>
              {corrections}
              {needs}
              {intakes}
            </div>
            <div className={classes.stack}>
              <PersonFacts contact={contact} />
              <ConsentList contact={contact} />
              {household}
            </div>
          </div>
          <div className={classes.columns}>
            <div className={classes.stack}>
              {answers}
              {requests}
              {former}
            </div>
            <div className={classes.stack}>
              <MemberInvitation contact={contact} />
              {recordLink}
              {rights}
            </div>
          </div>
        </>
      )}
    </>
  )
}

function SafeContact({ contact }: { contact: Contact }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <SafeContactBanner rules={contact.safeContact} language={contact.language} onEdit={() => setOpen(true)} />
      {isOpen && (
        <SafeContactDialog
          person={contact}
          save={(change) => changeSafeContact(contact.id, change)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
