import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FormLanguage, formLanguages } from '#casework/intake-forms/form-definition.ts'
import { textFieldAt } from '#casework/intake-forms/form-texts.ts'
import type { IntakeForm } from '#casework/intake-forms/intake-form.ts'
import { notify } from '#platform/web/notify.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { listTexts, nameOfPlace, placeOfPath } from '../form-places.ts'
import { correctText } from './form-calls.ts'
import classes from './form-editor.module.css'
import { formTitle } from './form-words.ts'

interface CorrectDialogProps {
  form: IntakeForm
  published: NonNullable<IntakeForm['published']>
  onSaved: (form: IntakeForm) => void
  onClose: () => void
}

/** Corrects a text of the version in use, with the record of all corrections; what the questions mean stays. */
export function CorrectDialog({ form, published, onSaved, onClose }: CorrectDialogProps) {
  const { t, i18n } = useTranslation(['form-editor', 'platform'])
  const { definition, number } = published
  const texts = listTexts(definition)
  const [path, setPath] = useState<string | null>(null)
  const chosen = texts.find((each) => each.path === path)
  const [typed, setTyped] = useState<Partial<Record<FormLanguage, string>>>({})
  const changes = formLanguages.flatMap((language) => {
    const text = typed[language]?.trim()
    return chosen && text !== undefined && text !== chosen.texts[language]
      ? [{ path: chosen.path, language, text }]
      : []
  })
  const isEmpty = changes.some(({ text }) => text === '')
  const save = useMutation({
    mutationFn: () => correctText(form.id, { number, texts: changes }),
    onSuccess: (next) => {
      onSaved(next)
      setTyped({})
      notify(t('correct.saved'))
    },
    onError: () => notify(t('platform:notice.wentWrong'), 'bad'),
  })
  const name = (at: string) => nameOfPlace(definition, placeOfPath(definition, at)).number
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={t('correct.title', { number })}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <Stack gap="md">
        <p className={classes.soft}>{t('correct.lead')}</p>
        <Select
          label={t('correct.text')}
          placeholder={t('correct.choose')}
          searchable
          data={texts.map((each) => ({
            value: each.path,
            label: `${name(each.path)} ${formTitle(each.texts, i18n.language)}`.trim(),
          }))}
          value={path}
          onChange={(next) => {
            setPath(next)
            setTyped({})
          }}
        />
        {chosen &&
          formLanguages.map((language) => (
            <Textarea
              key={language}
              lang={language}
              label={t(`correct.${language}`)}
              minRows={2}
              maxLength={textFieldAt(chosen.path).maxLength ?? undefined}
              value={typed[language] ?? chosen.texts[language]}
              error={typed[language]?.trim() === '' && t('platform:form.required')}
              onChange={(event) => setTyped({ ...typed, [language]: event.currentTarget.value })}
            />
          ))}
        <Group justify="flex-end">
          <Button disabled={!changes.length || isEmpty} loading={save.isPending} onClick={() => save.mutate()}>
            {t('correct.save')}
          </Button>
        </Group>
        <section aria-labelledby="corrections">
          <h3 id="corrections">{t('correct.record')}</h3>
          {form.corrections.length === 0 && <p className={classes.soft}>{t('correct.none')}</p>}
          <ul className={classes.record}>
            {form.corrections.toReversed().map((each) => (
              <li key={`${each.correctedOn} ${each.path} ${each.language}`}>
                <p className={classes.soft}>
                  {t('correct.by', {
                    number: each.number,
                    name: each.correctedByName ?? t('conflict.somebody'),
                    when: timeInWords(each.correctedOn),
                  })}
                </p>
                <p lang={each.language}>
                  <del>{each.before}</del> → <ins>{each.after}</ins>
                </p>
              </li>
            ))}
          </ul>
        </section>
      </Stack>
    </Dialog>
  )
}
