import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './help-desk.module.css'
import type { TicketFilters, useTicketAddress } from './ticket-filters.ts'

/** Input that starts like a ticket number; everything else is searched as words. */
const isNumber = (typed: string) => /^(h|hd|hd-\s*)?\d*$/i.test(typed.replaceAll(/\s/g, ''))

/**
 * One field for numbers, words, and names of reporters and organizations. Filters the list with every letter, and keeps
 * the input while the list follows.
 */
export function TicketNumberSearch({
  filters,
  apply,
}: {
  filters: TicketFilters
  apply: ReturnType<typeof useTicketAddress>['apply']
}) {
  const { t } = useTranslation('tickets')
  const { ticketNumber, keyword } = filters
  const inAddress = ticketNumber ?? keyword ?? ''
  const [typed, setTyped] = useState(inAddress)
  /** What the field has requested and the URL does not contain yet: it follows with a delay. */
  const pending = useRef<string[]>([])
  useEffect(() => {
    const place = pending.current.lastIndexOf(inAddress)
    if (place >= 0) pending.current.splice(0, place + 1)
    // Clearing or applying filters elsewhere also changes the URL.
    else setTyped(inAddress)
  }, [inAddress])
  const search = (value: string) => {
    setTyped(value)
    const asked = value.trim()
    if (asked !== typed.trim()) pending.current.push(asked)
    apply(({ ticketNumber: shown, ...others }) => {
      const { keyword: _, ...neither } = others
      if (!asked) return neither
      // Without a number, the field shows the words: what is typed replaces them.
      return isNumber(asked) ? { ...(shown ? others : neither), ticketNumber: asked } : { ...neither, keyword: asked }
    })
  }
  return (
    <TextInput
      className={classes.search}
      type="search"
      data-list-search
      aria-label={t('page.search')}
      placeholder={t('page.searchShort')}
      maxLength={200}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={(event) => search(event.currentTarget.value)}
    />
  )
}
