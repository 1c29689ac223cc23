import { Alert, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { FormDialog } from '#platform/web/form-dialog.tsx'
import { notify } from '#platform/web/notify.ts'
import { type CannedAnswer, NewCannedAnswer, placeholders } from '../../canned-answer.ts'
import classes from './answering.module.css'
import { changeAnswer, createAnswer } from './answering-calls.ts'

const blank = { titleEn: '', textEn: '', titleEs: '', textEs: '' }
const names = placeholders.map((name) => `{{${name}}}`).join(', ')

/** One canned answer, in both languages side by side. Only its buttons close it, so that a slip loses nothing. */
export function AnswerDialog({ answer, onClose }: { answer: CannedAnswer | null; onClose: () => void }) {
  const { t } = useTranslation(['help-desk', 'platform'])
  const client = useQueryClient()
  const [version, setVersion] = useState(answer?.version ?? 1)
  const [isStale, setStale] = useState(false)
  const form = useContractForm({
    contract: NewCannedAnswer,
    texts: 'help-desk',
    initial: answer ?? blank,
    onSubmit: async (given) => {
      await (answer ? changeAnswer(answer.id, { ...given, version }) : createAnswer(given))
      notify(t('answers.saved'))
      await client.invalidateQueries({ queryKey: ['cannedAnswer'] })
      onClose()
    },
    onFailure: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'stale-version')
        return answer && notify(t('platform:notice.wentWrong'), 'bad')
      setStale(true)
      setVersion((error.body.current as CannedAnswer).version)
    },
  })
  return (
    <FormDialog
      title={t(answer ? 'answers.change' : 'answers.new')}
      width={1000}
      isSending={form.isSending}
      onSubmit={form.submit}
      onClose={onClose}
    >
      {isStale && <Alert color="yellow" title={t('answers.stale')} />}
      <p className={classes.soft}>{t('answers.help', { names })}</p>
      <div className={classes.languages}>
        <Stack gap="md">
          <Field form={form} name="titleEn" />
          <Field form={form} name="textEn" />
        </Stack>
        <Stack gap="md">
          <Field form={form} name="titleEs" />
          <Field form={form} name="textEs" />
        </Stack>
      </div>
    </FormDialog>
  )
}
