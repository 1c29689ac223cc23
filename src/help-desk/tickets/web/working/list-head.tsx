import { Button } from '@mantine/core'
import { IconBell, IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SavedViews } from '#identity/list-views/web/list-views-public.ts'
import classes from '#platform/web/lists/lists.module.css'
import { CannedAnswersLink, MeasuresLink } from '../answering/support-menu.tsx'
import { ticketList } from '../ticket-calls.ts'
import type { TicketFilters, useTicketAddress } from '../ticket-filters.ts'
import { NoticesDialog } from '../waiting/notices-dialog.tsx'
import { exportAddress, isAgent, mayExport, viewsOfTickets } from './working-calls.ts'

/** Above the list: the saved filters, the export, the settings of agents, and the number of matches. */
export function ListHead({ address: { filters, apply } }: { address: ReturnType<typeof useTicketAddress> }) {
  const { t, i18n } = useTranslation('tickets')
  const [isNoticesOpen, setNoticesOpen] = useState(false)
  return (
    <div className={classes.head}>
      <div className={classes.ways}>
        <SavedViews store={viewsOfTickets} filters={filters} onApply={(view) => apply(() => view)} />
        {mayExport() && (
          <Button
            variant="subtle"
            component="a"
            href={exportAddress(filters, i18n.language)}
            download="tickets.csv"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {t('export.open')}
          </Button>
        )}
        {isAgent() && (
          <Button
            variant="subtle"
            leftSection={<IconBell size={18} aria-hidden />}
            onClick={() => setNoticesOpen(true)}
          >
            {t('waiting.notices')}
          </Button>
        )}
        <CannedAnswersLink />
        <MeasuresLink />
      </div>
      <Found filters={filters} />
      {isNoticesOpen && <NoticesDialog onClose={() => setNoticesOpen(false)} />}
    </div>
  )
}

/** The number of matches, also announced to screen readers. */
function Found({ filters }: { filters: TicketFilters }) {
  const { t } = useTranslation('tickets')
  const { data, hasNextPage, isPlaceholderData } = useInfiniteQuery({
    ...ticketList(filters),
    placeholderData: keepPreviousData,
  })
  const count = data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0
  return (
    <p role="status" className={classes.found}>
      {!isPlaceholderData && count > 0 && t(hasNextPage ? 'page.foundMore' : 'page.found', { count })}
    </p>
  )
}
