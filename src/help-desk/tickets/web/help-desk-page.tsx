import { Button, VisuallyHidden } from '@mantine/core'
import { IconExternalLink, IconFilter, IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LoaderFunctionArgs } from 'react-router'
import { configuration } from '#platform/web/configuration.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { ActiveFilters } from './active-filters.tsx'
import { MentionNotices } from './answering/mention-notices.tsx'
import { WaitingDraft } from './filing/waiting-draft.tsx'
import { FilterPanel } from './filter-panel.tsx'
import classes from './help-desk.module.css'
import type { Step } from './neighbor-steps.tsx'
import { NewRequestDialog } from './new-request-dialog.tsx'
import { SupportArea } from './support-area.tsx'
import { ticketList } from './ticket-calls.ts'
import { countFilters, readTicketFilters, useTicketAddress } from './ticket-filters.ts'
import { TicketList } from './ticket-list.tsx'
import { TicketNumberSearch } from './ticket-number-search.tsx'
import { ViewDialog } from './view-dialog.tsx'
import { AssignmentNotice } from './working/assignment-notice.tsx'
import { ListHead } from './working/list-head.tsx'
import { ScopeBar } from './working/scope-bar.tsx'

/** The list is loaded before the screen opens, and before other filters take effect. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  queryClient.ensureInfiniteQueryData(ticketList(readTicketFilters(new URL(request.url).searchParams)))

export function Screen() {
  const { t } = useTranslation('tickets')
  const address = useTicketAddress()
  const [isFilterOpen, setFilterOpen] = useState(false)
  const [isNewOpen, setNewOpen] = useState(false)
  const opener = useRef<HTMLElement | null>(null)
  const cameBy = useRef<Step['way'] | null>(null)
  const count = countFilters(address.filters)
  /** Opens a ticket above the dialog of a new one, which gets the focus back afterwards. */
  const viewAbove = (id: string) => {
    opener.current = document.activeElement as HTMLElement | null
    address.view(id)
  }
  const view = (id: string, by: Step['way'] | null = null) => {
    cameBy.current = by
    address.view(id)
  }
  const closeView = () => {
    // Whoever went on to another ticket continues at its row.
    const row = cameBy.current && document.querySelector<HTMLElement>(`[data-view="${address.viewed}"]`)
    const before = opener.current ?? row
    opener.current = null
    cameBy.current = null
    address.closeView()
    if (before) setTimeout(() => before.focus())
  }
  return (
    <>
      <SupportArea title={t('page.title')} action={<Library />}>
        <WaitingDraft isOpen={isNewOpen} onContinue={() => setNewOpen(true)} />
        <MentionNotices />
        <AssignmentNotice onView={address.view} />
        <div className={classes.tools}>
          <TicketNumberSearch filters={address.filters} apply={address.apply} />
          <Button
            variant="default"
            leftSection={<IconFilter size={18} aria-hidden />}
            onClick={() => setFilterOpen(true)}
            data-open-filter
          >
            {count ? t('filter.openCount', { count }) : t('filter.open')}
          </Button>
          <Button
            className={classes.new}
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={() => setNewOpen(true)}
          >
            {t('new.title')}
          </Button>
        </div>
        <ScopeBar address={address} />
        <ActiveFilters address={address} />
        <ListHead address={address} />
        <TicketList address={address} onNew={() => setNewOpen(true)} />
      </SupportArea>
      {isFilterOpen && <FilterPanel address={address} onClose={() => setFilterOpen(false)} />}
      {isNewOpen && <NewRequestDialog onClose={() => setNewOpen(false)} onView={viewAbove} />}
      {address.viewed && (
        <ViewDialog
          key={address.viewed}
          id={address.viewed}
          steps={
            isNewOpen
              ? null
              : { filters: address.filters, cameBy: cameBy.current, onStep: ({ id, way }) => view(id, way) }
          }
          onView={view}
          onClose={closeView}
        />
      )}
    </>
  )
}

function Library() {
  const { t } = useTranslation('tickets')
  return (
    <a href={configuration().resourceLibraryUrl} target="_blank" rel="noopener noreferrer" className={classes.library}>
      {t('page.library')}
      <IconExternalLink size={18} aria-hidden />
      <VisuallyHidden>{t('page.newTab')}</VisuallyHidden>
    </a>
  )
}
