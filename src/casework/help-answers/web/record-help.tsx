import { Button, Group, Radio, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '#platform/web/api.ts'
import { focusFirstMistake } from '#platform/web/focus-first-mistake.ts'
import { notify } from '#platform/web/notify.ts'
import { type HelpAnswerRow, helpAnswers, type RecordHelpCall, type ShownHelps } from '../help-answer.ts'
import classes from './help-card.module.css'

interface RecordHelpProps {
  referralId: string
  person: ShownHelps['people'][number]
  isOpen: boolean
  /** It can no longer be recorded, for example because the person answered themselves meanwhile. */
  isLate: boolean
  onOpen: () => void
  onClose: () => void
  onLate: () => void
  onRecorded: (now: ShownHelps) => void
}

/** For the sender: records what a person said, on the telephone or in person. */
export function RecordHelp(props: RecordHelpProps) {
  const { t } = useTranslation('help-answers')
  const button = useRef<HTMLButtonElement>(null)
  const { name, answer } = props.person
  const wasOpen = useRef(props.isOpen)
  useEffect(() => {
    // The button is there again, whenever that was rendered.
    if (wasOpen.current && !props.isOpen) button.current?.focus()
    wasOpen.current = props.isOpen
  }, [props.isOpen])
  if (props.isOpen) return <RecordHelpForm {...props} />
  return (
    <Button ref={button} variant="default" className={classes.record ?? ''} onClick={props.onOpen}>
      {t(answer ? 'record.change' : 'record.open', { name })}
    </Button>
  )
}

function RecordHelpForm({ referralId, person, isLate, onClose, onLate, onRecorded }: RecordHelpProps) {
  const { t } = useTranslation('help-answers')
  const [answer, setAnswer] = useState<HelpAnswerRow['answer'] | null>(person.answer)
  const [comment, setComment] = useState(person.comment ?? '')
  const [isMissing, setMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('input:checked') ?? form.current?.querySelector('input')
    first?.focus()
  }, [])
  const record = useMutation({
    mutationFn: (call: RecordHelpCall) =>
      api.post<ShownHelps>(`/api/referral/${referralId}/helpAnswer`, call, { quiet: true }),
    onSuccess: (now) => {
      onRecorded(now)
      notify(t('record.saved'))
      onClose()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'help-not-asked') onLate()
      else notify(t('record.failed'), 'bad')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(answer === null)
    if (answer === null) focusFirstMistake(form.current)
    if (answer === null || record.isPending || isLate) return
    record.mutate({ contactId: person.contactId, answer, comment: comment.trim() || null })
  }
  return (
    <form ref={form} noValidate className={classes.form} onSubmit={submit}>
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
      {isLate && <p role="alert">{t('record.late')}</p>}
      <Group>
        <Button variant="default" onClick={onClose}>
          {t('record.cancel')}
        </Button>
        <Button type="submit" loading={record.isPending} disabled={isLate}>
          {t('record.save')}
        </Button>
      </Group>
    </form>
  )
}
