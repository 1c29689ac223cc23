import { Button, Group, Radio, Textarea } from '@mantine/core'
import { type FormEvent, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type HelpCall, helpAnswers } from '#casework/help-answers/help-answer.ts'
import { ApiError } from '#platform/web/api.ts'
import { focusFirstMistake } from '#platform/web/focus-first-mistake.ts'
import { notify } from '#platform/web/notify.ts'
import { useTyped } from '#platform/web/use-typed.ts'
import type { OwnReferral } from '../own-record.ts'
import { OwnActsContext } from './own-acts.ts'
import classes from './own-record.module.css'

interface HelpQuestionProps {
  contactId: string
  /** Who referred them, and reads the answer. */
  organization: string
  referral: OwnReferral
}

/** Asks whether a closed referral helped, or shows what the person answered. */
export function HelpQuestion({ contactId, organization, referral }: HelpQuestionProps) {
  const { t } = useTranslation('own-record')
  const { answer, comment, mayAnswer } = referral.help
  const [isChanging, setChanging] = useState(false)
  if (mayAnswer && (answer === null || isChanging))
    return <HelpForm {...{ contactId, organization, referral }} onDone={isChanging ? () => setChanging(false) : null} />
  if (answer === null) return null
  return (
    <>
      <p>
        {t('help.title')} {t('help.said')}: <strong>{t(`help.${answer}`)}</strong>
      </p>
      {comment && <p className={classes.text}>{comment}</p>}
      {mayAnswer && (
        <Button variant="default" onClick={() => setChanging(true)}>
          {t('help.change')}
        </Button>
      )}
    </>
  )
}

function HelpForm({ contactId, organization, referral, onDone }: HelpQuestionProps & { onDone: (() => void) | null }) {
  const { t } = useTranslation('own-record')
  const { answerHelp } = use(OwnActsContext)
  const [answer, setAnswer] = useState<HelpCall['answer'] | null>(referral.help.answer)
  const [comment, setComment, forget] = useTyped(`help.${referral.id}`, referral.help.comment ?? '')
  const [isMissing, setMissing] = useState(false)
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setMissing(answer === null)
    if (answer === null) return focusFirstMistake(event.currentTarget)
    if (isSending) return
    setSending(true)
    try {
      await answerHelp(contactId, { referralId: referral.id, answer, comment: comment.trim() || null })
      forget()
      notify(t('help.sent'))
      onDone?.()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'record-link-locked'))
        notify(t(error instanceof ApiError && error.code === 'help-not-asked' ? 'help.late' : 'help.failed'), 'bad')
    } finally {
      setSending(false)
    }
  }
  return (
    <form noValidate className={classes.help} onSubmit={submit}>
      <Radio.Group
        size="md"
        label={t('help.title')}
        value={answer}
        error={isMissing && t('help.missing')}
        onChange={(value) => {
          setAnswer(value as HelpCall['answer'])
          setMissing(false)
        }}
      >
        {helpAnswers.map((value) => (
          <Radio key={value} value={value} label={t(`help.${value}`)} />
        ))}
      </Radio.Group>
      <Textarea
        label={t('help.comment')}
        maxLength={1000}
        autosize
        minRows={2}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <p className={classes.quiet}>{t('help.who', { organization })}</p>
      <Group>
        {onDone && (
          <Button
            variant="default"
            onClick={() => {
              forget()
              onDone()
            }}
          >
            {t('help.cancel')}
          </Button>
        )}
        <Button type="submit" loading={isSending}>
          {t('help.send')}
        </Button>
      </Group>
    </form>
  )
}
