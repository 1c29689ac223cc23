import { PasswordInput, type PasswordInputProps, VisuallyHidden } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'

const ToggleName = createContext('')

/** The name is content: with an aria-label, the button would also match the label of its field. */
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

/**
 * A password input with a button that shows the password; the button's name includes the field, in the reader's
 * language.
 */
export function PasswordField({ title, ...rest }: PasswordInputProps & { title: string }) {
  const { t } = useTranslation('platform')
  return (
    <ToggleName value={t('form.showField', { field: title })}>
      <PasswordInput
        {...rest}
        // The library sets this on the surrounding element, which screen readers do not read.
        aria-invalid={rest.error ? true : undefined}
        visibilityToggleIcon={Toggle}
        visibilityToggleButtonProps={{ 'aria-label': undefined }}
      />
    </ToggleName>
  )
}
