import { Button, Group, Radio, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { type HelpAnswerRow, helpAnswers, type RecordHelpCall, type ShownHelps } from '../help-answer.ts'
import classes from './help-card.module.css'

interface RecordHelpProps {
  referralId: string
  person: ShownHelps['people'][number]
  onRecorded: (now: ShownHelps) => void
}

/** For the sender: records what a person said, on the telephone or in person. */
export function RecordHelp(props: RecordHelpProps) {
  const { t } = useTranslation('help-answers')
  const [isOpen, setOpen] = useState(false)
  const { name, answer } = props.person
  if (isOpen) return <RecordHelpForm {...props} onDone={() => setOpen(false)} />
  return (
    <Button variant="default" className={classes.record ?? ''} onClick={() => setOpen(true)}>
      {t(answer ? 'record.change' : 'record.open', { name })}
    </Button>
  )
}

function RecordHelpForm({ referralId, person, onRecorded, onDone }: RecordHelpProps & { onDone: () => void }) {
  const { t } = useTranslation('help-answers')
  const [answer, setAnswer] = useState<HelpAnswerRow['answer'] | null>(person.answer)
  const [comment, setComment] = useState('')
  const [isMissing, setMissing] = useState(false)
  const record = useMutation({
    mutationFn: (call: RecordHelpCall) => api.post<ShownHelps>(`/api/referral/${referralId}/helpAnswer`, call),
    onSuccess: (now) => {
      onRecorded(now)
      notify(t('record.saved'))
      onDone()
    },
    onError: (error) =>
      notify(t(error instanceof ApiError && error.code === 'help-not-asked' ? 'record.late' : 'record.failed'), 'bad'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(answer === null)
    if (answer === null || record.isPending) return
    record.mutate({ contactId: person.contactId, answer, comment: comment.trim() || null })
  }
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <Radio.Group
        size="md"
        label={t('record.title', { name: person.name })}
        value={answer}
        error={isMissing && t('record.missing')}
        onChange={(value) => {
          setAnswer(value as HelpAnswerRow['answer'])
          setMissing(false)
        }}
      >
        {helpAnswers.map((value) => (
          <Radio key={value} value={value} mt="xs" label={t(`answer.${value}`)} />
        ))}
      </Radio.Group>
      <Textarea
        label={t('record.comment')}
        maxLength={1000}
        autosize
        minRows={2}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <p className={classes.quiet}>{t('record.who')}</p>
      <Group>
        <Button type="submit" loading={record.isPending}>
          {t('record.save')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('record.cancel')}
        </Button>
      </Group>
    </form>
  )
}
