import { ActionIcon, Button, FileButton, Input } from '@mantine/core'
import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { imageExtensions } from '#features/files/file.ts'
import classes from './ticket-dialogs.module.css'
import type { useScreenshots } from './use-screenshots.ts'

const sizeText = (bytes: number, language: string) =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(
    Math.max(1, bytes / 1024),
  )

/** Chooses pictures, shows them small, and names those that cannot be taken. */
export function ScreenshotPicker({
  label,
  screenshots,
  isBusy,
}: {
  label: string
  screenshots: ReturnType<typeof useScreenshots>
  isBusy: boolean
}) {
  const { t, i18n } = useTranslation('help-desk')
  const id = useId()
  const { chosen, refused, add, remove, most } = screenshots
  return (
    <fieldset className={classes.screenshots} aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      <p id={`${id}-hint`} className={classes.hint}>
        {t('screenshot.hint')}
      </p>
      <FileButton
        multiple
        accept={imageExtensions.join(',')}
        onChange={(files) => add(most === 1 ? files.slice(-1) : files)}
        inputProps={{ 'aria-label': label }}
      >
        {(props) => (
          <Button {...props} variant="default" disabled={isBusy} leftSection={<IconPhotoPlus size={20} aria-hidden />}>
            {t(most === 1 ? 'screenshot.addOne' : 'screenshot.add')}
          </Button>
        )}
      </FileButton>
      <div role="alert">
        {refused.map((text) => (
          <Input.Error key={text} size="sm">
            {text}
          </Input.Error>
        ))}
      </div>
      {chosen.length > 0 && (
        <ul className={classes.chosen}>
          {chosen.map(({ key, file, url, error }) => (
            <li key={key}>
              <img src={url} alt="" />
              <span className={classes.fileName}>
                {file.name}
                <small>{sizeText(file.size, i18n.language)}</small>
                {error && <Input.Error size="sm">{error}</Input.Error>}
              </span>
              <ActionIcon
                variant="subtle"
                size={44}
                disabled={isBusy}
                aria-label={t('screenshot.remove', { fileName: file.name })}
                onClick={() => remove(key)}
              >
                <IconX size={20} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
