import { Button, Checkbox, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  type FormDefinition,
  type FormItem,
  type FormPage,
  type FormScore,
  itemsOf,
} from '#casework/intake-forms/form-definition.ts'
import { NumberEntry } from '#ui/number-entry.tsx'
import { moved } from '../form-changes.ts'
import { BilingualField } from './bilingual-field.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import classes from './form-editor.module.css'
import { formTitle } from './form-words.ts'
import { LineButtons } from './line-buttons.tsx'

interface HeadEditorProps {
  definition: FormDefinition
  onChange: (change: Partial<FormDefinition>) => void
}

/** What the form is called, what it says first, and where its questions come from. */
export function HeadEditor({ definition, onChange }: HeadEditorProps) {
  const { t } = useTranslation('form-editor')
  return (
    <>
      <BilingualField
        label={t('edit.title')}
        name="title"
        max={200}
        texts={definition.title}
        onChange={(title) => onChange({ title })}
      />
      <BilingualField
        label={t('edit.lead')}
        name="lead"
        max={2000}
        texts={definition.lead}
        onChange={(lead) => onChange({ lead })}
      />
      <Textarea
        label={t('edit.source')}
        description={t('edit.sourceHelp')}
        maxLength={1000}
        minRows={2}
        value={definition.source ?? ''}
        onChange={(event) => onChange({ source: event.currentTarget.value || null })}
      />
    </>
  )
}

interface PageEditorProps {
  page: FormPage
  earlier: FormItem[]
  onChange: (change: Partial<FormPage>) => void
}

/** A page: its title, and when it is shown. */
export function PageEditor({ page, earlier, onChange }: PageEditorProps) {
  const { t } = useTranslation('form-editor')
  return (
    <>
      <BilingualField
        label={t('edit.pageTitle')}
        name="title"
        max={200}
        texts={page.title}
        onChange={(title) => onChange({ title })}
      />
      <ConditionEditor
        label={t('condition.pageTitle')}
        always={t('condition.always')}
        predicate={page.showWhen}
        earlier={earlier}
        onChange={(showWhen) => onChange({ showWhen })}
      />
    </>
  )
}

interface ScoreEditorProps {
  score: FormScore
  definition: FormDefinition
  onChange: (change: Partial<FormScore>) => void
}

/** A score: whose options it adds, and what its sums mean. */
export function ScoreEditor({ score, definition, onChange }: ScoreEditorProps) {
  const { t, i18n } = useTranslation('form-editor')
  const { bands } = score
  const weighted = itemsOf(definition).filter(
    ({ key, options }) => score.items.includes(key) || options.some(({ weight }) => weight !== null),
  )
  const last = bands.at(-1)
  return (
    <>
      <BilingualField
        label={t('score.name')}
        name="title"
        max={200}
        texts={score.title}
        onChange={(title) => onChange({ title })}
      />
      <Checkbox.Group
        label={t('score.items')}
        description={weighted.length ? undefined : t('score.noWeights')}
        value={score.items}
        onChange={(items) => onChange({ items })}
      >
        <div className={classes.marks}>
          {weighted.map(({ key, text }) => (
            <Checkbox key={key} value={key} label={formTitle(text, i18n.language) || key} />
          ))}
        </div>
      </Checkbox.Group>
      <fieldset className={classes.set}>
        <legend>{t('score.bands')}</legend>
        {bands.map((band, at) => {
          const name = t('score.band', { number: at + 1 })
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a band is its place
            <fieldset key={at} className={classes.line} aria-label={name}>
              <BilingualField
                label={name}
                name={`bands.${at}`}
                max={200}
                texts={band.text}
                onChange={(text) => onChange({ bands: bands.with(at, { ...band, text }) })}
              />
              <div className={classes.lineEnd}>
                <NumberEntry
                  className={classes.weight ?? ''}
                  label={t('score.from')}
                  value={band.from}
                  onChange={(from) => onChange({ bands: bands.with(at, { ...band, from: from ?? 0 }) })}
                />
                <LineButtons
                  name={name}
                  isFirst={at === 0}
                  isLast={at === bands.length - 1}
                  onMove={(step) => onChange({ bands: moved(bands, at, step) })}
                  onRemove={() => onChange({ bands: bands.toSpliced(at, 1) })}
                />
              </div>
            </fieldset>
          )
        })}
        {bands.length < 10 && (
          <Button
            variant="subtle"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() =>
              onChange({ bands: [...bands, { from: last ? last.from + 1 : 0, text: { en: '', es: '' } }] })
            }
          >
            {t('score.addBand')}
          </Button>
        )}
      </fieldset>
    </>
  )
}
