import { Alert, Button } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Referral } from '#casework/referrals/referral-call.ts'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { UnreadCard } from '#platform/web/unread-card.tsx'
import { Card } from '#ui/card.tsx'
import type { ShownHelps } from '../help-answer.ts'
import classes from './help-card.module.css'
import { RecordHelp } from './record-help.tsx'

/** Only of a closed referral whose details the reader sees. Invalidated when referrals change. */
const helpOf = ({ id, closedOn, person }: Referral) =>
  queryOptions({
    queryKey: ['referral', 'helpAnswer', id],
    queryFn: () => api.get<ShownHelps>(`/api/referral/${id}/helpAnswer`, { quiet: true }),
    enabled: closedOn !== null && person !== null,
    retry: false,
  })

/** Beside what the recipient says of the outcome, what the people say themselves. */
export function HelpCard({ referral }: { referral: Referral }) {
  const { t } = useTranslation(['help-answers', 'referrals'])
  const read = useQuery(helpOf(referral))
  const { data } = read
  // Their forms stay open, also when the answer can no longer be recorded.
  const [recording, setRecording] = useState<ShownHelps['people']>([])
  if (!referral.closedOn) return null
  if (!data)
    return <UnreadCard id="help-heading" title={t('help-answers:title')} read={read} className={classes.card} />
  const late = recording.filter(({ contactId }) => !data.people.some((person) => person.contactId === contactId))
  const { outcome, reason, status } = referral
  const organization = shownName(referral.referredToOrganization.name)
  const said =
    status === 'Closed: Resolved' ? outcome && t(`referrals:outcome.${outcome}`) : t('help-answers:closedWithout')
  return (
    <Card labelledBy="help-heading" className={classes.card ?? ''}>
      <h2 id="help-heading">{t('help-answers:title')}</h2>
      <dl className={classes.sides}>
        <dt>{organization}</dt>
        <dd>{said || reason}</dd>
        {data.items.length === 0 && (
          <>
            <dt>{referral.personName}</dt>
            <dd className={classes.quiet}>{t('help-answers:none')}</dd>
          </>
        )}
        {data.items.map(({ name, answer, comment, changedOn, recordedByName }) => (
          <div key={`${name} ${changedOn}`}>
            <dt>{name}</dt>
            <dd>
              <b>{t(`help-answers:answer.${answer}`)}</b>{' '}
              <time className={classes.quiet} dateTime={changedOn}>
                {timeInWords(changedOn)}
              </time>
              {comment && <p>{comment}</p>}
              {recordedByName && (
                <p className={classes.quiet}>{t('help-answers:record.by', { name: recordedByName })}</p>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {[...data.people, ...late].map((person) => (
        <RecordHelp
          key={person.contactId}
          referralId={referral.id}
          person={person}
          isOpen={recording.some(({ contactId }) => contactId === person.contactId)}
          isLate={late.includes(person)}
          onOpen={() => setRecording([...recording, person])}
          onClose={() => setRecording((open) => open.filter(({ contactId }) => contactId !== person.contactId))}
          onLate={() => void queryClient.invalidateQueries({ queryKey: helpOf(referral).queryKey })}
          onRecorded={(now) => {
            queryClient.setQueryData(helpOf(referral).queryKey, now)
            queryClient.invalidateQueries({ queryKey: ['referral', 'waiting'] })
          }}
        />
      ))}
    </Card>
  )
}

/** For the sender: somebody says that they got no help, and the recipient says that they did. */
export function HelpNotice({ referral }: { referral: Referral }) {
  const { t } = useTranslation('help-answers')
  const { data } = useQuery(helpOf(referral))
  const settle = useMutation({
    mutationFn: () => api.post<ShownHelps>(`/api/referral/${referral.id}/helpAnswer/settle`),
    onSuccess: (now) => {
      queryClient.setQueryData(helpOf(referral).queryKey, now)
      queryClient.invalidateQueries({ queryKey: ['referral', 'waiting'] })
      notify(t('denied.settled'))
    },
  })
  if (!data?.deniedOn) return null
  const [denied] = data.items.filter(({ contradicts }) => contradicts)
  return (
    <Alert mb="md" icon={<IconMessageQuestion aria-hidden />} title={t('denied.title', { name: denied?.name ?? '' })}>
      <p className={classes.text}>
        {t('denied.text', { organization: shownName(referral.referredToOrganization.name) })}
      </p>
      <Button variant="default" loading={settle.isPending} onClick={() => settle.mutate()}>
        {t('denied.settle')}
      </Button>
    </Alert>
  )
}
