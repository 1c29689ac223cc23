import { ActionIcon, Button, FileButton, Group, Input, VisuallyHidden } from '@mantine/core'
import { IconPencil, IconPhotoPlus, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { imageExtensions } from '#identity/files/file.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { useImageIntake } from './filing/use-image-intake.ts'
import classes from './ticket-dialogs.module.css'
import type { Screenshot, Screenshots } from './use-screenshots.ts'

const ImageEditor = lazy(async () => ({ default: (await import('./filing/editor/image-editor.tsx')).ImageEditor }))

const sizeText = (bytes: number, language: string) =>
  new Intl.NumberFormat(localeOf(language), { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(
    Math.max(1, bytes / 1024),
  )

interface Props {
  label: string
  screenshots: Screenshots
  isBusy: boolean
}

/** Adds pictures by selecting, pasting and dropping, shows previews, and lists those that are refused. */
export function ScreenshotPicker({ label, screenshots, isBusy }: Props) {
  const { t } = useTranslation('tickets')
  const id = useId()
  const field = useRef<HTMLFieldSetElement>(null)
  const reset = useRef<() => void>(null)
  const { said, add, most } = screenshots
  const { isOver } = useImageIntake(field, (files) => {
    if (!isBusy) void add(files)
  })
  return (
    <fieldset
      ref={field}
      className={classes.screenshots}
      aria-describedby={`${id}-hint`}
      data-over={isOver || undefined}
    >
      <legend>{label}</legend>
      <p id={`${id}-hint`} className={classes.hint}>
        {t('screenshot.hint')}
      </p>
      <Group gap="sm">
        <FileButton
          multiple={most !== 1}
          accept={imageExtensions.join(',')}
          onChange={(given: File | File[] | null) => {
            void add([given ?? []].flat())
            // Browsers report the same picture again only if the field is empty.
            reset.current?.()
          }}
          resetRef={reset}
          inputProps={{ 'aria-label': label }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              disabled={isBusy}
              leftSection={<IconPhotoPlus size={20} aria-hidden />}
            >
              {t(most === 1 ? 'screenshot.addOne' : 'screenshot.add')}
            </Button>
          )}
        </FileButton>
        <span className={classes.ways}>{t(isOver ? 'screenshot.drop' : 'screenshot.ways')}</span>
      </Group>
      <Refused screenshots={screenshots} isBusy={isBusy} />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <Chosen screenshots={screenshots} isBusy={isBusy} />
    </fieldset>
  )
}

function Refused({ screenshots: { refused, addSmaller }, isBusy }: Omit<Props, 'label'>) {
  const { t } = useTranslation('tickets')
  return (
    <div role="alert">
      {refused.map(({ text, tooLarge }) => (
        <div key={text} className={classes.refused}>
          <Input.Error size="md">{text}</Input.Error>
          {tooLarge && (
            <Button size="compact-md" variant="light" disabled={isBusy} onClick={() => addSmaller(tooLarge)}>
              {t('screenshot.smaller')}
            </Button>
          )}
        </div>
      ))}
    </div>
  )
}

function Chosen({ screenshots: { chosen, remove, replace }, isBusy }: Omit<Props, 'label'>) {
  const { t, i18n } = useTranslation('tickets')
  const [edited, setEdited] = useState<{ one: Screenshot; opener: HTMLElement } | null>(null)
  const close = () => {
    // The editor closes immediately: the focus returns to the button that opened it.
    setTimeout(() => edited?.opener.focus())
    setEdited(null)
  }
  return (
    <>
      {chosen.length > 0 && (
        <ul className={classes.chosen}>
          {chosen.map((one) => (
            <li key={one.key}>
              <img src={one.url} alt="" />
              <span className={classes.fileName}>
                {one.file.name}
                <small>{sizeText(one.file.size, i18n.language)}</small>
                {one.error && <Input.Error size="md">{one.error}</Input.Error>}
              </span>
              <ActionIcon
                variant="subtle"
                size={44}
                disabled={isBusy}
                aria-label={t('screenshot.edit', { fileName: one.file.name })}
                onClick={(event) => setEdited({ one, opener: event.currentTarget })}
              >
                <IconPencil size={20} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                size={44}
                disabled={isBusy}
                aria-label={t('screenshot.remove', { fileName: one.file.name })}
                onClick={() => remove(one.key)}
              >
                <IconX size={20} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {edited && (
        <Suspense fallback={null}>
          <ImageEditor
            file={edited.one.file}
            onDone={(file) => {
              replace(edited.one.key, file)
              close()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
