import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import { ApiError } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { focusFirstMistake } from '#platform/web/focus-first-mistake.ts'
import { notify } from '#platform/web/notify.ts'
import { today } from '#platform/web/today.ts'
import { Select } from '#ui/select.tsx'
import { FactsCall, factSources, type ShownFact, whyNotSaidOn } from '../person-fact.ts'
import { saveFacts } from './fact-calls.ts'
import { FactField, type SaidFactName } from './fact-field.tsx'
import classes from './person-facts.module.css'

interface FactsFormProps {
  contactId: string
  /** What to ask. */
  names: readonly SaidFactName[]
  /** What is on record. */
  facts: ShownFact[]
  onSaved: () => void
  onCancel?: () => void
}

/** Asks for facts about a person, and who says so on what day. Only what was answered or changed is sent. */
export function FactsForm({ contactId, names, facts, onSaved, onCancel }: FactsFormProps) {
  const { t, i18n } = useTranslation(['person-facts', 'platform'])
  const list = new Intl.ListFormat(localeOf(i18n.language))
  const [answers, setAnswers] = useState<Record<string, unknown>>({})
  const [saidBy, setSaidBy] = useState<string>('person')
  const [saidOn, setSaidOn] = useState(today())
  const [replacesLater, setReplacesLater] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const later = facts.filter((fact) => fact.name in answers && saidOn !== '' && fact.saidOn > saidOn)
  const save = useMutation({
    mutationFn: (call: FactsCall) => saveFacts(contactId, call),
    onSuccess: (isNewerKept) => {
      notify(t(isNewerKept ? 'form.newerKept' : 'form.saved'))
      onSaved()
    },
    onError: (error) => {
      const found = error instanceof ApiError ? error.errors : []
      setErrors(Object.fromEntries(found.map(({ path, message }) => [path, errorText(message, 'person-facts')])))
      if (!found.length) notify(t('platform:notice.wentWrong'), 'bad')
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const call = FactsCall.safeParse({
      ...{ facts: answers, saidBy, saidOn },
      ...(later.length > 0 && replacesLater && { replacesLater }),
    })
    const wrongDay = whyNotSaidOn(saidOn)
    const wrong = Object.fromEntries([
      ...(call.error?.issues ?? []).map(({ path: [first, name] }) => {
        const at = first === 'facts' ? String(name) : String(first)
        return [at, at === 'childrenAges' ? t('message.ages') : t('platform:message.invalid')]
      }),
      ...(saidOn && wrongDay ? [['saidOn', errorText(wrongDay, 'person-facts')]] : []),
    ])
    setErrors(wrong)
    if (call.success && !wrongDay) save.mutate(call.data)
    else focusFirstMistake(event.currentTarget)
  }
  const answerOf = (name: SaidFactName) =>
    name in answers ? answers[name] : facts.find((one) => one.name === name)?.value
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.fields}>
        {names.map((name) => (
          <FactField
            key={name}
            name={name}
            value={answerOf(name)}
            onChange={(value) => setAnswers((now) => ({ ...now, [name]: value }))}
            error={errors[name]}
          />
        ))}
        <Select
          label={t('form.saidBy')}
          data={factSources.map((each) => ({ value: each, label: t(`saidBy.${each}`) }))}
          value={saidBy}
          onChange={(next) => setSaidBy(next ?? 'person')}
          allowDeselect={false}
        />
        <TextInput
          type="date"
          name="saidOn"
          label={t('form.saidOn')}
          value={saidOn}
          onChange={(event) => {
            setSaidOn(event.currentTarget.value)
            setReplacesLater(false)
          }}
          error={errors.saidOn}
        />
        {later.length > 0 && (
          <Checkbox
            label={t('form.replacesLater', { facts: list.format(later.map(({ name }) => t(`fact.${name}`))) })}
            description={t('form.replacesLaterHint')}
            checked={replacesLater}
            onChange={(event) => setReplacesLater(event.currentTarget.checked)}
          />
        )}
      </div>
      <Group mt="md">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('form.cancel')}
          </Button>
        )}
        <Button type="submit" loading={save.isPending} disabled={Object.keys(answers).length === 0}>
          {t('form.save')}
        </Button>
      </Group>
    </form>
  )
}
