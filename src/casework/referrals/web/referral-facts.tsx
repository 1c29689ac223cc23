import { Anchor, Button } from '@mantine/core'
import { IconShieldOff } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SafeEmailLink, SafePhoneLink } from '#casework/safe-contact/web/safe-contact-public.tsx'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { languageText } from '#platform/web/language-of-code.ts'
import { ageOf, dayText, timeInWords } from '#platform/web/time-words.ts'
import type { SharedPerson } from '../referral.ts'
import type { Referral } from '../referral-call.ts'
import { FirstContactDialog } from './first-contact-dialog.tsx'
import classes from './referral-page.module.css'
import { ReferralStatusChip } from './referral-status-chip.tsx'
import { SiblingTries } from './sibling-tries.tsx'

/** What was shared, next to the conversation. */
export function ReferralFacts({ referral }: { referral: Referral }) {
  const { t } = useTranslation(['referrals', 'clients'])
  return (
    <>
      <h2 id="facts-heading" className={classes.heading}>
        {t(referral.sentOn ? 'facts.shared' : 'facts.willShare')}
      </h2>
      <dl className={classes.facts}>
        {factsOf(referral, t).map(([name, value]) => (
          <Fragment key={name}>
            <dt>{t(`facts.${name}`)}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {referral.contactId && (
        <p>
          <Anchor component={Link} to={`/people/${referral.contactId}`}>
            {t('facts.record')}
          </Anchor>
        </p>
      )}
      <SiblingTries referral={referral} />
      <Children referral={referral} />
    </>
  )
}

/** The others in the household, each with what was shared of them. */
function Others({ referral: { alsoFor } }: { referral: Referral }) {
  const { t } = useTranslation('referrals')
  return (
    <ul className={classes.people}>
      {alsoFor.map(({ contactId, name, person, safeContact, isEnded }, index) => {
        const whole = person ? `${person.firstName} ${person.lastName}` : name
        const age = person?.birthDate ? `, ${ageOf(person.birthDate)}` : ''
        return (
          <li key={contactId ?? `${index}`}>
            {contactId ? (
              <Anchor component={Link} to={`/people/${contactId}`}>
                {whole}
              </Anchor>
            ) : (
              whole
            )}
            {age}
            {person && (person.phoneNumber || person.email) && (
              <div>
                <Reach person={person} rules={safeContact} />
              </div>
            )}
            {isEnded && <div className={classes.quiet}>{t(person ? 'alsoFor.ended' : 'alsoFor.hidden')}</div>}
          </li>
        )
      })}
    </ul>
  )
}

function consentText(referral: Referral, t: TFunction) {
  const { consent, direction } = referral
  if (direction === 'internal') return t('facts.internal')
  if (!consent) return null
  const needs = consent.needs?.map((need) => t(`needs:${need}`)).join(', ')
  return [
    consent.needs && (needs || t('facts.allNeeds')),
    consent.isInForce ? !consent.needs && t('facts.consentCovers') : t('facts.consentOver'),
    consent.expiresOn && t('facts.until', { day: dayText(consent.expiresOn) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The marker that something was shared without a recorded consent; only the sender sees the explanation. */
function OverrideMark({ referral }: { referral: Referral }) {
  const { t } = useTranslation('referrals')
  return (
    <>
      <div className={classes.mark}>
        <IconShieldOff size={18} aria-hidden /> {t(referral.consent ? 'facts.overrideOther' : 'facts.override')}
      </div>
      <div>{t(`overrideReason.${referral.consentOverrideReason}`)}</div>
      {referral.consentOverrideText && <div>{referral.consentOverrideText}</div>}
    </>
  )
}

function factsOf(referral: Referral, t: TFunction): [string, ReactNode][] {
  const { person } = referral
  const urgency = [
    t(`choices.urgency.${referral.urgency}`),
    referral.neededBy && t('facts.before', { day: dayText(referral.neededBy) }),
  ]
    .filter(Boolean)
    .join(' · ')
  const facts: [string, ReactNode][] = [
    [
      'person',
      !person
        ? referral.personName
        : [`${person.firstName} ${person.lastName}`, person.birthDate && ageOf(person.birthDate)]
            .filter(Boolean)
            .join(', '),
    ],
    [
      'contact',
      person && (person.phoneNumber || person.email) && (
        <Reach key="contact" person={person} rules={referral.safeContact} />
      ),
    ],
    ['language', person?.language && languageText(person.language)],
    ['place', person && [person.city, person.postalCode].filter(Boolean).join(' ')],
    ['alsoFor', referral.alsoFor.length > 0 && <Others key="others" referral={referral} />],
    ['need', t(`needs:${referral.need}`)],
    ['service', referral.service?.name],
    [
      'urgency',
      <span key="urgency" className={referral.urgency === 'routine' && !referral.neededBy ? undefined : classes.urgent}>
        {urgency}
      </span>,
    ],
    [
      'consent',
      referral.consentOverrideReason ? (
        <Fragment key="override">
          {referral.consent && <div>{consentText(referral, t)}</div>}
          <OverrideMark referral={referral} />
        </Fragment>
      ) : (
        person && consentText(referral, t)
      ),
    ],
    // Once it is sent, the note is shown at the start of the history.
    ['note', referral.status === 'Draft' && referral.note],
    ['directedTo', referral.directedTo?.name],
    ['assignee', referral.assignee?.name],
    ['firstContact', firstContactFact(referral, t)],
    ['review', referral.reviewOn && dayText(referral.reviewOn)],
    ['sentBy', referral.createdBy.name],
  ]
  return facts.filter(([, value]) => value)
}

function firstContactFact(referral: Referral, t: TFunction) {
  const { firstContactOn, firstContactBy, needsFirstContact } = referral
  if (needsFirstContact) return <NoContactYet key="first-contact" referral={referral} />
  if (!firstContactOn) return null
  const way = firstContactBy && t(`firstContact.way.${firstContactBy}`)
  return [timeInWords(firstContactOn), way].filter(Boolean).join(' · ')
}

/** For the recipient at work: nobody has said yet that the person was reached. */
function NoContactYet({ referral }: { referral: Referral }) {
  const { t } = useTranslation('referrals')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <span className={classes.noContact}>{t('firstContact.noneYet')}</span>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('firstContact.record')}
      </Button>
      {isOpen && <FirstContactDialog referral={referral} onClose={() => setOpen(false)} />}
    </>
  )
}

/** How to reach a person, as links. */
function Reach({ person: { phoneNumber, email }, rules }: { person: SharedPerson; rules: Referral['safeContact'] }) {
  return (
    <>
      {phoneNumber && <SafePhoneLink rules={rules} number={phoneNumber} />}
      {phoneNumber && email && ' · '}
      {email && <SafeEmailLink rules={rules} email={email} />}
    </>
  )
}

function Children({ referral }: { referral: Referral }) {
  const { t } = useTranslation('referrals')
  if (referral.children.length === 0 && !referral.parentId) return null
  return (
    <div className={classes.section}>
      <h3>{t('facts.related')}</h3>
      <ul className={classes.others}>
        {referral.parentId && (
          <li>
            <Anchor component={Link} to={`/referrals/${referral.parentId}`}>
              {t('facts.earlier')}
            </Anchor>
          </li>
        )}
        {referral.children.map((child) => (
          <li key={child.id}>
            {referral.direction === 'incoming' && child.relation === 'forward' ? (
              <span>{shownName(child.organizationName)}</span>
            ) : (
              <Anchor component={Link} to={`/referrals/${child.id}`}>
                {t(`facts.${child.relation}`, { organization: shownName(child.organizationName) })}
              </Anchor>
            )}
            <ReferralStatusChip status={child.status} />
          </li>
        ))}
      </ul>
    </div>
  )
}
