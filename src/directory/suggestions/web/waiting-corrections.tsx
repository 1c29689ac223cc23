import { Button } from '@mantine/core'
import { IconMessageReport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { knownUser } from '#platform/web/session-user.ts'
import { countSuggestions } from './suggestion-calls.ts'
import classes from './suggestions.module.css'

/** How many corrections wait for the organization; nothing if none does. */
export function WaitingCorrections({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation('suggestions')
  const { data } = useQuery({
    queryKey: ['suggestion', 'count', organizationId],
    queryFn: ({ signal }) => countSuggestions(organizationId, { signal }),
  })
  if (!data?.count) return null
  const isOwn = knownUser()?.organizationId === organizationId
  return (
    <div className={classes.waiting}>
      <IconMessageReport size={22} aria-hidden />
      <p>{t('waiting.text', { count: data.count })}</p>
      <Button
        component={Link}
        to={isOwn ? '/organization/corrections' : `/organization/corrections?organizationId=${organizationId}`}
        variant="default"
      >
        {t('waiting.open')}
      </Button>
    </div>
  )
}
