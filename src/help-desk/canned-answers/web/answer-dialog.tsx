import { Button, Group, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newerVersion } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { FormDialog } from '#platform/web/form-dialog.tsx'
import { NewerNotice } from '#platform/web/newer-notice.tsx'
import { notify } from '#platform/web/notify.ts'
import { type CannedAnswer, missingIn, type NewCannedAnswer, placeholders, WrittenAnswer } from '../canned-answer.ts'
import { changeAnswer, createAnswer } from './canned-answer-calls.ts'
import classes from './canned-answers.module.css'

const blank = { titleEn: '', textEn: '', titleEs: '', textEs: '' }
const names = placeholders.map((name) => `{{${name}}}`).join(', ')

/**
 * One canned answer, in both languages side by side. Only its buttons close it, so that an accidental click loses
 * nothing.
 */
export function AnswerDialog({ answer, onClose }: { answer: CannedAnswer | null; onClose: () => void }) {
  const { t } = useTranslation(['canned-answers', 'platform'])
  const client = useQueryClient()
  const [version, setVersion] = useState(answer?.version ?? 1)
  const [isStale, setStale] = useState(false)
  const form = useContractForm({
    contract: WrittenAnswer,
    texts: 'canned-answers',
    initial: answer ?? blank,
    rules: (values) =>
      Object.fromEntries(missingIn(values as NewCannedAnswer).map((name) => [name, t('platform:form.required')])),
    onSubmit: async (given) => {
      await (answer ? changeAnswer(answer.id, { ...given, version }) : createAnswer(given))
      notify(t('saved'))
      await client.invalidateQueries({ queryKey: ['cannedAnswer'] })
      onClose()
    },
    onFailure: (error) => {
      const newer = newerVersion<CannedAnswer>(error)
      if (!newer) return answer && notify(t('platform:notice.wentWrong'), 'bad')
      setStale(true)
      setVersion(newer.version)
    },
  })
  return (
    <FormDialog
      title={t(answer ? 'change' : 'new')}
      width={1000}
      isSending={form.isSending}
      onSubmit={form.submit}
      onClose={onClose}
    >
      {isStale && <NewerNotice title={t('stale')} />}
      <p className={classes.help}>{t('help', { names })}</p>
      <div className={classes.languages}>
        <Stack gap="md">
          <Field form={form} name="titleEn" />
          <Field form={form} name="textEn" />
          <Placeholders of="textEn" form={form} />
        </Stack>
        <Stack gap="md">
          <Field form={form} name="titleEs" />
          <Field form={form} name="textEs" />
          <Placeholders of="textEs" form={form} />
        </Stack>
      </div>
    </FormDialog>
  )
}

type AnswerForm = ReturnType<typeof useContractForm<typeof WrittenAnswer.shape>>
/** Inserts a placeholder at the caret, and moves the caret behind it. */
function Placeholders({ of, form }: { of: 'textEn' | 'textEs'; form: AnswerForm }) {
  const { t } = useTranslation('canned-answers')
  const insert = (name: (typeof placeholders)[number]) => {
    const [field] = document.getElementsByName(of) as NodeListOf<HTMLTextAreaElement>
    const text = String(form.values[of] ?? '')
    const [from, to] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length]
    const put = `{{${name}}}`
    form.set(of, `${text.slice(0, from)}${put}${text.slice(to)}`)
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(from + put.length, from + put.length)
    })
  }
  return (
    <Group gap={6} role="group" aria-label={t(`insertIn.${of}`)}>
      {placeholders.map((name) => (
        <Button key={name} variant="default" size="compact-sm" onClick={() => insert(name)}>
          {t(`placeholder.${name}`)}
        </Button>
      ))}
    </Group>
  )
}
