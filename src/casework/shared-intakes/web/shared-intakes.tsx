import { Button } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#platform/web/api.ts'
import { dayText } from '#platform/web/time-words.ts'
import { UnreadCard } from '#platform/web/unread-card.tsx'
import { Card } from '#ui/card.tsx'
import type { SharedIntakes as Shared } from '../shared-intake.ts'
import { ShareDialog } from './share-dialog.tsx'
import classes from './shared-intakes.module.css'

/** Invalidated when referrals change. */
const sharedOf = (referralId: string) =>
  queryOptions({
    queryKey: ['referral', 'intakes', referralId],
    queryFn: () => api.get<Shared>(`/api/referral/${referralId}/intake`, { quiet: true }),
  })

/** The intakes that a referral carries, and for its sender a way to share one. */
export function SharedIntakes({ referralId, mayShare }: { referralId: string; mayShare: boolean }) {
  const { t, i18n } = useTranslation('shared-intakes')
  const read = useQuery({ ...sharedOf(referralId), retry: false })
  const { data } = read
  const [isSharing, setSharing] = useState(false)
  const language = i18n.language.startsWith('es') ? 'es' : 'en'
  const canShare = mayShare && Boolean(data?.shareable.length)
  if (!data) return <UnreadCard id="shared-intakes" title={t('title')} read={read} className={classes.card} />
  if (!data.items.length && !canShare) return null
  return (
    <Card labelledBy="shared-intakes" className={classes.card ?? ''}>
      <h2 id="shared-intakes">{t('title')}</h2>
      {data.items.length === 0 && <p className={classes.quiet}>{t('none')}</p>}
      {data.items.map((item) => (
        <details key={item.id}>
          <summary>{t('summary', { form: item.title[language], day: dayText(item.completedOn) })}</summary>
          <p className={classes.quiet}>
            {t('shared', { name: item.sharedByName ?? '—', day: dayText(item.sharedOn) })}
            {item.leftOut > 0 && ` · ${t('leftOut', { count: item.leftOut })}`}
          </p>
          {item.endedOn && <p className={classes.quiet}>{t('ended', { day: dayText(item.endedOn) })}</p>}
          <dl className={classes.answers}>
            {item.answers.map(({ key, question, answer }) => (
              <Fragment key={key}>
                <dt>{question[language]}</dt>
                <dd>{answer[language]}</dd>
              </Fragment>
            ))}
          </dl>
        </details>
      ))}
      {canShare && (
        <Button
          variant="default"
          className={classes.share ?? ''}
          leftSection={<IconClipboardList size={18} aria-hidden />}
          onClick={() => setSharing(true)}
        >
          {t('share')}
        </Button>
      )}
      {isSharing && (
        <ShareDialog
          referralId={referralId}
          shareable={data.shareable}
          queryKey={sharedOf(referralId).queryKey}
          onClose={() => setSharing(false)}
        />
      )}
    </Card>
  )
}
