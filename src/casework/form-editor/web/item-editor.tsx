import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FormItem, RowItem } from '#casework/intake-forms/form-definition.ts'
import { needs } from '#directory/needs/need.ts'
import { Select } from '#ui/select.tsx'
import { moved, newItem } from '../form-changes.ts'
import { ConditionEditor, firstTest } from './condition-editor.tsx'
import classes from './form-editor.module.css'
import { newKey } from './form-words.ts'
import { LineButtons } from './line-buttons.tsx'
import { QuestionFields } from './question-fields.tsx'

interface ItemEditorProps {
  item: FormItem
  /** The questions before it that a condition may name. */
  earlier: FormItem[]
  onChange: (change: Partial<FormItem>) => void
}

/** One question with everything that belongs to it. */
export function ItemEditor({ item, earlier, onChange }: ItemEditorProps) {
  const { t } = useTranslation('form-editor')
  return (
    <>
      <QuestionFields item={item} onChange={onChange} />
      {item.kind === 'repeat' && <RowQuestions items={item.items} onChange={(items) => onChange({ items })} />}
      <ConditionEditor
        label={t('condition.title')}
        always={t('condition.always')}
        predicate={item.showWhen}
        earlier={earlier}
        onChange={(showWhen) => onChange({ showWhen })}
      />
      {item.kind !== 'note' && <RaisedNeeds item={item} earlier={earlier} onChange={onChange} />}
      {item.codes.length > 0 && (
        <p className={classes.soft}>
          {t('edit.codes', { codes: item.codes.map(({ system, code }) => `${code} (${system})`).join(', ') })}
        </p>
      )}
    </>
  )
}

function RowQuestions({ items, onChange }: { items: RowItem[]; onChange: (items: RowItem[]) => void }) {
  const { t } = useTranslation('form-editor')
  const add = () => {
    const { showWhen, raises, items: rows, ...fresh } = newItem(newKey('r'))
    onChange([...items, { ...fresh, kind: 'text' }])
  }
  return (
    <fieldset className={classes.set}>
      <legend>{t('row.title')}</legend>
      {items.map((item, at) => {
        const name = t('row.number', { number: at + 1 })
        return (
          <fieldset key={item.key} className={classes.line} aria-label={name}>
            <QuestionFields
              item={item}
              isInRow
              onChange={(change) => onChange(items.with(at, { ...item, ...change }))}
            />
            <LineButtons
              name={name}
              isFirst={at === 0}
              isLast={at === items.length - 1}
              onMove={(step) => onChange(moved(items, at, step))}
              onRemove={() => onChange(items.toSpliced(at, 1))}
            />
          </fieldset>
        )
      })}
      {items.length < 20 && (
        <Button variant="subtle" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          {t('row.add')}
        </Button>
      )}
    </fieldset>
  )
}

/** The needs of the person that an answer raises. */
function RaisedNeeds({ item, earlier, onChange }: ItemEditorProps) {
  const { t } = useTranslation(['form-editor', 'needs'])
  const { raises } = item
  const free = needs.find((need) => !raises.some((raised) => raised.need === need)) ?? needs[0]
  const add = () => {
    const when = item.options.length ? { match: 'all' as const, tests: [firstTest(item)] } : null
    onChange({ raises: [...raises, { need: free, when }] })
  }
  return (
    <fieldset className={classes.set}>
      <legend>{t('raise.title')}</legend>
      {raises.map((raised, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a need is its place; two may be the same
        <fieldset key={at} className={classes.line} aria-label={t('raise.number', { number: at + 1 })}>
          <div className={classes.lineEnd}>
            <Select
              className={classes.grows ?? ''}
              label={t('raise.need')}
              searchable
              data={needs.map((need) => ({ value: need, label: t(`needs:${need}`) }))}
              value={raised.need}
              allowDeselect={false}
              onChange={(need) =>
                onChange({ raises: raises.with(at, { ...raised, need: need as typeof raised.need }) })
              }
            />
            <ActionIcon
              variant="subtle"
              size={44}
              aria-label={t('raise.remove', { number: at + 1 })}
              onClick={() => onChange({ raises: raises.toSpliced(at, 1) })}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          </div>
          <ConditionEditor
            label={t('raise.when')}
            always={t('raise.always')}
            predicate={raised.when}
            earlier={[...earlier, item]}
            onChange={(when) => onChange({ raises: raises.with(at, { ...raised, when }) })}
          />
        </fieldset>
      ))}
      {raises.length < 10 && (
        <Button variant="subtle" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          {t('raise.add')}
        </Button>
      )}
    </fieldset>
  )
}
