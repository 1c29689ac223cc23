import { ActionIcon, Button, FileButton, Input, Loader, NativeSelect } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type DragEvent, type FormEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MessageText } from '#casework/message-mentions/web/message-mentions-public.tsx'
import { documentTypes } from '#identity/files/document.ts'
import { fileCategories } from '../referral-file.ts'
import { fileSizeText } from './file-size-text.ts'
import classes from './referral-files.module.css'
import { type NewMessage, useNewMessage } from './use-new-message.ts'

interface ComposerProps {
  referralId: string
  /** the other organization */
  to: string
}

/** The input for a message and its files, which can also be dropped or pasted here. */
export function Composer({ referralId, to }: ComposerProps) {
  const { t } = useTranslation('referral-files')
  const message = useNewMessage(referralId)
  const { text, setText, chosen, isSending, add, send } = message
  const reset = useRef<() => void>(null)
  const label = t('write', { organization: to })
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget: form } = event
    const isByKey = document.activeElement?.matches('button:focus-visible')
    await send()
    // The button has nothing to send any more, and would lose the focus. A touch would open the keyboard of a phone.
    if (isByKey) form.querySelector('textarea')?.focus()
  }
  const take = (event: DragEvent | ClipboardEvent, given: FileList | undefined) => {
    if (!given?.length || isSending) return
    event.preventDefault()
    add([...given])
  }
  return (
    <form
      className={classes.composer}
      onSubmit={onSubmit}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => take(event, event.dataTransfer.files)}
    >
      <MessageText
        referralId={referralId}
        aria-label={label}
        placeholder={label}
        maxLength={4000}
        minRows={2}
        value={text}
        onChange={setText}
        onPaste={(event) => event.clipboardData.getData('text/plain') || take(event, event.clipboardData.files)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
        description={t('sendByKey')}
      />
      <ChosenFiles message={message} />
      <div className={classes.acts}>
        <Button type="submit" variant="default" loading={isSending} disabled={!text.trim() && !chosen.length}>
          {t('send')}
        </Button>
        <FileButton
          multiple
          accept={Object.keys(documentTypes).join(',')}
          onChange={(files) => {
            add(files)
            // Browsers report the same file again only if the field is empty.
            reset.current?.()
          }}
          resetRef={reset}
          inputProps={{ 'aria-label': t('attach') }}
        >
          {(props) => (
            <Button
              {...props}
              variant="subtle"
              disabled={isSending}
              leftSection={<IconPaperclip size={18} aria-hidden />}
            >
              {t('attach')}
            </Button>
          )}
        </FileButton>
      </div>
    </form>
  )
}

function ChosenFiles({ message: { chosen, errors, isSending, change, remove } }: { message: NewMessage }) {
  const { t, i18n } = useTranslation('referral-files')
  const categories = fileCategories.map((value) => ({ value, label: t(`category.${value}`) }))
  return (
    <>
      {chosen.length > 0 && (
        <>
          <ul className={classes.chosen} aria-label={t('chosen')}>
            {chosen.map(({ key, file, category, state, error }) => (
              <li key={key}>
                <span className={classes.name}>
                  {file.name} <small>{fileSizeText(file.size, i18n.language)}</small>
                </span>
                <NativeSelect
                  aria-label={t('categoryOf', { fileName: file.name })}
                  data={categories}
                  value={category}
                  disabled={isSending}
                  onChange={(event) =>
                    change(key, { category: fileCategories.find((one) => one === event.target.value) ?? 'other' })
                  }
                />
                {state === 'sending' ? (
                  <Loader size={24} role="img" aria-label={t('sending', { fileName: file.name })} />
                ) : (
                  <ActionIcon
                    variant="subtle"
                    size={44}
                    disabled={isSending}
                    aria-label={t('remove', { fileName: file.name })}
                    onClick={() => remove(key)}
                  >
                    <IconX size={20} aria-hidden />
                  </ActionIcon>
                )}
                {error && (
                  <Input.Error size="md" className={classes.error ?? ''} role="alert">
                    {error}
                  </Input.Error>
                )}
              </li>
            ))}
          </ul>
          <p className={classes.quiet} role="status">
            {isSending
              ? t('progress', { count: chosen.length, sent: chosen.filter(({ state }) => state === 'sent').length })
              : t('hint')}
          </p>
        </>
      )}
      <div role="alert">
        {errors.map((error) => (
          <Input.Error key={error} size="md">
            {error}
          </Input.Error>
        ))}
      </div>
    </>
  )
}
