import { Button, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { itemsOf } from '#casework/intake-forms/form-definition.ts'
import type { IntakeForm } from '#casework/intake-forms/intake-form.ts'
import { Card } from '#ui/card.tsx'
import { changeItem, changePage } from '../form-changes.ts'
import { nameOfPlace, type Place, pageOfPlace } from '../form-places.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { EditorHeading } from './editor-heading.tsx'
import classes from './form-editor.module.css'
import { FormOutline } from './form-outline.tsx'
import { FormPreview } from './form-preview.tsx'
import { formTitle } from './form-words.ts'
import { ItemEditor } from './item-editor.tsx'
import { HeadEditor, PageEditor, ScoreEditor } from './part-editors.tsx'
import { earlierItems, useEditor } from './use-editor.ts'
import { type Draft, type DraftState, useFormDraft } from './use-form-draft.ts'

const views = ['outline', 'part', 'preview'] as const
type View = (typeof views)[number]

/** Builds a form: its outline, the part that is open, and what the person will see. */
export function FormEditor({ form }: { form: IntakeForm }) {
  const { t } = useTranslation('form-editor')
  const [draft, state] = useFormDraft(form)
  const { definition } = state
  const editor = useEditor(draft, definition)
  const isWide = useMediaQuery('(min-width: 70em)', true, { getInitialValueInEffect: false })
  const [view, setView] = useState<View>('outline')
  const open = (place: Place) => {
    editor.acts.onSelect(place)
    setView('part')
  }
  const shows = (part: View) => isWide || view === part
  return (
    <>
      <EditorHeading draft={draft} state={state} gaps={editor.gaps} onOpen={open} />
      {editor.removed && <RemovedNotice editor={editor} />}
      {!isWide && (
        <SegmentedControl
          className={classes.views ?? ''}
          fullWidth
          aria-label={t('view.label')}
          value={view}
          onChange={(next) => setView(next as View)}
          data={views.map((value) => ({ value, label: t(`view.${value}`) }))}
        />
      )}
      <div className={classes.editor}>
        {shows('outline') && (
          <Card className={classes.column ?? ''}>
            <FormOutline
              definition={definition}
              selected={editor.selected}
              gapsOf={editor.gapsOf}
              {...editor.acts}
              onSelect={open}
              onAdd={(...what) => {
                editor.acts.onAdd(...what)
                setView('part')
              }}
            />
          </Card>
        )}
        {shows('part') && <PartEditor draft={draft} state={state} place={editor.selected} />}
        {shows('preview') && <FormPreview definition={definition} follows={pageOfPlace(definition, editor.selected)} />}
      </div>
      {state.conflict && <ConflictDialog draft={draft} state={state} newer={state.conflict} />}
    </>
  )
}

/** What was removed, what depended on it, and its way back. */
function RemovedNotice({ editor }: { editor: ReturnType<typeof useEditor> }) {
  const { t, i18n } = useTranslation(['form-editor', 'platform'])
  const { removed, undo, forget } = editor
  if (!removed) return null
  const said = (texts: { en: string; es: string }) => formTitle(texts, i18n.language) || t('removed.unnamed')
  return (
    <div className={classes.removed} role="status">
      <p>
        {t('removed.done', { name: said(removed.texts) })}
        {removed.dependents.length > 0 && (
          <strong> {t('removed.dependents', { names: removed.dependents.map(said).join(' · ') })}</strong>
        )}
      </p>
      <Button variant="default" onClick={undo}>
        {t('removed.undo')}
      </Button>
      <Button variant="subtle" onClick={forget}>
        {t('platform:form.close')}
      </Button>
    </div>
  )
}

function PartEditor({ draft, state, place }: { draft: Draft; state: DraftState; place: Place }) {
  const { t } = useTranslation('form-editor')
  const { definition } = state
  const { number } = nameOfPlace(definition, place)
  const key = 'key' in place ? place.key : ''
  const item = place.kind === 'item' ? itemsOf(definition).find((each) => each.key === key) : undefined
  const page = place.kind === 'page' ? definition.pages.find((each) => each.key === key) : undefined
  const score = place.kind === 'score' ? definition.scores.find((each) => each.key === key) : undefined
  const earlier = earlierItems(definition, place)
  const kind = item || page || score ? place.kind : 'form'
  return (
    <Card key={`${kind} ${key}`} labelledBy="part-heading" className={`${classes.column} ${classes.part}`}>
      <h2 id="part-heading">{t(`part.${kind}`, { number })}</h2>
      {item && (
        <ItemEditor
          item={item}
          earlier={earlier}
          onChange={(change) => draft.change((now) => changeItem(now, key, change))}
        />
      )}
      {page && (
        <PageEditor
          page={page}
          earlier={earlier}
          onChange={(change) => draft.change((now) => changePage(now, key, change))}
        />
      )}
      {score && (
        <ScoreEditor
          score={score}
          definition={definition}
          onChange={(change) =>
            draft.change((now) => ({
              ...now,
              scores: now.scores.map((each) => (each.key === key ? { ...each, ...change } : each)),
            }))
          }
        />
      )}
      {kind === 'form' && (
        <HeadEditor definition={definition} onChange={(change) => draft.change((now) => ({ ...now, ...change }))} />
      )}
    </Card>
  )
}
