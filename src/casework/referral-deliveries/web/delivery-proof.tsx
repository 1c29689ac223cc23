import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Referral } from '#casework/referrals/referral-call.ts'
import { dayText, timeInWords } from '#platform/web/time-words.ts'
import { UnreadCard } from '#platform/web/unread-card.tsx'
import { Card } from '#ui/card.tsx'
import type { DeliveryNotice, DeliveryProof as Proof } from '../delivery-proof.ts'
import classes from './delivery.module.css'
import { deliveryOf } from './delivery-query.ts'
import { InviteAgainForm } from './invite-again-form.tsx'

/** What became of a referral on its way to the recipient, for its sender. */
export function DeliveryProof({ referral }: { referral: Referral }) {
  const { t } = useTranslation('referral-deliveries')
  const read = useQuery(deliveryOf(referral))
  const { data } = read
  const [isAsking, setAsking] = useState(false)
  if (!data) return <UnreadCard id="delivery-heading" title={t('title')} read={read} className={classes.card} />
  const mayAsk = data.mayInviteAgain && data.undelivered === null
  return (
    <Card labelledBy="delivery-heading" className={classes.card ?? ''}>
      <h2 id="delivery-heading">{t('title')}</h2>
      <ul className={classes.lines}>
        {data.notices.length === 0 && <Line kind="waiting">{t('none')}</Line>}
        {data.notices.map((notice) => (
          <NoticeLine key={`${notice.queuedOn} ${notice.purpose} ${notice.channel}`} notice={notice} />
        ))}
        {data.link && <LinkLines link={data.link} />}
        {(!data.link || data.opened) && <OpenedLine opened={data.opened} />}
      </ul>
      {mayAsk && !isAsking && (
        <Button variant="default" className={classes.ask ?? ''} onClick={() => setAsking(true)}>
          {t('again.other')}
        </Button>
      )}
      {mayAsk && isAsking && <InviteAgainForm referral={referral} onSent={() => setAsking(false)} />}
    </Card>
  )
}

const icons = { done: IconCircleCheck, waiting: IconClock, failed: IconAlertTriangle }

function Line({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[kind]
  return (
    <li className={classes[kind]}>
      <Icon size={20} aria-hidden />
      <div>{children}</div>
    </li>
  )
}

function NoticeLine({ notice }: { notice: DeliveryNotice }) {
  const { t } = useTranslation('referral-deliveries')
  const { purpose, channel, people, addresses, waiting, handedOver, handedOverOn, leftOut, failures } = notice
  const more = people - addresses.length
  const shown = more > 0 ? t('andMore', { addresses: addresses.join(', '), count: more }) : addresses.join(', ')
  const count = people > 1 ? handedOver : undefined
  return (
    <Line kind={failures.length > 0 ? 'failed' : waiting > 0 ? 'waiting' : 'done'}>
      <b>{t(`told.${purpose}.${channel}`, { count: people })}</b>
      <div className={classes.quiet}>{shown}</div>
      {handedOverOn && (
        <div>{t(count ? 'handedOverTo' : 'handedOver', { when: timeInWords(handedOverOn), count, people })}</div>
      )}
      {waiting > 0 && <div>{t('waiting', { when: timeInWords(notice.queuedOn) })}</div>}
      {leftOut > 0 && <div>{t('leftOut', { count: leftOut })}</div>}
      {failures.map(({ address, failure }) => (
        <div key={address}>{t('failed', { address, why: t(`why.${failure}`) })}</div>
      ))}
    </Line>
  )
}

function LinkLines({ link }: { link: NonNullable<Proof['link']> }) {
  const { t } = useTranslation('referral-deliveries')
  const { openedOn, claimedOn, claim, expiresOn } = link
  return (
    <>
      <Line kind={openedOn ? 'done' : 'waiting'}>
        {openedOn ? t('link.opened', { when: timeInWords(openedOn) }) : t('link.unopened', { day: dayText(expiresOn) })}
      </Line>
      {claim && (
        <Line kind={claim === 'approved' ? 'done' : claim === 'refused' ? 'failed' : 'waiting'}>
          {t(`link.claim.${claim}`)} {claimedOn && <span className={classes.quiet}>{timeInWords(claimedOn)}</span>}
        </Line>
      )}
    </>
  )
}

function OpenedLine({ opened }: { opened: Proof['opened'] }) {
  const { t } = useTranslation('referral-deliveries')
  if (!opened) return <Line kind="waiting">{t('unopened')}</Line>
  const when = timeInWords(opened.on)
  return (
    <Line kind="done">{opened.name ? t('opened', { name: opened.name, when }) : t('openedByNoName', { when })}</Line>
  )
}
