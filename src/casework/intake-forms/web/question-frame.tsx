import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ItemKind } from '../form-definition.ts'
import classes from './form-fields.module.css'
import type { QuestionProps } from './question.ts'
import { Said } from './said.tsx'

type Framed = Pick<QuestionProps, 'item' | 'language' | 'error' | 'path' | 'idPrefix'>

/** A group of fields cannot be marked as required, so its name says it. */
const groups = new Set<ItemKind>(['choice', 'choices', 'yes-no', 'address', 'repeat'])

/** The words around a field: its question, help and error. A sensitive question says so. */
export function useFrame({ item, language, error, path, idPrefix }: Framed) {
  const { t } = useTranslation('intake-forms')
  const hasHelp = item.help.en !== '' || item.help.es !== ''
  return {
    id: `${idPrefix}${path}`,
    label: (
      <span className={classes.question}>
        <Said texts={item.text} language={language} />
        {item.isRequired && groups.has(item.kind) && (
          <>
            {' '}
            <VisuallyHidden component="span">({t('field.required')})</VisuallyHidden>
          </>
        )}
      </span>
    ),
    description:
      hasHelp || item.isSensitive ? (
        <span className={classes.help}>
          <Said texts={item.help} language={language} />
          {item.isSensitive && <span>{t('field.sensitive')}</span>}
        </span>
      ) : undefined,
    error,
    withAsterisk: item.isRequired,
  }
}
