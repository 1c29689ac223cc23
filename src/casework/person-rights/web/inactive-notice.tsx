import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '#platform/web/api.ts'
import type { ErasureProposalCount } from '../erasure.ts'
import classes from './access-log.module.css'

export const proposalCount = {
  queryKey: ['erasure-proposal', 'count'],
  queryFn: () => api.get<ErasureProposalCount>('/api/erasureProposal/count', { quiet: true }),
}

/** Shows that records wait to be erased or kept; nothing if there are none. */
export function InactiveNotice() {
  const { t } = useTranslation('person-rights')
  const { data } = useQuery(proposalCount)
  if (!data?.count) return null
  return (
    <p className={classes.notice}>
      {t('inactive.notice', data)}
      <Link to="/people/inactive">{t('inactive.open')}</Link>
    </p>
  )
}
