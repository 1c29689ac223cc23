import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/web/notify.ts'
import { dayText } from '#platform/web/time-words.ts'
import { UnreadCard } from '#platform/web/unread-card.tsx'
import { Card } from '#ui/card.tsx'
import classes from './own-record.module.css'
import { askedCorrections, finishCorrection } from './own-record-calls.ts'

/** On a person's page: what the person asks to have corrected, until it is marked as done. */
export function PersonCorrections({ contactId }: { contactId: string }) {
  const { t } = useTranslation('own-record')
  const read = useQuery(askedCorrections(contactId))
  const { data } = read
  const finish = useMutation({
    mutationFn: (id: string) => finishCorrection(contactId, id),
    onSuccess: () => notify(t('staff.marked')),
  })
  if (!data)
    return <UnreadCard id="person-corrections" title={t('staff.unread')} read={read} className={classes.card} />
  const open = data.filter(({ doneOn }) => !doneOn)
  if (open.length === 0) return null
  return (
    <Card labelledBy="person-corrections" className={classes.card ?? ''}>
      <h2 id="person-corrections">{t('staff.title')}</h2>
      <ul className={classes.lines}>
        {open.map(({ id, text, askedOn }) => (
          <li key={id}>
            <p className={classes.text}>{text}</p>
            <p className={classes.quiet}>{t('correction.on', { day: dayText(askedOn) })}</p>
            <Button
              variant="default"
              leftSection={<IconCheck size={18} aria-hidden />}
              loading={finish.isPending && finish.variables === id}
              onClick={() => finish.mutate(id)}
            >
              {t('staff.done')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
