import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#platform/web/api.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import type { LinkUse as Use } from '../answer-link.ts'
import classes from './answer-page.module.css'

/** For the sender: who opened the link of a referral, how often, and how to reach them. */
export function LinkUse({ referralId }: { referralId: string }) {
  const { t } = useTranslation('answer-links')
  // Invalidated when referrals change.
  const { data } = useQuery({
    queryKey: ['referral', 'answerLink', referralId],
    queryFn: () => api.get<Use>(`/api/referral/${referralId}/answerLink`, { quiet: true }),
    retry: false,
  })
  if (!data?.use?.openedOn) return null
  const { openings, openedOn, holderName, holderReach } = data.use
  return (
    <Card labelledBy="link-use" className={`${classes.card} ${classes.use}`}>
      <h2 id="link-use">{t('use.title')}</h2>
      <p>{t('use.seen', { count: openings, when: timeInWords(openedOn) })}</p>
      {holderName && <p>{t('use.reach', { name: holderName, reach: holderReach })}</p>}
    </Card>
  )
}
