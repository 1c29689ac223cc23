import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './form-editor.module.css'

interface LineButtonsProps {
  /** Of the line, for the names of the buttons. */
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}

/** Moves a line of a list, or removes it. */
export function LineButtons({ name, isFirst, isLast, onMove, onRemove }: LineButtonsProps) {
  const { t } = useTranslation('form-editor')
  return (
    <div className={classes.buttons}>
      <ActionIcon
        variant="subtle"
        size={44}
        disabled={isFirst}
        aria-label={t('edit.up', { name })}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size={44}
        disabled={isLast}
        aria-label={t('edit.down', { name })}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" size={44} aria-label={t('edit.remove', { name })} onClick={onRemove}>
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </div>
  )
}
