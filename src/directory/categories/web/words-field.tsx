import { ActionIcon, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './categories.module.css'

interface WordsFieldProps {
  name: string
  label: string
  description: string
  language: 'en' | 'es'
  words: string[]
  error: string | undefined
  onChange: (words: string[]) => void
}

/** Words and phrases as chips, each with a button that removes it. Enter or a comma adds what was typed; a list can be pasted. */
export function WordsField({ name, label, description, language, words, error, onChange }: WordsFieldProps) {
  const { t } = useTranslation('categories')
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const add = (text: string) => {
    const added = text
      .split(/[,\n]/)
      .map((word) => word.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
    setTyped('')
    if (added.length) onChange([...new Set([...words, ...added])])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter would save the whole form.
    if (event.key !== 'Enter' || !typed.trim()) return
    event.preventDefault()
    add(typed)
  }
  const remove = (word: string) => {
    onChange(words.filter((one) => one !== word))
    input.current?.focus()
  }
  return (
    <div className={classes.words}>
      <TextInput
        ref={input}
        name={name}
        label={label}
        description={description}
        lang={language}
        error={error}
        value={typed}
        onChange={(event) => {
          const text = event.currentTarget.value
          if (text.includes(',')) add(text)
          else setTyped(text)
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text')
          // An input would join the lines of a list.
          if (!text.includes('\n')) return
          event.preventDefault()
          add(typed + text)
        }}
        onBlur={() => add(typed)}
      />
      {words.length > 0 && (
        <ul className={classes.chips} aria-label={label}>
          {words.map((word) => (
            <li key={word} className={classes.chip} lang={language}>
              {word}
              <ActionIcon
                variant="transparent"
                size={28}
                aria-label={t('word.remove', { word })}
                onClick={() => remove(word)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
