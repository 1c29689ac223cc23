import { Button, TextInput, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SupportRequestInList } from '../../support-request-call.ts'
import classes from './merging.module.css'
import { mergeCandidates } from './merging-calls.ts'

const SHOWN = 4

/** Finds more tickets by number; before typing, offers the other open tickets of the first one's reporter. */
export function MergeSearch({
  chosen,
  onAdd,
}: {
  chosen: SupportRequestInList[]
  onAdd: (ticket: SupportRequestInList) => void
}) {
  const { t } = useTranslation('tickets')
  const [typed, setTyped] = useState('')
  const number = typed.trim()
  const reporter = chosen[0]?.createdByPortalAccount
  const { data } = useQuery(mergeCandidates(number, reporter?.id))
  const found = (data?.items ?? [])
    .filter((ticket) => !ticket.mergedInto && !chosen.some(({ id }) => id === ticket.id))
    .slice(0, SHOWN)
  const add = (ticket: SupportRequestInList) => {
    setTyped('')
    onAdd(ticket)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (number && found[0]) add(found[0])
  }
  const who = reporter ? `${reporter.contact.firstName} ${reporter.contact.lastName}` : ''
  const label = number ? t('merge.found') : t('merge.ofSame', { who })
  return (
    <div className={classes.search}>
      <TextInput
        data-autofocus
        type="search"
        label={t('merge.add')}
        maxLength={40}
        autoComplete="off"
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {found.length > 0 && (
        <section aria-label={label}>
          <p className={classes.label}>{label}</p>
          <ul className={classes.found}>
            {found.map((ticket) => (
              <li key={ticket.id}>
                <Button
                  variant="default"
                  fullWidth
                  justify="flex-start"
                  leftSection={<IconPlus size={18} aria-hidden />}
                  onClick={() => add(ticket)}
                >
                  <span className={classes.candidate}>
                    <VisuallyHidden>{t('merge.addThis')} </VisuallyHidden>
                    <strong>{ticket.ticketNumber}</strong> {ticket.description.slice(0, 120)}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p role="status" className={classes.label}>
        {number && data && found.length === 0 ? t('merge.noneFound') : ''}
      </p>
    </div>
  )
}
