import { PasswordInput, type PasswordInputProps, VisuallyHidden } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'

const ToggleName = createContext('')

/** The name is content: an aria-label would make the button answer to the label of its field. */
function Toggle({ reveal }: { reveal: boolean }) {
  const name = useContext(ToggleName)
  const Icon = reveal ? IconEyeOff : IconEye
  return (
    <>
      <VisuallyHidden>{name}</VisuallyHidden>
      <Icon size={20} aria-hidden />
    </>
  )
}

/** A password with a button that shows it; the button names its field, in the reader's language. */
export function PasswordField({ title, ...rest }: PasswordInputProps & { title: string }) {
  const { t } = useTranslation('platform')
  return (
    <ToggleName value={t('form.showField', { field: title })}>
      <PasswordInput
        {...rest}
        // The library says so at the frame around it, which no screen reader reads.
        aria-invalid={rest.error ? true : undefined}
        visibilityToggleIcon={Toggle}
        visibilityToggleButtonProps={{ 'aria-label': undefined }}
      />
    </ToggleName>
  )
}
