import { useTranslation } from 'react-i18next'
import type { FormGap } from '#casework/intake-forms/check-form.ts'
import type { FormDefinition } from '#casework/intake-forms/form-definition.ts'
import { Dialog } from '#ui/dialog.tsx'
import { nameOfPlace, type Place, placeOfPath } from '../form-places.ts'
import classes from './form-editor.module.css'
import { formTitle } from './form-words.ts'

interface GapsDialogProps {
  definition: FormDefinition
  gaps: FormGap[]
  onOpen: (place: Place) => void
  onClose: () => void
}

/** What keeps a form from being published; each line opens its place. */
export function GapsDialog({ definition, gaps, onOpen, onClose }: GapsDialogProps) {
  const { t, i18n } = useTranslation(['form-editor', 'platform'])
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('gaps.title')}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <p className={classes.soft}>{t('gaps.lead')}</p>
      <ul className={classes.gaps}>
        {gaps.map(({ path, message }) => {
          const place = placeOfPath(definition, path)
          const { number, texts } = nameOfPlace(definition, place)
          const language = path.endsWith('.es') ? 'es' : path.endsWith('.en') ? 'en' : null
          const name = formTitle(texts, i18n.language) || t(`part.${place.kind}`, { number: '' })
          return (
            <li key={`${path} ${message}`}>
              <button type="button" className={classes.gap} onClick={() => onOpen(place)}>
                <strong>{`${number} ${name}`.trim()}</strong>{' '}
                <span>
                  {message === 'text-missing' && language
                    ? t(`gap.text-missing.${language}`, { field: t(`gapField.${fieldOf(path)}`) })
                    : t(`gap.${message}`)}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

/** What kind of text a path ends in. */
function fieldOf(path: string) {
  const parts = path.split('.')
  if (parts.includes('options')) return 'option'
  if (parts.includes('bands')) return 'band'
  const last = parts.at(-2)
  if (last === 'help') return 'help'
  if (last === 'lead') return 'lead'
  return last === 'title' ? 'title' : 'text'
}
