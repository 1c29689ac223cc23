import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { referralLists } from '#casework/referrals/referral-call.ts'
import lists from '#platform/web/lists/lists.module.css'
import { MOST_COUNTED } from '../bulk-call.ts'
import { listCounts } from './referral-list-calls.ts'
import type { Filtering } from './use-referral-filters.ts'

/** The lists that everybody has, with their counts. */
export function ListChoice({ filters, set, children }: Pick<Filtering, 'filters' | 'set'> & { children: ReactNode }) {
  const { t } = useTranslation('referral-lists')
  const { data } = useQuery(listCounts(filters.direction))
  const count = (number: number | undefined) =>
    number === undefined ? '' : number > MOST_COUNTED ? t('moreThan', { count: MOST_COUNTED }) : String(number)
  return (
    <div className={lists.scopes}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight */}
      <div role="group" aria-label={t('lists')} className={lists.group}>
        {[null, ...referralLists].map((list) => (
          <button
            key={list}
            type="button"
            className={lists.pill}
            aria-pressed={(filters.list ?? null) === list}
            onClick={() => set('list', list)}
          >
            {t(list ? `list.${list}` : 'list.all')}{' '}
            {list && <span className={lists.number}>{count(data?.[list])}</span>}
          </button>
        ))}
      </div>
      <div className={lists.beside}>{children}</div>
    </div>
  )
}
