import { Anchor, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Referral } from '#casework/referrals/referral-call.ts'
import { alsoForWords } from '#casework/referrals/web/sending-public.tsx'
import { FitLine, IntakeChip } from '#directory/services/web/service-view-public.tsx'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { api } from '#platform/web/api.ts'
import { Card } from '#ui/card.tsx'
import type { NextFits as Found, NextFit } from '../next-fit.ts'
import classes from './next-fits.module.css'
import { SendInPlace } from './send-in-place.tsx'

const isFull = ({ intake }: NextFit) => intake?.isConfirmed === true && intake.status === 'waitlist'

/** For the sender of a referral that ended without help: services that may help next, each with what speaks for it. */
export function NextFits({ referral }: { referral: Referral }) {
  const { t } = useTranslation('next-fits')
  const { data, isError, refetch } = useQuery({
    queryKey: ['referral', 'nextFits', referral.id],
    queryFn: () => api.get<Found>(`/api/referral/${referral.id}/nextFit`, { quiet: true }),
  })
  return (
    <Card labelledBy="next-fits" className={classes.card ?? ''}>
      <h2 id="next-fits">{t('title')}</h2>
      {isError && (
        <>
          <p>{t('failed')}</p>
          <Button variant="default" onClick={() => refetch()}>
            {t('tryAgain')}
          </Button>
        </>
      )}
      {!data && !isError && <Skeleton height={120} radius="md" />}
      {data && <p className={classes.quiet}>{t(data.items.length > 0 ? 'lead' : 'none')}</p>}
      {data && data.items.length > 0 && (
        <ol className={classes.list}>
          {data.items.map((found) => (
            <OneFit key={found.service.id} found={found} referral={referral} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function useReasons({ distance, answerDays, answersHere }: NextFit) {
  const { t } = useTranslation('next-fits')
  const days = answerDays === null ? null : Math.round(answerDays)
  return [
    distance !== null && t('miles', { count: distance }),
    days !== null && (days < 1 ? t('answersToday') : t('answers', { count: days })),
    t(answersHere ? 'answersHere' : 'invited'),
  ].filter((reason) => reason !== false)
}

function OneFit({ found, referral }: { found: NextFit; referral: Referral }) {
  const { t } = useTranslation('next-fits')
  const [isAsking, setAsking] = useState(false)
  const reasons = useReasons(found)
  const { service, fit, intake, city } = found
  const organization = shownName(found.organization.name)
  const names = { organization, service: service.name }
  const saysFit = fit?.reasons.some(({ rule }) => rule !== 'nothing')
  return (
    <li>
      <div>
        <h3>
          <Anchor component={Link} to={`/directory/service/${service.id}`} inherit>
            {service.name}
          </Anchor>
        </h3>
        <p>{[organization, city].filter(Boolean).join(' · ')}</p>
      </div>
      {saysFit && fit && <FitLine fit={fit} />}
      {intake && <IntakeChip intake={intake} />}
      <p>{reasons.join(' · ')}</p>
      {!found.answersHere && referral.contactId && (
        <div>
          <Button
            component={Link}
            variant="default"
            aria-label={t('referTo', names)}
            to={`/referrals/new?${new URLSearchParams({ serviceId: service.id, contactId: referral.contactId, requestId: referral.requestId, need: referral.need })}${alsoForWords(referral)}`}
          >
            {t('refer')}
          </Button>
        </div>
      )}
      {found.answersHere && !isAsking && (
        <div>
          <Button variant="default" aria-label={t('sendTo', names)} onClick={() => setAsking(true)}>
            {t(isFull(found) ? 'waitlistSend' : 'send')}
          </Button>
        </div>
      )}
      {isAsking && (
        <SendInPlace found={found} isFull={isFull(found)} referral={referral} onClose={() => setAsking(false)} />
      )}
    </li>
  )
}
