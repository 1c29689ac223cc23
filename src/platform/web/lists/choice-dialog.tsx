import { Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withoutAccents } from '#platform/schema/without-accents.ts'
import { Dialog } from '#ui/dialog.tsx'
import { usePhone } from '#ui/use-phone.ts'

interface Choice {
  value: string
  label: string
}

/** Selects one of a few options, by typing part of it and Enter, or by its button. */
export function ChoiceDialog({
  title,
  choices,
  onChoose,
  onClose,
  children,
}: {
  title: string
  choices: Choice[]
  onChoose: (value: string) => void
  onClose: () => void
  /** after the options */
  children?: ReactNode
}) {
  const { t } = useTranslation('platform')
  const [typed, setTyped] = useState('')
  const left = choices.filter(({ label }) => withoutAccents(label).includes(withoutAccents(typed.trim())))
  const choose = (value: string) => {
    onClose()
    onChoose(value)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (left[0]) choose(left[0].value)
  }
  return (
    <Dialog
      opened
      losesInput={false}
      onClose={onClose}
      title={title}
      fullScreen={usePhone()}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          {/* At once: what is typed before the dialog gives the focus would be lost, and Enter takes the first choice. */}
          <TextInput
            autoFocus
            data-autofocus
            label={t('lists.choose')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {left.map(({ value, label }) => (
            <Button key={value} variant="default" justify="flex-start" onClick={() => choose(value)}>
              {label}
            </Button>
          ))}
          {left.length === 0 && <p role="status">{t('lists.noChoice')}</p>}
          {children}
        </Stack>
      </form>
    </Dialog>
  )
}
