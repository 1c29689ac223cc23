import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './editing.module.css'

interface Chosen {
  name: string
  /** The words on which a guess rests; null if somebody said it. */
  guessedFrom: string | null
}

interface ChosenListProps<Item extends Chosen> {
  items: Item[]
  label: string
  nameOf: (item: Item) => string
  onChange: (items: Item[]) => void
}

/** What is chosen; a guess says so until somebody confirms it. */
export function ChosenList<Item extends Chosen>({ items, label, nameOf, onChange }: ChosenListProps<Item>) {
  const { t } = useTranslation('editing')
  if (!items.length) return null
  return (
    <ul className={classes.chosen} aria-label={label}>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an import may have brought the same twice
        <li key={`${item.name} ${at}`} data-guess={item.guessedFrom !== null || undefined}>
          <span>
            {nameOf(item)}
            {item.guessedFrom !== null && (
              <small className={classes.which}> {t('guess.from', { words: item.guessedFrom })}</small>
            )}
          </span>
          {item.guessedFrom !== null && (
            <Button
              variant="default"
              size="sm"
              className={classes.mark ?? ''}
              leftSection={<IconCheck size={18} aria-hidden />}
              aria-label={t('guess.confirmOne', { name: nameOf(item) })}
              onClick={() => onChange(items.map((one, n) => (n === at ? { ...one, guessedFrom: null } : one)))}
            >
              {t('guess.confirm')}
            </Button>
          )}
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={t('guess.remove', { name: nameOf(item) })}
            onClick={() => onChange(items.filter((_, n) => n !== at))}
          >
            <IconTrash size={20} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
