import { Button, Textarea } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppointmentView, type Saved } from '#casework/appointments/web/appointments-public.tsx'
import type { SharedPerson } from '#casework/referrals/referral.ts'
import { SafeContactBanner, SafeEmailLink, SafePhoneLink } from '#casework/safe-contact/web/safe-contact-public.tsx'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { languageText } from '#platform/web/language-of-code.ts'
import { notify } from '#platform/web/notify.ts'
import { ageOf, dayText, timeInWords } from '#platform/web/time-words.ts'
import { useCallId } from '#platform/web/use-call-id.ts'
import { useTyped } from '#platform/web/use-typed.ts'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { LinkedReferral } from '../answer-link.ts'
import { AnswerCard } from './answer-card.tsx'
import classes from './answer-page.module.css'
import { useHolder } from './use-holder.ts'

interface OpenedReferralProps {
  code: string
  referral: LinkedReferral
  run: (what: string, body: object) => Promise<Saved>
}

/** What was shared, and every answer that is possible now. */
export function OpenedReferral({ code, referral, run }: OpenedReferralProps) {
  const { t } = useTranslation(['answer-links', 'needs'])
  const who = useHolder(referral.holder)
  const holder = { name: who.name, reach: who.reach }
  const [from, to] = [shownName(referral.referringOrganization), shownName(referral.referredToOrganization)]
  const shown = referral.appointment
  const need = referral.serviceName ?? t(`needs:${referral.need}`)
  return (
    <>
      <PageHeading
        title={t('page.title', { need, person: referral.personName ?? t('page.nobody') })}
        lead={t('page.lead', { from, to, when: referral.sentOn ? timeInWords(referral.sentOn) : '' })}
      />
      <SafeContactBanner rules={referral.safeContact} language={referral.person?.language ?? null} />
      <AnswerCard
        {...{ referral, from, who }}
        onAnswer={async (body) => (await run('/answer', { ...holder, ...body })).isDone}
      />
      {(shown.appointment || shown.mayChange) && (
        <AppointmentView
          shown={shown}
          onSave={(given, version) => run('/appointment', { ...holder, ...given, version })}
          onCancel={(version) => run('/appointment/cancel', { ...holder, version })}
        />
      )}
      {referral.person && <Shared referral={referral} person={referral.person} from={from} />}
      {(referral.mayWrite || referral.messages.length > 0) && (
        <Talk
          referral={referral}
          from={from}
          onAsk={async (text, id) => who.isComplete() && (await run('/message', { ...holder, text, id })).isDone}
        />
      )}
      {referral.mayClaim && (
        <Card labelledBy="claim" className={classes.card ?? ''}>
          <h2 id="claim">{t('claim.title')}</h2>
          <p>{t('claim.text', { to })}</p>
          <div>
            <Button
              component="a"
              variant="default"
              href={`/registration/organization?referralId=${encodeURIComponent(code)}`}
            >
              {t('claim.action', { to })}
            </Button>
          </div>
        </Card>
      )}
    </>
  )
}

interface SharedProps {
  referral: LinkedReferral
  person: SharedPerson
  from: string
}

function Shared({ referral, person, from }: SharedProps) {
  const { t } = useTranslation(['answer-links', 'referrals'])
  const isUrgent = referral.urgency !== 'routine' || referral.neededBy !== null
  const urgency = [
    t(`referrals:choices.urgency.${referral.urgency}`),
    referral.neededBy && t('referrals:facts.before', { day: dayText(referral.neededBy) }),
  ]
  const nameOf = (one: SharedPerson) =>
    [`${one.firstName} ${one.lastName}`, one.birthDate && ageOf(one.birthDate)].filter(Boolean).join(', ')
  const { phoneNumber, email } = person
  const facts: [string, ReactNode][] = [
    ['person', nameOf(person)],
    [
      'contact',
      (phoneNumber || email) && (
        <Fragment key="contact">
          {phoneNumber && <SafePhoneLink rules={referral.safeContact} number={phoneNumber} />}
          {phoneNumber && email && ' · '}
          {email && <SafeEmailLink rules={referral.safeContact} email={email} />}
        </Fragment>
      ),
    ],
    ['language', person.language && languageText(person.language)],
    ['place', [person.city, person.postalCode].filter(Boolean).join(' ')],
    ['alsoFor', referral.alsoFor.map((one) => (one.person ? nameOf(one.person) : one.name)).join('\n')],
    [
      'urgency',
      <span key="urgency" className={isUrgent ? classes.urgent : undefined}>
        {urgency.filter(Boolean).join(' · ')}
      </span>,
    ],
    ['note', referral.note],
  ]
  return (
    <Card labelledBy="shared" className={classes.card ?? ''}>
      <h2 id="shared">{t('page.shared', { from })}</h2>
      <dl className={classes.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <Fragment key={name}>
              <dt>{t(`fact.${name}`)}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
      </dl>
      <p className={classes.quiet}>{t('page.sharedText', { from })}</p>
    </Card>
  )
}

interface TalkProps {
  referral: LinkedReferral
  from: string
  /** @param id of the message: the answer to an earlier try may have been lost */
  onAsk: (text: string, id: string) => Promise<boolean>
}

function Talk({ referral, from, onAsk }: TalkProps) {
  const { t } = useTranslation('answer-links')
  const [text, setText, , clear] = useTyped('message')
  const call = useCallId()
  const [isSending, setSending] = useState(false)
  return (
    <Card labelledBy="talk" className={classes.card ?? ''}>
      <h2 id="talk">{t('talk.title')}</h2>
      {referral.messages.length === 0 && <p>{t('talk.none', { from })}</p>}
      {referral.messages.length > 0 && (
        <ol className={classes.messages}>
          {referral.messages.map((message) => (
            <li key={message.id}>
              <b>{message.isByLink ? t('talk.byLink', { name: message.from }) : shownName(message.from)}</b>{' '}
              <time className={classes.quiet} dateTime={message.createdOn}>
                {timeInWords(message.createdOn)}
              </time>
              <p>{message.text}</p>
            </li>
          ))}
        </ol>
      )}
      {referral.mayWrite && (
        <form
          className={classes.form}
          onSubmit={async (event) => {
            event.preventDefault()
            if (!text.trim() || isSending) return
            setSending(true)
            // What was typed stays until it was sent.
            if (await onAsk(text, call.idOf({ text }))) {
              call.end()
              clear(text)
              notify(t('talk.sent'))
            }
            setSending(false)
          }}
        >
          <Textarea
            label={t('talk.write')}
            maxLength={4000}
            minRows={2}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <div>
            <Button type="submit" variant="default" loading={isSending} disabled={text.trim() === ''}>
              {t('talk.send')}
            </Button>
          </div>
        </form>
      )}
    </Card>
  )
}
