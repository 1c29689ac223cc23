import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormDefinition, Texts } from '#casework/intake-forms/form-definition.ts'
import type { Place } from '../form-places.ts'
import classes from './form-outline.module.css'
import { formTitle } from './form-words.ts'

export interface OutlineActs {
  onSelect: (place: Place) => void
  onAdd: (kind: 'page' | 'item' | 'score', page?: string) => void
  onMove: (place: Place, step: -1 | 1) => void
  onDuplicate: (key: string) => void
  onRemove: (place: Place) => void
}

interface OutlineProps extends OutlineActs {
  definition: FormDefinition
  selected: Place
  /** The number of gaps by part. */
  gapsOf: (place: Place) => number
}

const isSame = (one: Place, other: Place) =>
  one.kind === other.kind && ('key' in one ? one.key : '') === ('key' in other ? other.key : '')

/** The pages and questions of a form in their order, and its scores. Alt with an arrow key moves the one in focus. */
export function FormOutline({ definition, selected, gapsOf, ...acts }: OutlineProps) {
  const { t } = useTranslation('form-editor')
  const { pages, scores } = definition
  const common = { selected, gapsOf, ...acts }
  return (
    <nav aria-label={t('outline.title')} className={classes.outline}>
      <ul>
        <Entry {...common} place={{ kind: 'form' }} number="" texts={null} name={t('outline.form')} />
        {pages.map((page, at) => (
          <li key={page.key} className={classes.page}>
            <ul>
              <Entry
                {...common}
                place={{ kind: 'page', key: page.key }}
                number={`${at + 1}`}
                texts={page.title}
                name={t('outline.page')}
                edges={[at === 0, at === pages.length - 1]}
              />
              {page.items.map((item, index) => (
                <Entry
                  key={item.key}
                  {...common}
                  place={{ kind: 'item', key: item.key }}
                  number={`${at + 1}.${index + 1}`}
                  texts={item.text}
                  name={t(item.kind === 'note' ? 'outline.note' : 'outline.question')}
                  edges={[at === 0 && index === 0, at === pages.length - 1 && index === page.items.length - 1]}
                />
              ))}
              <li>
                <Button
                  variant="subtle"
                  size="sm"
                  className={classes.add ?? ''}
                  leftSection={<IconPlus size={16} aria-hidden />}
                  aria-label={t('outline.addItemTo', { number: at + 1 })}
                  disabled={page.items.length >= 100}
                  onClick={() => acts.onAdd('item', page.key)}
                >
                  {t('outline.addItem')}
                </Button>
              </li>
            </ul>
          </li>
        ))}
        {scores.map((score, at) => (
          <Entry
            key={score.key}
            {...common}
            place={{ kind: 'score', key: score.key }}
            number=""
            texts={score.title}
            name={t('outline.score')}
            edges={[at === 0, at === scores.length - 1]}
          />
        ))}
      </ul>
      <div className={classes.adds}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={pages.length >= 50}
          onClick={() => acts.onAdd('page')}
        >
          {t('outline.addPage')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={scores.length >= 20}
          onClick={() => acts.onAdd('score')}
        >
          {t('outline.addScore')}
        </Button>
      </div>
    </nav>
  )
}

interface EntryProps extends OutlineActs {
  place: Place
  selected: Place
  number: string
  texts: Texts | null
  /** What it is, if it has no text yet. */
  name: string
  /** Whether it is the first, and the last. */
  edges?: [boolean, boolean]
  gapsOf: (place: Place) => number
}

function Entry(props: EntryProps) {
  const { place, selected, number, texts, name, edges = [true, true], gapsOf } = props
  const { t, i18n } = useTranslation('form-editor')
  const said = texts ? formTitle(texts, i18n.language).trim() || name : name
  const gaps = gapsOf(place)
  const isOpen = isSame(place, selected)
  const [isFirst, isLast] = edges
  const title = `${number} ${said}`.trim()
  const step = (event: KeyboardEvent) => {
    if (!event.altKey || !(event.key === 'ArrowUp' || event.key === 'ArrowDown') || place.kind === 'form') return
    event.preventDefault()
    props.onMove(place, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li className={isOpen ? classes.open : undefined} data-place={'key' in place ? place.key : 'form'}>
      <button
        type="button"
        className={place.kind === 'item' ? `${classes.entry} ${classes.item}` : classes.entry}
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => props.onSelect(place)}
        onKeyDown={step}
      >
        {number && <span className={classes.number}>{number}</span>} <span className={classes.words}>{said}</span>{' '}
        {gaps > 0 && <span className={classes.gaps}>{t('outline.missing', { count: gaps })}</span>}
      </button>
      {isOpen && place.kind !== 'form' && (
        <div className={classes.acts}>
          <ActionIcon
            variant="subtle"
            size={44}
            disabled={isFirst}
            data-act="up"
            aria-label={t('edit.up', { name: title })}
            onClick={() => props.onMove(place, -1)}
          >
            <IconArrowUp size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            size={44}
            disabled={isLast}
            data-act="down"
            aria-label={t('edit.down', { name: title })}
            onClick={() => props.onMove(place, 1)}
          >
            <IconArrowDown size={20} aria-hidden />
          </ActionIcon>
          {place.kind === 'item' && (
            <ActionIcon
              variant="subtle"
              size={44}
              aria-label={t('edit.duplicate', { name: title })}
              onClick={() => props.onDuplicate(place.key)}
            >
              <IconCopy size={20} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={t('edit.remove', { name: title })}
            onClick={() => props.onRemove(place)}
          >
            <IconTrash size={20} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </li>
  )
}
