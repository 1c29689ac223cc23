import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Need } from '#directory/needs/need.ts'
import { categoryName } from '#directory/services/service-search.ts'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { timeInWords } from '#platform/web/time-words.ts'
import { Dialog } from '#ui/dialog.tsx'
import type { CategoryAct, ManagedCategory } from '../category.ts'
import classes from './categories.module.css'
import { historyOf } from './category-calls.ts'

/** Who changed what of a category, newest first. */
export function HistoryDialog({ category, onClose }: { category: ManagedCategory; onClose: () => void }) {
  const { t, i18n } = useTranslation(['categories', 'platform'])
  const history = useQuery(historyOf(category.id))
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={t('history.title', { name: categoryName(category, i18n.language) })}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      {history.isPending && <Skeleton height={120} aria-label={t('loading')} />}
      {history.isError && !history.data && <NotLoaded onRetry={history.refetch} />}
      {history.data?.length === 0 && <p>{t('history.none')}</p>}
      {history.data && history.data.length > 0 && (
        <ol className={classes.history}>
          {history.data.map((act) => (
            <Act key={act.id} act={act} />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function Act({ act: { act, by, on, fields, other, listings } }: { act: CategoryAct }) {
  const { t } = useTranslation(['categories', 'needs'])
  const said = (field: string, value: string | null) => {
    if (!value) return t('history.nothing')
    return field === 'need' ? t(`needs:${value as Need}`) : value
  }
  return (
    <li>
      <p>
        <strong>{t(`history.${act}`, { other })}</strong>
        {listings !== null && ` · ${t('history.moved', { count: listings })}`}
      </p>
      <p className={classes.told}>{`${by ?? t('history.nobody')} · ${timeInWords(on)}`}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ field, before, after }) => (
            <li key={field}>{`${t(`field.${field}`)}: ${said(field, before)} → ${said(field, after)}`}</li>
          ))}
        </ul>
      )}
    </li>
  )
}
