import { VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useAssignees, useCreators, useOrganizations } from './filter-panel.tsx'
import classes from './help-desk.module.css'
import { isColleague, type TicketFilters, type useTicketAddress } from './ticket-filters.ts'
import { writeDay } from './typed-day.ts'

interface Active {
  key: string
  label: string
  value: string | undefined
  without: (now: TicketFilters) => TicketFilters
}

/** The filters of the panel that nothing else on the screen shows. */
function useActive(filters: TicketFilters): Active[] {
  const { t, i18n } = useTranslation('tickets')
  const nameOf = (list: { value: string; label: string }[], id: string) => list.find(({ value }) => value === id)?.label
  const [creators, organizations] = [useCreators(), useOrganizations()]
  const assignees = useAssignees(isColleague(filters.assignee))
  const single = (key: keyof TicketFilters & string, label: string, say: (value: string) => string | undefined) => {
    const value = filters[key]
    if (typeof value !== 'string') return []
    return [{ key, label, value: say(value), without: ({ [key]: _, ...rest }: TicketFilters) => rest }]
  }
  const repeated = (key: 'supportRequestType' | 'priority' | 'status') =>
    (filters[key] ?? []).map((value) => ({
      key: `${key} ${value}`,
      label: t(`filter.${key}`),
      value: t(`choices.${key}.${value}`, { defaultValue: value }),
      without: (now: TicketFilters) => ({ ...now, [key]: now[key]?.filter((one) => one !== value) ?? [] }),
    }))
  const day = (iso: string) => writeDay(iso, i18n.language)
  return [
    // The search above the list shows one of the two.
    ...(filters.ticketNumber ? single('keyword', t('filter.keyword'), (word) => word) : []),
    ...single('startDate', t('filter.startDate'), day),
    ...single('endDate', t('filter.endDate'), day),
    ...single('createdByPortalAccountId', t('filter.user'), (id) => nameOf(creators, id)),
    ...single('organizationId', t('filter.organization'), (id) => nameOf(organizations, id)),
    ...(isColleague(filters.assignee) ? single('assignee', t('column.assignee'), (id) => nameOf(assignees, id)) : []),
    ...repeated('supportRequestType'),
    // A single status is a pressed button above.
    ...((filters.status?.length ?? 0) > 1 ? repeated('status') : []),
    ...repeated('priority'),
  ]
}

/** The active filters in words; a click removes one. */
export function ActiveFilters({ address: { filters, apply } }: { address: ReturnType<typeof useTicketAddress> }) {
  const { t } = useTranslation('tickets')
  const active = useActive(filters)
  if (active.length === 0) return null
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>, { without }: Active) => {
    const next = currentTarget.nextElementSibling ?? currentTarget.previousElementSibling
    apply(without)
    // The clicked button disappears.
    ;(next instanceof HTMLElement ? next : document.querySelector<HTMLElement>('[data-open-filter]'))?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight
    <div role="group" aria-label={t('filter.active')} className={classes.active}>
      {active.map((one) => (
        <button key={one.key} type="button" onClick={(event) => remove(event, one)}>
          <span dir="auto">{one.value === undefined ? one.label : `${one.label}: ${one.value}`}</span>
          <IconX size={16} aria-hidden />
          <VisuallyHidden>{`, ${t('filter.remove')}`}</VisuallyHidden>
        </button>
      ))}
    </div>
  )
}
