import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './help-desk.module.css'
import type { TicketFilters } from './ticket-filters.ts'

/** Narrows the list with every letter; the box keeps what is typed while the list follows. */
export function TicketNumberSearch({
  filters,
  apply,
}: {
  filters: TicketFilters
  apply: (filters: TicketFilters) => void
}) {
  const { t } = useTranslation('help-desk')
  const inAddress = filters.ticketNumber ?? ''
  const [typed, setTyped] = useState(inAddress)
  useEffect(() => {
    // Clearing the filters changes the address without the box.
    if (inAddress === '') setTyped('')
  }, [inAddress])
  return (
    <TextInput
      className={classes.search}
      type="search"
      data-ticket-search
      aria-label={t('page.search')}
      placeholder={t('page.searchShort')}
      maxLength={40}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        const { ticketNumber: _, ...others } = filters
        apply(value.trim() ? { ...others, ticketNumber: value.trim() } : others)
      }}
    />
  )
}
